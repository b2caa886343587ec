import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/random.js'
import { expectedBestSharpe, momentsOf, probabilisticSharpe } from '../../../src/sweep/statistics/deflated-sharpe.js'

describe('the deflated Sharpe ratio', () => {
  // the example of the paper: 2.5 a year of 1250 daily returns, ratios of the trials with a variance of 0.5 a year, 250 days a year
  const ratio = 2.5 / Math.sqrt(250)
  const deviation = Math.sqrt(0.5 / 250)
  it.each([
    { trials: 100, skewness: -3, kurtosis: 10, expected: 0.113_172, deflated: 0.900_4 },
    { trials: 46, skewness: -3, kurtosis: 10, expected: 0.100_362, deflated: 0.950_5 },
    { trials: 88, skewness: 0, kurtosis: 3, expected: 0.111_146, deflated: 0.950_5 },
  ])('is the published one after $trials trials', ({ trials, skewness, kurtosis, expected, deflated }) => {
    const benchmark = expectedBestSharpe(trials, deviation)
    expect(benchmark).toBeCloseTo(expected, 5)
    expect(probabilisticSharpe(ratio, benchmark, { count: 1250, skewness, kurtosis })).toBeCloseTo(deflated, 3)
  })

  it('of one try subtracts nothing, and of more tries more', () => {
    expect(expectedBestSharpe(1, 1)).toBe(0)
    expect(expectedBestSharpe(10, 1)).toBeLessThan(expectedBestSharpe(1000, 1))
  })

  it('is a half where the ratio is just what luck would show', () => {
    expect(probabilisticSharpe(0.1, 0.1, { count: 100, skewness: 0, kurtosis: 3 })).toBeCloseTo(0.5, 12)
    expect(probabilisticSharpe(2, 2, { count: 100, skewness: 3, kurtosis: 3 })).toBeUndefined()
  })

  // two markets pay at the end, for or against us as a coin falls; nothing else but noise
  it('is seldom sure of a few payoffs that came as a coin falls', () => {
    const sure = Array.from({ length: 400 }, (_, seed) => {
      const random = seededRandom(seed, 'payoffs')
      const changes = Array.from({ length: 224 }, () => 0.15 * random.normal())
      for (const end of [50, 150]) changes[end] = (random.below(2) === 0 ? -1 : 1) * (5 + 25 * random.next())
      const moments = momentsOf(changes)!
      return probabilisticSharpe(moments.mean / moments.deviation, 0, moments) ?? 0
    })
    expect(sure.filter((probability) => probability >= 0.95).length).toBeLessThan(20)
  })
})

it('takes moments as the formula wants them', () => {
  const found = momentsOf([1, 2, 4, -3, 0.5])
  expect(found?.mean).toBeCloseTo(0.9, 12)
  expect(found?.deviation).toBeCloseTo(2.559_297, 5)
  expect(found?.skewness).toBeCloseTo(-0.471_2, 5)
  expect(found?.kurtosis).toBeCloseTo(2.368_641, 5)
  expect(momentsOf([1])).toBeUndefined()
  expect(momentsOf([2, 2, 2])).toBeUndefined()
})
