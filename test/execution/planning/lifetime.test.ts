import { expect, it } from 'vitest'
import { marketsThatFit, orderLifetimeSec } from '../../../src/execution/planning/lifetime.js'

const VENUE = { stopMatchingBeforeSec: 5, minLifetimeSec: 0 }
const auto = (quotes: number, writesPerMinute: number) =>
  orderLifetimeSec({ configured: 'auto', quotes, writesPerMinute, ...VENUE })

it('auto lies between 60 and 300 seconds', () => {
  expect(auto(2, 30_000)).toBe(60)
  expect(auto(400, 150)).toBe(300)
})

it('auto lets the renewals of 20 two-sided markets take a fifth of a DEFAULT key', () => {
  const seconds = auto(40, 150)
  expect(seconds).toBe(80)
  expect((40 * 60) / seconds).toBeLessThanOrEqual(150 / 5)
})

it('auto lives long while the budget is not known', () => {
  expect(auto(2, 0)).toBe(300)
})

it('takes a configured life, but none that the venue would not match', () => {
  expect(orderLifetimeSec({ configured: 120, quotes: 40, writesPerMinute: 1, ...VENUE })).toBe(120)
  const strict = { stopMatchingBeforeSec: 60, minLifetimeSec: 90 }
  expect(orderLifetimeSec({ configured: 120, quotes: 40, writesPerMinute: 1, ...strict })).toBe(150)
})

it('knows how many markets a budget can renew', () => {
  // 30 renewals a minute, 300 s of life: 150 orders
  expect(marketsThatFit(150)).toBe(75)
  expect(marketsThatFit(0)).toBe(0)
})
