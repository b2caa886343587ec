// A sweep as CSV: a row for each configuration and queue model, and the configuration as it is.

import { type Cell, csv } from '../../report/report-csv.js'
import type { Value } from '../space/parameter.js'
import type { Totals } from '../statistics/totals.js'
import type { SweepResult, TrialResult } from '../sweep-result.js'

const COLUMNS = 'fills,volume,pnl,spread,inventory,fees,max_drawdown,sharpe'.split(',')

export function sweepCsv(result: SweepResult): string {
  const paths = result.parameters.map(({ path }) => path)
  const held = result.holdOut === undefined ? [] : COLUMNS.map((name) => `held_out_${name}`)
  const columns = ['rank', 'number', 'state', 'folds', ...paths, 'model', 'objective', ...COLUMNS, ...held, 'reason']
  const ranked = result.trials.flatMap((trial, i) => rows(result, trial, { rank: i + 1, values: trial.values }))
  return csv(columns, [...ranked, ...rows(result, result.asConfigured, { rank: undefined, values: result.configured })])
}

function rows(
  { parameters, models, holdOut }: SweepResult,
  { number, state, folds, objective, searched, heldOut, reason }: TrialResult,
  { rank, values }: { readonly rank: number | undefined; readonly values: readonly (Value | undefined)[] },
): Cell[][] {
  return models.map((model, i) => [
    ...[rank, number === 0 ? 'as configured' : number, state, folds],
    ...parameters.map((_parameter, place) => cell(values[place])),
    ...[model, objective, ...cells(searched[i])],
    ...(holdOut === undefined ? [] : cells(heldOut?.[i])),
    reason,
  ])
}

const cell = (value: Value | undefined): Cell => (typeof value === 'boolean' ? String(value) : value)

function cells(totals: Totals | undefined): Cell[] {
  if (totals === undefined) return COLUMNS.map(() => undefined)
  const { fills, volume, pnl, maxDrawdown, sharpe } = totals
  return [fills, volume, pnl.total, pnl.spread, pnl.inventory, pnl.fees, maxDrawdown, sharpe]
}
