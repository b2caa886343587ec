// The profit that the models of a backtest span. Estimated fills are drawn by chance and are too kind, so a model with estimates counts with
// what both may do.
//
//   kind:    they come at moments that know nothing of the next one, while takers who leave a trace know something. Below, what they keep
//            too much is taken off, of the fills that are estimates and of those that the tape proves:
//              too much = n_est max(0, m_est - m_tape)     m: mean of s (others' mid 10 s later - mid at the fill) per share, s = +1 for what adds YES
//   chance:  estimated takers come as a Poisson process, so what their fills add to the profit is a compound Poisson sum, whose variance is
//            the sum of the squares (Campbell). To each side goes what chance exceeds once in twenty times, 1.645 standard deviations: nine
//            of ten lie between the two. A fill too many or too few matters until the strategy has worked it off, as it does all that it holds:
//            how the price goes afterwards is the same with it and without. So its shares leave at the rate at which the inventory of that run
//            left, each at the others' mid of then, and what is there at the end is worth what it is then (unwind-marks.ts)
//              sd^2 = sum over estimated fills of (s n (v - P) - fee)^2     v: what YES is worth when it leaves, on average

import { halfLifeMs, unwindHalfLife } from '../report/metrics/inventory-half-life.js'
import { markouts } from '../report/metrics/markouts.js'
import type { MarkOf } from '../report/metrics/marks-at-end.js'
import { unwindMarks } from '../report/metrics/unwind-marks.js'
import { filtered, standing, yesFill } from '../report/metrics/yes-fills.js'
import { type ModelRun, type Range, type RunFill, rangeOf } from '../report/result.js'

/** A normal distribution is beyond once in twenty times. */
const Z_95 = 1.645

export function profitRange(runs: readonly Pick<ModelRun, 'fills' | 'markets' | 'pnl'>[]): Range {
  return rangeOf(
    runs.flatMap(({ fills, markets, pnl }) => {
      const chance = Z_95 * deviation(fills, unwindMarks(markets, halfLifeMs(markets, unwindHalfLife)))
      return [pnl.total + chance, pnl.total - keptTooMuch(fills) - chance]
    }),
  )
}

/** Of what estimated fills are worth, units of collateral. */
function deviation(fills: Iterable<RunFill>, markOf: MarkOf): number {
  let squares = 0
  for (const fill of standing(fills)) {
    if (!fill.isEstimate) continue
    const { sign, shares, price, fee } = yesFill(fill)
    squares += (sign * shares * (markOf(fill) - price) - fee) ** 2
  }
  return Math.sqrt(squares)
}

/** Units of collateral. */
function keptTooMuch(all: Iterable<RunFill>): number {
  const fills = standing(all)
  const estimates = filtered(fills, ({ isEstimate }) => isEstimate)
  const estimated = markouts(estimates)['10'].markout
  const proven = markouts(filtered(fills, ({ isEstimate }) => !isEstimate))['10'].markout
  if (estimated === undefined || proven === undefined) return 0
  // in cents per share
  const each = Math.max(0, estimated - proven) / 100
  let estimatedShares = 0
  for (const { shares } of estimates) estimatedShares += shares
  return each * estimatedShares
}
