// Intervals by resampled blocks: their size, their seed, and when there are none.

import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/random.js'
import { bootstrapInterval } from '../../../src/report/metrics/bootstrap.js'

const meanOf = (values: readonly number[]) => (draws: readonly number[]) =>
  draws.reduce((sum, drawn, i) => sum + drawn * values[i]!, 0) / values.length

describe('an interval', () => {
  it('is as wide as the standard error says', () => {
    const random = seededRandom(7)
    const values = Array.from({ length: 400 }, () => random.normal())
    const mean = values.reduce((sum, value) => sum + value, 0) / 400
    const { lower, upper } = bootstrapInterval(400, meanOf(values))!
    expect(lower - mean).toBeCloseTo(-1.96 / 20, 1.5)
    expect(upper - mean).toBeCloseTo(1.96 / 20, 1.5)
  })

  it('is the same each time', () => {
    const values = Array.from({ length: 30 }, (_, i) => Math.sin(i))
    expect(bootstrapInterval(30, meanOf(values))).toEqual(bootstrapInterval(30, meanOf(values)))
  })

  it('needs twenty blocks, and a statistic that is there', () => {
    expect(bootstrapInterval(19, () => 1)).toBeUndefined()
    expect(bootstrapInterval(20, () => 1)).toEqual({ lower: 1, upper: 1 })
    expect(bootstrapInterval(20, () => undefined)).toBeUndefined()
  })
})
