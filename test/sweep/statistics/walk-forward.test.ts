import { describe, expect, it } from 'vitest'
import { walkForward } from '../../../src/sweep/statistics/walk-forward.js'
import { madeRun } from '../made-runs.js'

describe('walk-forward', () => {
  const trial = (number: number, ...pnls: number[]) => ({ number, folds: pnls.map((pnl) => madeRun(pnl)) })
  it('chooses by what came before, and is judged on what came then', () => {
    expect(walkForward([trial(1, 5, -2, 1), trial(2, 1, 4, -3)], { objective: 'pnl', minFills: 0 })).toEqual([
      { fold: 1, chosen: 1, pnl: -2, hindsightPnl: 4 },
      { fold: 2, chosen: 2, pnl: -3, hindsightPnl: 1 },
    ])
  })

  it('chooses among those that were still there', () => {
    expect(walkForward([trial(1, 9), trial(2, 1, 4), trial(3, 2, 3)], { objective: 'pnl', minFills: 0 })).toEqual([
      { fold: 1, chosen: 3, pnl: 3, hindsightPnl: 4 },
    ])
    expect(walkForward([trial(1, 9)], { objective: 'pnl', minFills: 0 })).toEqual([])
  })

  it('chooses nobody that could not be called the best by then, and calls nobody so in hindsight', () => {
    const hardly = { number: 1, folds: [0, 0, 0].map((pnl) => madeRun(pnl, { fills: 1 })) }
    const trading = { number: 2, folds: [-1, -2, -3].map((pnl) => madeRun(pnl, { fills: 10 })) }
    const late = { number: 3, folds: [1, 9, 9].map((pnl, i) => madeRun(pnl, { fills: i === 0 ? 2 : 20 })) }
    const rule = { objective: 'pnl', minFills: 30 } as const
    // 30 on three folds are 10 on one and 20 on two
    expect(walkForward([hardly, trading, late], rule)).toEqual([
      { fold: 1, chosen: 2, pnl: -2, hindsightPnl: 9 },
      { fold: 2, chosen: 3, pnl: 9, hindsightPnl: 9 },
    ])
    expect(walkForward([hardly], rule)).toEqual([])
  })
})
