import { interval, of, Subject, timer } from 'rxjs'
import { delay, takeUntil } from 'rxjs/operators'
import { expect, it } from 'vitest'
import { VirtualClock } from '../../src/backtest/virtual-clock.js'
import { clockScheduler } from '../../src/bot/clock-scheduler.js'
import type { Clock } from '../../src/domain/time.js'

it("runs RxJS's timers on the clock's time", () => {
  const clock = new VirtualClock(0)
  const scheduler = clockScheduler(clock)
  const seen: string[] = []
  timer(300, scheduler).subscribe(() => seen.push(`timer ${clock.monoMs()}`))
  interval(250, scheduler).subscribe((i) => seen.push(`tick ${i} ${clock.monoMs()}`))
  of('late')
    .pipe(delay(600, scheduler))
    .subscribe((text) => seen.push(`${text} ${clock.monoMs()}`))
  expect(scheduler.now()).toBe(1000)
  clock.runUntil(1799)
  expect(seen).toEqual(['tick 0 1250', 'timer 1300', 'tick 1 1500', 'late 1600', 'tick 2 1750'])
})

/** A clock that counts its open timers. */
function counted(inner: Clock) {
  let open = 0
  const clock: Clock = {
    monoMs: () => inner.monoMs(),
    wallMs: () => inner.wallMs(),
    soon: (run) => clock.after(0, run),
    after: (delayMs, run) => {
      open++
      let isOpen = true
      const close = () => {
        if (isOpen) open--
        isOpen = false
      }
      const cancel = inner.after(delayMs, () => {
        close()
        run()
      })
      return () => {
        close()
        cancel()
      }
    },
  }
  return { clock, open: () => open }
}

it('leaves no timer behind when it is stopped, from outside or by its own work', () => {
  const virtual = new VirtualClock(0)
  const { clock, open } = counted(virtual)
  const outside = interval(100, clockScheduler(clock)).subscribe()
  expect(open()).toBe(1)
  outside.unsubscribe()
  expect(open()).toBe(0)
  const stop$ = new Subject<void>()
  let ticks = 0
  interval(100, clockScheduler(clock))
    .pipe(takeUntil(stop$))
    .subscribe(() => {
      ticks++
      stop$.next()
    })
  virtual.runUntil(virtual.monoMs() + 100)
  expect([ticks, open()]).toEqual([1, 0])
})
