import { expect, it } from 'vitest'
import { VirtualClock } from '../../src/backtest/virtual-clock.js'

it('runs what is due in the order of its time, then of its making', () => {
  const clock = new VirtualClock(0)
  const ran: string[] = []
  clock.after(20, () => ran.push(`b ${clock.monoMs()}`))
  clock.after(10, () => {
    ran.push(`a ${clock.monoMs()}`)
    clock.after(10, () => ran.push('after b'))
    clock.soon(() => ran.push('at once'))
  })
  const cancel = clock.after(15, () => ran.push('never'))
  cancel()
  clock.runUntil(1015)
  expect(ran).toEqual(['a 1010', 'at once'])
  expect(clock.monoMs()).toBe(1015)
  clock.runUntil(2000)
  expect(ran.slice(2)).toEqual(['b 1020', 'after b'])
  expect(clock.wallMs()).toBe(2000)
})

it('up to a moment: what is due at it waits', () => {
  const clock = new VirtualClock(0)
  const ran: string[] = []
  clock.after(10, () => ran.push('before'))
  clock.after(20, () => ran.push('at'))
  const thenMs = clock.monoMs() + 20
  clock.runBefore(thenMs)
  expect([...ran, clock.monoMs()]).toEqual(['before', thenMs])
  clock.runUntil(thenMs)
  expect(ran).toEqual(['before', 'at'])
})

it('never goes back', () => {
  const clock = new VirtualClock(5)
  clock.runUntil(3000)
  clock.runUntil(2000)
  expect([clock.monoMs(), clock.wallMs()]).toEqual([3000, 3005])
})

it('keeps no timer that was cancelled, however far off it was: whoever puts one off at each event leaves none behind', () => {
  const clock = new VirtualClock(0)
  const ran: number[] = []
  for (const atMs of [300, 100, 200]) clock.after(atMs, () => ran.push(atMs))
  let cancel = () => {}
  for (let i = 0; i < 100_000; i++) {
    cancel()
    cancel = clock.after(3_600_000 + (i % 7), () => ran.push(-1))
  }
  expect(clock.waiting).toBeLessThan(200)
  clock.runUntil(1_000 + 3_600_000 - 1)
  expect(ran).toEqual([100, 200, 300])
  clock.runUntil(4_000_000)
  expect(ran).toEqual([100, 200, 300, -1])
  expect(clock.waiting).toBe(0)
})

it('a timer that ran, or was cancelled before, is not cancelled again', () => {
  const clock = new VirtualClock(0)
  let ran = 0
  const cancels = Array.from({ length: 200 }, (_, i) => clock.after(i, () => ran++))
  clock.runUntil(1_050)
  for (let twice = 0; twice < 2; twice++) for (const cancel of cancels.slice(0, 100)) cancel()
  clock.runUntil(2_000)
  expect(ran).toBe(51 + 100)
})
