import { describe, expect, it } from 'vitest'
import { objectiveOf, totalsOf } from '../../../src/sweep/statistics/totals.js'
import { madeModel, madeRun } from '../made-runs.js'

const profit = (total: number) => ({ spread: total, inventory: 0, fees: 0, total })
const fold = (averse: number, optimistic: number, drawdown = 1) => ({
  records: 1,
  models: [
    madeModel({ pnl: profit(averse), maxDrawdown: drawdown }),
    madeModel({ model: 'optimistic', pnl: profit(optimistic), fills: 20, changes: [0, 0, 0] }),
  ],
})

describe('totals', () => {
  const totals = totalsOf([fold(1, 5), fold(2, -4, 3)])
  it('add up the folds of each queue model', () => {
    expect(totals).toMatchObject([
      { model: 'risk-averse', fills: 20, volume: 200, pnl: profit(3), maxDrawdown: 3 },
      { model: 'optimistic', fills: 40, pnl: profit(1), maxDrawdown: 1 },
    ])
    // changes 0, 1, -0.5 twice: mean 1/6, deviation sqrt(0.4666…)
    expect(totals[0]?.sharpe).toBeCloseTo(1 / 6 / Math.sqrt(7 / 15), 12)
    expect(totals[1]).not.toHaveProperty('sharpe')
  })

  it.each([
    ['pnl', 1],
    ['mean-pnl', 2],
    ['pnl-per-drawdown', 1],
    ['sharpe', 0],
  ] as const)('have the objective %s', (objective, value) => expect(objectiveOf(objective, totals)).toBe(value))

  it('without a fall are over a cent of it', () => {
    expect(objectiveOf('pnl-per-drawdown', totalsOf([fold(1, 1, 0)]))).toBe(1)
    expect(objectiveOf('pnl-per-drawdown', totalsOf([madeRun(1, { maxDrawdown: 0 })]))).toBe(100)
  })
})
