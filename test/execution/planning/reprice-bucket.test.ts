import { expect, it } from 'vitest'
import { RepriceBucket } from '../../../src/execution/planning/reprice-bucket.js'

const RATE = { perMinute: 60, burst: 3 }

it('starts with a burst and refills evenly', () => {
  const pace = new RepriceBucket()
  expect([1, 2, 3, 4].map(() => pace.take(1, 0, RATE))).toEqual([true, true, true, false])
  expect(pace.waitMs(1, RATE, 0)).toBe(1000)
  expect(pace.take(1, 999, RATE)).toBe(false)
  expect(pace.take(1, 1000, RATE)).toBe(true)
})

it('never holds more than a burst', () => {
  const pace = new RepriceBucket()
  pace.take(3, 0, RATE)
  expect(pace.take(4, 1e9, RATE)).toBe(false)
  expect(pace.take(3, 1e9, RATE)).toBe(true)
})

it('lets work that cannot wait make the routine wait, a burst at most', () => {
  const pace = new RepriceBucket()
  pace.charge(100, 0, RATE)
  expect(pace.waitMs(1, RATE, 0)).toBe(4000)
  expect(pace.take(1, 3999, RATE)).toBe(false)
  expect(pace.take(1, 4000, RATE)).toBe(true)
})
