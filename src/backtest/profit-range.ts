// The profit that a bot would have made on a tape: nine of ten truths lie between its ends, if the models are right. `risk-averse` and `optimistic`
// bound fills and volume; to have met as few takers as can be, or as many, bounds no profit, so they count only where no model stands between
// them. Those between draw the takers that no tape shows each anew, so that their mean is nearer to the truth than one of them is. Around it
// stands what chance may do, and below what estimated fills keep too much; the own profits of these models lie within.
//
//   kind:    estimates come at moments that know nothing of the next one, while takers who leave a trace know something. Below, what they keep
//            too much is taken off, of the fills that are estimates and of those that the tape proves:
//              too much = n_est max(0, m_est - m_tape)     m: mean of s (others' mid 10 s later - mid at the fill) per share, s = +1 for what adds YES
//   chance:  estimated takers come as a Poisson process, so what their fills add to the profit is a compound Poisson sum, whose variance is
//            the sum of the squares (Campbell); the truth is one draw, and the mean of k models has a k-th of the variance of one. Proven fills
//            have chance too: a message that takes another time stands elsewhere in a queue, so that two true runs of one strategy on one path
//            each have a part q of their shares to themselves. To each side goes what chance exceeds once in twenty times,
//              1.645 sqrt((1 + 1/k) V_est + 2 q V_tape)     V = sum over the fills of (s n (v - P) - fee)^2
//            v: what YES is worth when it leaves, on average. A fill too many or too few matters until the strategy has worked it off, as it does
//            all that it holds: how the price goes afterwards is the same with it and without. So its shares leave at the rate at which the
//            inventory of that run left, each at the others' mid of then, and what is there at the end is worth what it is then (unwind-marks.ts)

import { halfLifeMs, unwindHalfLife } from '../report/metrics/inventory-half-life.js'
import { markouts } from '../report/metrics/markouts.js'
import { unwindMarks } from '../report/metrics/unwind-marks.js'
import { filtered, standing, yesFill } from '../report/metrics/yes-fills.js'
import { type ModelRun, type Range, type RunFill, rangeOf } from '../report/result.js'

/** A normal distribution is beyond once in twenty times. */
const Z_95 = 1.645
/** The q above: 0.09 and 0.14 were measured for fixed-spread and as-logit, 0.30 for who always stands at the touch (npm run check:own). */
const OTHER_TIMES_SHARE = 0.1

type Run = Pick<ModelRun, 'model' | 'fills' | 'markets' | 'pnl'>

/** `runs`: of one tape, at least one. Units of collateral. */
export function profitRange(runs: readonly Run[]): Range {
  const between = runs.filter(({ model }) => model !== 'risk-averse' && model !== 'optimistic')
  if (between.length === 0) return rangeOf(runs.flatMap((run) => likely([run])))
  return rangeOf([...between.map(({ pnl }) => pnl.total), ...likely(between)])
}

/** The ends between which nine of ten truths lie, if these models are right. */
function likely(runs: readonly Run[]): [number, number] {
  const mean = (of: (run: Run) => number) => runs.reduce((sum, run) => sum + of(run), 0) / runs.length
  const variance = mean((run) => varianceOfTruth(run, runs.length))
  const chance = Z_95 * Math.sqrt(variance)
  const profit = mean(({ pnl }) => pnl.total)
  return [profit - mean(({ fills }) => keptTooMuch(fills)) - chance, profit + chance]
}

/** Around the mean of so many such runs, units of collateral squared. */
function varianceOfTruth({ fills, markets }: Run, runs: number): number {
  const markOf = unwindMarks(markets, halfLifeMs(markets, unwindHalfLife))
  let variance = 0
  for (const fill of standing(fills)) {
    const { sign, shares, price, fee } = yesFill(fill)
    const part = fill.isEstimate ? 1 + 1 / runs : 2 * OTHER_TIMES_SHARE
    variance += part * (sign * shares * (markOf(fill) - price) - fee) ** 2
  }
  return variance
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
