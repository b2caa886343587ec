import { expect, it } from 'vitest'
import {
  firstRenewalInMs,
  isLastCall,
  marketsThatFit,
  matchedLeftMs,
  matchedMs,
  orderLifetimeSec,
} from '../../../src/execution/planning/lifetime.js'

const VENUE = { stopMatchingBeforeSec: 5, minLifetimeSec: 0 }
const auto = (quotes: number, writesPerMinute: number) =>
  orderLifetimeSec({ configured: 'auto', quotes, writesPerMinute, ...VENUE })

it('auto lies between 60 and 300 seconds', () => {
  expect(auto(2, 30_000)).toBe(60)
  expect(auto(400, 150)).toBe(300)
})

it('auto lets the renewals of 20 two-sided markets take a fifth of a DEFAULT key', () => {
  const seconds = auto(40, 150)
  expect(seconds).toBe(85)
  expect((40 * 60_000) / matchedMs({ lifetimeSec: seconds, ...VENUE })).toBeLessThanOrEqual(150 / 5)
})

it('auto lives long while the budget is not known', () => {
  expect(auto(2, 0)).toBe(300)
})

it('takes a configured life, but none that the venue would not match', () => {
  expect(orderLifetimeSec({ configured: 120, quotes: 40, writesPerMinute: 1, ...VENUE })).toBe(120)
  const strict = { stopMatchingBeforeSec: 60, minLifetimeSec: 90 }
  expect(orderLifetimeSec({ configured: 120, quotes: 40, writesPerMinute: 1, ...strict })).toBe(150)
})

it('comes to the venue with the shortest life that it takes, after two seconds, the way, and with a clock that is off', () => {
  const life = (configured: number, stopMatchingBeforeSec: number, minLifetimeSec: number) =>
    orderLifetimeSec({ configured, quotes: 2, writesPerMinute: 600, stopMatchingBeforeSec, minLifetimeSec })
  expect([life(60, 0, 60), life(20, 2, 60), life(64, 0, 60), life(66, 0, 60)]).toEqual([65, 65, 65, 66])
  // what is not matched before its end is enough
  expect([life(60, 8, 60), life(60, 0, 0)]).toEqual([68, 60])
})

it('is matched for half of the life that is meant at least, in whole seconds', () => {
  const margin = (stopMatchingBeforeSec: number) => ({ stopMatchingBeforeSec, minLifetimeSec: 0 })
  const life = (configured: 'auto' | number, stopMatchingBeforeSec: number) =>
    orderLifetimeSec({ configured, quotes: 2, writesPerMinute: 600, ...margin(stopMatchingBeforeSec) })
  expect([life(120, 60), life(60, 60), life(10, 60), life('auto', 60)]).toEqual([120, 90, 65, 91])
  expect(life(10, 12.5)).toBe(18)
  expect([life(10, 5), life(120, 5)]).toEqual([10, 120])
})

it('is matched until the margin before its end', () => {
  const sixty = { lifetimeSec: 120, stopMatchingBeforeSec: 60 }
  expect(matchedMs(sixty)).toBe(60_000)
  expect(matchedLeftMs({ expirationSec: 1120 }, 1_000_000, sixty)).toBe(60_000)
  expect(matchedLeftMs({ expirationSec: 1120 }, 1_070_000, sixty)).toBe(-10_000)
})

it('an order is about to be matched no more with an eighth of that left', () => {
  const isLast = (matchedLeftSec: number) =>
    isLastCall({ expirationSec: 1060 + matchedLeftSec }, 1_000_000, { lifetimeSec: 160, stopMatchingBeforeSec: 60 })
  expect([isLast(12), isLast(11.9)]).toEqual([false, true])
})

it('knows how many markets a budget can renew', () => {
  // 30 renewals a minute, 300 s of life: 150 orders
  expect(marketsThatFit(150)).toBe(75)
  expect(marketsThatFit(150, 60)).toBe(60)
  expect(marketsThatFit(0)).toBe(0)
})

it('the first of several orders is renewed with 1.5 times the share left, within half a second at the soonest, and one without an end never', () => {
  const settings = { lifetimeSec: 105, stopMatchingBeforeSec: 5, renewBeforeFraction: 0.2 }
  const order = (expirationSec: number) => ({ draft: { expirationSec } })
  expect(firstRenewalInMs([order(0)], 0, settings)).toBe(Number.POSITIVE_INFINITY)
  expect(firstRenewalInMs([order(0), order(105), order(90)], 0, settings)).toBe(85_000 - 30_000)
  expect(firstRenewalInMs([order(90)], 60_000, settings)).toBe(500)
})
