// One trial: a tape of a bystander, two configurations on it, and what both truly earn on the same seed.

import type { Compared } from '../../../../src/backtest/comparison.js'
import type { ModelRun } from '../../../../src/report/result.js'
import { fixedSpread } from '../../../../strategies/fixed-spread.js'
import { replays, truth } from '../other-strategy.js'
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
  const kept = (all: readonly ModelRun[]): Compared => ({ ...span, runs: all.map(comparedPart) })
  return {
    ...{ world, seed, minutes, pair: name },
    truth: { first: truth(trial, first), second: truth(trial, second) },
    ...{ first: kept(runs), second: kept(others) },
  }
}

function spanOf(runs: readonly ModelRun[]) {
  const looks = runs.flatMap(({ samples }) => samples.map(({ atMs }) => atMs))
  return { fromMs: looks.reduce((a, b) => Math.min(a, b), Infinity), toMs: looks.reduce((a, b) => Math.max(a, b), 0) }
}

function comparedPart({ model, fills, estimated, pnl, samples, markets }: ModelRun): Compared['runs'][number] {
  return {
    ...{ model, fills, estimated, pnl },
    samples: samples.map(({ atMs, pnl: total }) => ({ atMs, pnl: total })),
    markets: markets.map(({ conditionId, groupId, status, winner }) => ({
      ...{ conditionId, status },
      ...(groupId === undefined ? {} : { groupId }),
      ...(winner === undefined ? {} : { winner }),
    })),
  }
}
