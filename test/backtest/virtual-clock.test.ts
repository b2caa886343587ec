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

it('never goes back', () => {
  const clock = new VirtualClock(5)
  clock.runUntil(3000)
  clock.runUntil(2000)
  expect([clock.monoMs(), clock.wallMs()]).toEqual([3000, 3005])
})
