import { expect, it } from 'vitest'
import { VirtualClock } from '../../src/backtest/virtual-clock.js'
import { Repeated } from '../../src/bot/repeated.js'

it('runs each at its own pace, asked anew each time, until it is stopped', () => {
  const clock = new VirtualClock(0)
  const repeated = new Repeated(clock)
  const ran: string[] = []
  let periodMs = 100
  repeated.every(
    () => periodMs,
    () => ran.push('a'),
  )
  repeated.every(
    () => 300,
    () => ran.push('b'),
  )
  clock.runUntil(clock.monoMs() + 350)
  expect(ran).toEqual(['a', 'a', 'b', 'a'])
  periodMs = 1000
  clock.runUntil(clock.monoMs() + 650)
  expect(ran.filter((name) => name === 'a')).toHaveLength(4)
  repeated.stop()
  const { length } = ran
  clock.runUntil(clock.monoMs() + 10_000)
  expect(ran).toHaveLength(length)
})

it('a period that begins anew is as long as it is then, and the one before is over', () => {
  const clock = new VirtualClock(0)
  const repeated = new Repeated(clock)
  let [periodMs, runs] = [60_000, 0]
  const again = repeated.every(
    () => periodMs,
    () => runs++,
  )
  clock.runUntil(clock.monoMs() + 59_000)
  periodMs = 2000
  again()
  clock.runUntil(clock.monoMs() + 1500)
  expect(runs).toBe(0)
  clock.runUntil(clock.monoMs() + 3000)
  expect(runs).toBe(2)
})
