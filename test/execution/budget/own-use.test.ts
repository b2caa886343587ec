import { expect, it } from 'vitest'
import { BudgetWindow } from '../../../src/execution/budget/budget-window.js'
import { takePart, useOf } from '../../../src/execution/budget/own-use.js'
import { all } from './builders.js'

function windows() {
  const [short, medium] = [new BudgetWindow(1_000, 10), new BudgetWindow(60_000, 60)]
  short.limit = 10
  medium.limit = 30
  return { short, medium }
}

it('is told of each window: the part in force, and what it falls back to', () => {
  const both = windows()
  const [limits, afterwards] = [all({ perSecond: 4, perMinute: 20 }), all({ perSecond: 1, perMinute: 2 })]
  takePart(both, 'write', { bots: 3, part: { limits, untilMonoMs: 5000, afterwards } })
  expect(useOf(both, 4999).part).toEqual(limits.write)
  expect(useOf(both, 5000).part).toEqual(afterwards.write)
  takePart(both, 'write', { bots: 3, part: undefined })
  expect(useOf(both, 0).part).toEqual({ perSecond: 3, perMinute: 10 })
})

it('tells when the requests of the minute end to count, and of one in flight that it counts', () => {
  const both = windows()
  for (const { count } of [both.short, both.medium]) {
    for (let i = 0; i < 3; i++) count.take()
    count.settle(0)
    count.settle(950)
  }
  expect(useOf(both, 2_000)).toMatchObject({
    ...{ limit: { perSecond: 10, perMinute: 30 }, learned: { perSecond: 0, perMinute: 0 } },
    used: { perSecond: 1, perMinute: 3 },
    // after 58.06 and 59.01 s
    ending: [...Array(29).fill(0), 2],
  })
})
