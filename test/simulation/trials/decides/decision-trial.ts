// One trial: a tape of a bystander, two configurations on it, and what both truly earn on the same seed.

import { comparisonOf } from '../../../../src/backtest/comparison.js'
import type { ModelRun } from '../../../../src/report/result.js'
import { fixedSpread } from '../../../../strategies/fixed-spread.js'
import { type Outcome, replays, truth } from '../other-strategy.js'
import { pairOf } from './pairs.js'
import type { Told } from './results.js'
import { WORLDS } from './worlds.js'

export interface TrialWish {
  readonly world: string
  readonly seed: number
  readonly minutes: number
}

/** Far from the touch: what it changes in the market is next to nothing. */
const BYSTANDER = { strategy: fixedSpread, params: { halfSpread: 0.06 } }
/** Those of a backtest that names none. */
const MODELS = ['risk-averse', 'power-3', 'optimistic'] as const

export async function decisionTrial({ world, seed, minutes }: TrialWish): Promise<Told> {
  const { name, first, second } = pairOf(seed)
  const trial = { seed, minutes, world: WORLDS[world] ?? {}, recorded: BYSTANDER, models: MODELS }
  const [runs = [], others = []] = await replays(trial, [first, second])
  const span = spanOf([...runs, ...others])
  const { verdict, sentence, models } = comparisonOf({ ...span, runs }, { ...span, runs: others })
  return {
    ...{ world, seed, minutes, pair: name, verdict, sentence, models },
    truth: { first: kept(truth(trial, first)), second: kept(truth(trial, second)) },
    runs: { first: runs.map(keptRun), second: others.map(keptRun) },
  }
}

function spanOf(runs: readonly ModelRun[]) {
  const looks = runs.flatMap(({ samples }) => samples.map(({ atMs }) => atMs))
  return { fromMs: looks.reduce((a, b) => Math.min(a, b), Infinity), toMs: looks.reduce((a, b) => Math.max(a, b), 0) }
}

const rounded = (value: number) => Math.round(value * 1e4) / 1e4
const kept = ({ fills, shares, pnl, markout }: Outcome) => ({
  ...{ fills, shares: rounded(shares), pnl: rounded(pnl) },
  ...(markout === undefined ? {} : { markout: rounded(markout) }),
})

/** What another rule needs to judge the trial again. */
function keptRun({ model, fills, volume, estimated, pnl, samples }: ModelRun): Told['runs']['first'][number] {
  return {
    ...{ model, volume: rounded(volume), estimated: rounded(estimated), pnl: rounded(pnl.total) },
    equity: samples.map(({ atMs, pnl: { total } }) => [atMs, rounded(total)] as const),
    fills: fills.map(({ atMs, outcome, side, price, shares, isEstimate, mid, midAfter }) => ({
      ...{ atMs, direction: (outcome === 0) === (side === 'BUY') ? 1 : -1, shares, isEstimate },
      price: outcome === 0 ? price : rounded(1 - price),
      ...(mid === undefined ? {} : { mid: rounded(mid) }),
      ...(midAfter['10'] === undefined ? {} : { later: rounded(midAfter['10']) }),
    })),
  }
}
