import { expect, it } from 'vitest'
import { PlainVolatility } from '../seeds/invariants/plain-volatility.js'

it('is the mean of squared moves a second, the older the less', () => {
  const plain = new PlainVolatility()
  expect(plain.isDue(0, 1000)).toBe(true)
  plain.sampled(0.5, 0, 10_000)
  expect(plain.variance).toBeUndefined()
  expect([plain.isDue(4999, 1000), plain.isDue(5000, 1000)]).toEqual([false, true])
  expect([plain.isDue(8999, 3000), plain.isDue(9000, 3000)]).toEqual([false, true])
  plain.sampled(0.6, 5000, 10_000)
  expect(plain.variance).toBeCloseTo(0.002, 12)
  plain.sampled(0.6, 15_000, 10_000)
  expect(plain.variance).toBeCloseTo(0.002 / Math.E, 12)
})
