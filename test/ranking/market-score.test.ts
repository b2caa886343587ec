import { describe, expect, it } from 'vitest'
import { earnedPerUnitDay, learnedScores, marketScore } from '../../src/ranking/market-score.js'

describe('the score', () => {
  const seen = { spread: 0.04, mid: 0.5, volatility: 0, flow: 400, leftMs: 7_200_000, feeRateBps: 0 }

  it('is half the flow at half the spread where nothing moves and nothing is paid', () => {
    expect(marketScore(seen, 20)).toBeCloseTo(200 * 0.02, 12)
  })

  it('falls with the fee, the movement and the time left, and is none where nothing trades or one side is missing', () => {
    expect(marketScore({ ...seen, feeRateBps: 100 }, 20)).toBeCloseTo(200 * (0.02 - 0.005), 12)
    // a side's 20 shares take 0.2 h
    expect(marketScore({ ...seen, volatility: 0.02 }, 20)).toBeCloseTo(200 * (0.02 - 0.02 * Math.sqrt(0.2)), 12)
    expect(marketScore({ ...seen, leftMs: 900_000 }, 20)).toBeCloseTo(1, 12)
    expect(marketScore({ ...seen, flow: 0 }, 20)).toBeUndefined()
    expect(marketScore({ ...seen, spread: undefined } as never, 20)).toBeUndefined()
  })
})

const earned = (pnl: number, boundUnitDays: number) => ({ pnl, boundUnitDays, fills: 1, runs: 1 })
const SIZE = 20

describe('the score with what was earned', () => {
  const score = (...markets: Parameters<typeof learnedScores>[0]) => learnedScores(markets, SIZE)

  it('is that of the looks where there is no record', () => {
    expect(score({ look: 2, earned: undefined }, { look: undefined, earned: undefined })).toEqual([2, undefined])
  })

  it('goes to what was earned as far as the record goes', () => {
    // a unit for each unit and day: 20 units bound earn 20 a day
    const rate = 20 / 24
    const [little, day, much] = [0.001, 1, 1000].map(
      (days) => score({ look: 2, earned: earned(20 * days, 20 * days) })[0],
    )
    expect(little).toBeCloseTo(2, 2)
    // alone, its own record is also that of all
    expect(day).toBeCloseTo(2 + 0.5 * (rate - 2) + 0.5 * 0.5 * (rate - 2), 12)
    expect(much).toBeCloseTo(rate, 2)
  })

  it('moves the markets without a record as those with one came out, and keeps their order', () => {
    const [known, better, worse] = score(
      { look: 4, earned: earned(-20, 20) },
      { look: 5, earned: undefined },
      { look: 1, earned: undefined },
    )
    const differs = (1 * (-20 / 24 - 4)) / 2
    expect(better).toBeCloseTo(5 + differs, 12)
    expect(worse).toBeCloseTo(1 + differs, 12)
    expect(known).toBeLessThan(better ?? 0)
  })

  it('never lets a few minutes decide', () => {
    // ten minutes of 20 units that won half a unit: a rate of 3.6 a unit and day
    const [lucky = 0] = score({ look: 1, earned: earned(0.5, 20 / 144) })
    expect(Math.abs(lucky - 1)).toBeLessThan(0.05)
  })

  it('is that of the record where no look says anything', () => {
    expect(score({ look: undefined, earned: earned(20, 20) })[0]).toBeCloseTo(0.5 * (20 / 24), 12)
  })
})

it('is the profit of a unit and day, and none where nothing was bound', () => {
  expect(earnedPerUnitDay(earned(3, 60))).toBeCloseTo(0.05, 12)
  expect(earnedPerUnitDay(earned(0, 0))).toBeUndefined()
  expect(earnedPerUnitDay(undefined)).toBeUndefined()
})
