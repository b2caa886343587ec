// The profit that the models of a backtest span. Estimated fills are too kind: they come at moments that know nothing of the next one, while takers
// who leave a trace know something. So a model with estimates counts twice, as it is and with what its estimates keep too much taken off:
//
//   too much = n_est max(0, m_est - m_tape)     m: mean of s (others' mid 10 s later - mid at the fill) per share, s = +1 for what adds YES
//
// of the fills that are estimates and of those that the tape proves.

import { markouts } from '../report/metrics/markouts.js'
import { standing } from '../report/metrics/yes-fills.js'
import { type ModelRun, type Range, type RunFill, rangeOf } from '../report/result.js'

export function profitRange(runs: readonly Pick<ModelRun, 'fills' | 'pnl'>[]): Range {
  return rangeOf(runs.flatMap(({ fills, pnl }) => [pnl.total, pnl.total - keptTooMuch(fills)]))
}

/** Units of collateral. */
function keptTooMuch(all: readonly RunFill[]): number {
  const fills = standing(all)
  const estimates = fills.filter(({ isEstimate }) => isEstimate)
  const estimated = markouts(estimates)['10'].markout
  const proven = markouts(fills.filter(({ isEstimate }) => !isEstimate))['10'].markout
  if (estimated === undefined || proven === undefined) return 0
  // in cents per share
  const each = Math.max(0, estimated - proven) / 100
  return each * estimates.reduce((sum, { shares }) => sum + shares, 0)
}
