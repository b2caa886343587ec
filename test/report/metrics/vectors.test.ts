// The metrics against numbers worked out by other hands: a toy tape, and one vector for each formula.

import { describe, expect, it } from 'vitest'
import { changesOf } from '../../../src/report/metrics/even-grid.js'
import {
  type Forecast,
  meanBias,
  reliability,
  scores,
  spiegelhalterZ,
} from '../../../src/report/metrics/forecast-metrics.js'
import { autoregression, inventoryHalfLife } from '../../../src/report/metrics/inventory-half-life.js'
import { markouts } from '../../../src/report/metrics/markouts.js'
import { pooledShares } from '../../../src/report/metrics/quoted-shares.js'
import { calmar, drawdowns, sharpe, sortino } from '../../../src/report/metrics/returns.js'
import { paidProfit } from '../../../src/report/metrics/yes-fills.js'
import type { RunFill } from '../../../src/report/result.js'

const MIDS = [0.5, 0.5, 0.51, 0.49, 0.48, 0.52, 0.52]
const TRADES = [
  { t: 0, sign: 1, shares: 10, price: 0.48, fee: 0.01 },
  { t: 1, sign: -1, shares: 10, price: 0.52, fee: 0.01 },
  { t: 2, sign: -1, shares: 20, price: 0.53, fee: 0.02 },
  { t: 4, sign: 1, shares: 15, price: 0.46, fee: 0 },
] as const

/** Sales of YES as purchases of NO, so that both ways of saying it are in. The 1 s horizon is one step, 10 s two. */
const fills: RunFill[] = TRADES.map(({ t, sign, shares, price, fee }) => ({
  ...{ atMs: 1000 * t, conditionId: '0x1', shares, fee },
  ...{ outcome: sign === 1 ? 0 : 1, side: 'BUY', price: sign === 1 ? price : 1 - price },
  ...{ liquidity: 'maker', status: 'settled', isEstimate: false, mid: MIDS[t]! },
  midAfter: { '1': MIDS[t + 1], '10': MIDS[t + 2], '60': undefined },
}))

describe('the toy tape', () => {
  // bought are 10 and 15 YES, 10 and 20 NO
  it.each([1, 0, 0.5])('pays, at a payoff of %f, what is left of its tokens after their fees', (payoff) => {
    const yes = 10 - 0.01 / 0.48 + 15
    const no = 10 - 0.01 / 0.48 + 20 - 0.02 / 0.47
    const paid = 10 * 0.48 + 10 * 0.48 + 20 * 0.47 + 15 * 0.46
    expect(paidProfit(fills, payoff)).toBeCloseTo(yes * payoff + no * (1 - payoff) - paid, 12)
  })

  it('has its half-spread and markouts, per share in cents', () => {
    const { '1': one, '10': two, '60': none } = markouts(fills)
    expect(one.halfSpread).toBeCloseTo(2, 10)
    expect((one.markout! * one.shares) / 100).toBeCloseTo(0.9, 10)
    expect((two.markout! * two.shares) / 100).toBeCloseTo(1.4, 10)
    expect(one.realised).toBeCloseTo(3.6363636364, 9)
    expect(none).toEqual({ fills: 0, shares: 0 })
  })
})

describe('profit over time', () => {
  const equity = [0, 1, 3, 2, 2.5, 0.5, 1.5, 4, 3.5, 5]

  it('has the Sharpe and Sortino of its steps', () => {
    expect(sharpe(changesOf(equity))).toBeCloseTo(0.378641222831, 11)
    expect(sortino(changesOf(equity))).toBeCloseTo(0.727392967453, 11)
  })

  it('has its largest drawdown, and the profit over it', () => {
    expect(Math.max(...drawdowns(equity))).toBe(2.5)
    expect(calmar(5, 2.5)).toBe(2)
    expect(drawdowns([-1, 2, 1])).toEqual([1, 0, 1])
  })

  it.each([[[]], [[1]], [[0.5, 0.5, 0.5]]])('has no Sharpe of %j', (changes) => {
    expect(sharpe(changes)).toBeUndefined()
  })

  it('has no ratio to what never happened', () => {
    expect(sortino([1, 2])).toBeUndefined()
    expect(sortino([])).toBeUndefined()
    expect(calmar(1, Math.max(...drawdowns([0, 1])))).toBeUndefined()
  })
})

