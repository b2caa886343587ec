import { describe, expect, test } from 'vitest'
import { logit } from '../../src/models/logit.js'
import { averageVolatility, type VolatilityAverage, volatilityOf } from '../../src/models/volatility-average.js'

const TIMES = [0, 1, 3, 4, 8, 9]
const PRICES = [0.5, 0.505, 0.498, 0.502, 0.51, 0.509]
const EXPECTED = [2.5e-5, 2.4909365377e-5, 2.4061527164e-5, 2.1403803259e-5, 1.9462124659e-5]

function variances(values: readonly number[], minGapMs = 0): (number | undefined)[] {
  let average: VolatilityAverage | undefined
  return values.map((value, i) => {
    average = averageVolatility(average, { value, atMs: TIMES[i]! * 1000 }, { tauMs: 10_000, minGapMs })
    return average.variance
  })
}

describe('time-decayed volatility', () => {
  test('check vector in price', () => {
    const [first, ...rest] = variances(PRICES)
    expect(first).toBeUndefined()
    rest.forEach((variance, i) => {
      expect(variance).toBeCloseTo(EXPECTED[i]!, 14)
    })
  })

  test('check vector in log-odds', () => {
    expect(variances(PRICES.map(logit)).at(-1)).toBeCloseTo(3.11434472179e-4, 14)
  })

  test('samples that come too soon are skipped', () => {
    const spaced = variances(PRICES, 3000)
    expect(spaced[1]).toBeUndefined()
    expect(spaced[2]).toBeCloseTo((0.498 - 0.5) ** 2 / 3, 14)
    expect(spaced[3]).toBe(spaced[2])
  })

  test('absent until two samples are in', () => {
    const one = averageVolatility(undefined, { value: 0.5, atMs: 0 }, { tauMs: 1 })
    expect(volatilityOf(undefined)).toBeUndefined()
    expect(volatilityOf(one)).toBeUndefined()
    expect(volatilityOf({ ...one, variance: 4 })).toBe(2)
  })
})
