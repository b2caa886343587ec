import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/random.js'
import { sumInterval } from '../../../src/report/metrics/sum-interval.js'

describe('the interval of a sum', () => {
  it('is that of Student: 2.093 standard errors of twenty draws', () => {
    // variance 20 / 19, so the standard error of the sum is 20 / sqrt(19)
    const found = sumInterval(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 2 : 0)))
    expect(found?.lower).toBeCloseTo(20 - 2.093 * (20 / Math.sqrt(19)), 2)
    expect(found?.upper).toBeCloseTo(20 + 2.093 * (20 / Math.sqrt(19)), 2)
  })

  it('says nothing of fewer than twenty', () => {
    expect(sumInterval(Array.from({ length: 19 }, (_, i) => i))).toBeUndefined()
  })

  // 400 of 8000 on average, standard deviation 19
  it('holds the truth nineteen times in twenty', () => {
    const random = seededRandom(3)
    let missed = 0
    for (let i = 0; i < 8000; i++) {
      const { lower, upper } = sumInterval(Array.from({ length: 20 }, () => random.normal())) ?? { lower: 0, upper: 0 }
      if (lower > 0 || upper < 0) missed += 1
    }
    expect(missed).toBeGreaterThan(320)
    expect(missed).toBeLessThan(480)
  })
})