describe('inventory', () => {
  const series = [0, 2, 3, 1, -1, -2, 0, 1, 4, 3, 2, 0, -1]

  it('halves after as many steps as its slope says', () => {
    expect(autoregression([series])).toBeCloseTo(0.54415274463, 11)
    expect(inventoryHalfLife([series])).toBeCloseTo(1.139060595917, 11)
  })

  it('of two markets has one slope, and each its own middle', () => {
    expect(autoregression([series, series.map((q) => q + 100)])).toBeCloseTo(0.54415274463, 11)
  })

  it.each([[[]], [[[1, 1, 1, 1]]], [[[0, 1, 2, 3, 4]]], [[[1, -1, 1, -1, 1]]]])('has no half-life in %j', (markets) => {
    expect(inventoryHalfLife(markets)).toBeUndefined()
  })
})

it('uptime weighs each stretch by its length', () => {
  const stretch = (openMs: number, both: number, any: number) => ({ openMs, both, any, touch: any, inside: both / 2 })
  const total = pooledShares([
    stretch(10_000, 1, 1),
    stretch(5000, 0, 1),
    stretch(20_000, 1, 1),
    stretch(5000, 0, 0),
    stretch(10_000, 1, 1),
  ])
  expect(total).toEqual({ openMs: 50_000, both: 0.8, any: 0.9, touch: 0.9, inside: 0.4 })
  expect(pooledShares([])).toEqual({ openMs: 0, both: 0, any: 0, touch: 0, inside: 0 })
})

describe('forecasts', () => {
  const forecasts: Forecast[] = (
    [
      [0.9, 1],
      [0.8, 1],
      [0.7, 0],
      [0.4, 0],
      [0.2, 0],
      [0.1, 1],
    ] as const
  ).map(([p, outcome]) => ({ p, outcome }))

  it('have their scores', () => {
    expect(scores(forecasts)?.brier).toBeCloseTo(0.258333333333, 11)
    expect(scores(forecasts)?.logLoss).toBeCloseTo(0.761505189895, 11)
    expect(spiegelhalterZ(forecasts)).toBeCloseTo(1.147078669353, 11)
    expect(meanBias(forecasts)).toBeCloseTo(-0.102597835209, 11)
  })

  it('count by their weight', () => {
    const [first, ...rest] = forecasts
    const halves = [first!, first!].map((forecast) => ({ ...forecast, weight: 0.5 }))
    expect(scores([...halves, ...rest])?.brier).toBeCloseTo(0.258333333333, 11)
  })

  it('of nothing, or of certainties, have none', () => {
    expect(scores([])).toBeUndefined()
    expect(spiegelhalterZ([{ p: 0.5, outcome: 1 }])).toBeUndefined()
    expect(meanBias([{ p: 1, outcome: 1 }])).toBeUndefined()
    expect(scores([{ p: 0, outcome: 1 }])?.logLoss).toBeCloseTo(Math.log(1e6), 9)
  })

  it('fall into tenths, one and all', () => {
    const bins = reliability([...forecasts, { p: 1, outcome: 1 }, { p: 0, outcome: 0 }])
    expect(bins.map(({ from, weight }) => [from, weight])).toEqual([
      [0, 1],
      [0.1, 1],
      [0.2, 1],
      [0.4, 1],
      [0.7, 1],
      [0.8, 1],
      [0.9, 2],
    ])
    expect(bins.at(-1)).toMatchObject({ p: 0.95, yes: 1, to: 1 })
  })
})
