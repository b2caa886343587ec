// Runs of a sweep by hand.

import type { WindowModel, WindowRun } from '../../src/sweep/runs/window-run.js'
import type { SearchedTrial } from '../../src/sweep/search/search.js'

export const madeModel = (change: Partial<WindowModel> = {}): WindowModel => ({
  ...{ model: 'risk-averse', fills: 10, volume: 100, maxDrawdown: 1, changes: [0, 1, -0.5], decisionHash: 'ab' },
  pnl: { spread: 0.5, inventory: 0, fees: 0, total: 0.5 },
  ...change,
})

/** Of one queue model, with this profit. */
export const madeRun = (total: number, change: Partial<WindowModel> = {}): WindowRun => ({
  records: 10,
  models: [madeModel({ pnl: { spread: total, inventory: 0, fees: 0, total }, decisionHash: `h${total}`, ...change })],
})

export const madeTrial = (
  number: number,
  totals: readonly number[],
  change: Partial<WindowModel> = {},
): SearchedTrial => ({
  trial: { number, values: [number] },
  folds: totals.map((total) => madeRun(total, change)),
})
