// Several windows of one configuration as one: sums, and what the objective makes of them.

import { sharpe } from '../../report/metrics/returns.js'
import type { WindowModel, WindowRun } from '../runs/window-run.js'
import type { OBJECTIVES } from '../schema.js'

export type Objective = (typeof OBJECTIVES)[number]

/** Of one queue model, over some windows. */
export interface Totals {
  readonly model: string
  readonly fills: number
  readonly volume: number
  readonly pnl: WindowModel['pnl']
  /** The largest within a window. */
  readonly maxDrawdown: number
  /** Per interval of the profit; absent where it never moved. */
  readonly sharpe?: number
  /** Why the bot halted, where it did. */
  readonly halted?: string
  /** By what the strategy failed first, where it did. */
  readonly fault?: string
}

export function totalsOf(runs: readonly WindowRun[]): readonly Totals[] {
  return (runs[0]?.models ?? []).map((_model, i) => totalOf(runs.flatMap(({ models }) => models[i] ?? [])))
}

function totalOf(models: readonly WindowModel[]): Totals {
  const sum = (of: (model: WindowModel) => number) => models.reduce((total, model) => total + of(model), 0)
  const ratio = sharpe(models.flatMap(({ changes }) => changes))
  const fault = models.find((model) => model.fault !== undefined)?.fault
  const halted = models.find((model) => model.halted !== undefined)?.halted
  return {
    model: models[0]?.model ?? '',
    fills: sum(({ fills }) => fills),
    volume: sum(({ volume }) => volume),
    pnl: {
      spread: sum(({ pnl }) => pnl.spread),
      inventory: sum(({ pnl }) => pnl.inventory),
      fees: sum(({ pnl }) => pnl.fees),
      total: sum(({ pnl }) => pnl.total),
    },
    maxDrawdown: Math.max(...models.map(({ maxDrawdown }) => maxDrawdown)),
    ...(ratio === undefined ? {} : { sharpe: ratio }),
    ...(halted === undefined ? {} : { halted }),
    ...(fault === undefined ? {} : { fault }),
  }
}

/** A fall of less than a cent is none: without it nothing that hardly trades would be the best of all. */
const LEAST_DRAWDOWN = 0.01

/**
 * What the best has most of. Of the queue model where it is least, so that no assumption about the queue makes a winner; `mean-pnl` of all.
 * A profit that never moved has a Sharpe ratio of 0.
 */
export function objectiveOf(objective: Objective, totals: readonly Totals[]): number {
  const ofModels = totals.map(({ pnl, maxDrawdown, sharpe: ratio = 0 }) => {
    if (objective === 'sharpe') return ratio
    return objective === 'pnl-per-drawdown' ? pnl.total / Math.max(maxDrawdown, LEAST_DRAWDOWN) : pnl.total
  })
  if (objective === 'mean-pnl') return ofModels.reduce((sum, value) => sum + value, 0) / ofModels.length
  return Math.min(...ofModels)
}

/** The objective in words, as the output says it. */
export const OBJECTIVE_WORDS: Readonly<Record<Objective, string>> = {
  pnl: 'P&L of the queue model where it is lowest',
  'mean-pnl': 'P&L, mean over the queue models',
  'pnl-per-drawdown': 'P&L over the largest drawdown, of the queue model where it is lowest',
  sharpe: 'Sharpe ratio of the queue model where it is lowest',
}

/** Fills under the model with the fewest. */
export const leastFills = (totals: readonly Totals[]): number => Math.min(...totals.map(({ fills }) => fills))

/** The model whose profit is lowest; the first of equals. */
export function worstModel(totals: readonly Totals[]): number {
  const lowest = Math.min(...totals.map(({ pnl }) => pnl.total))
  return Math.max(
    0,
    totals.findIndex(({ pnl }) => pnl.total === lowest),
  )
}
