// Keys of sweeps: what is tried, on which part of a tape, and what is called the best.

import { parametersOf } from '../../src/cli/sweep/plan.js'
import type { Config } from '../../src/config/config.js'
import { ranking } from '../../src/sweep/search/search.js'
import { windowsOf } from '../../src/sweep/search/windows.js'
import { drawnTrials, gridTrials } from '../../src/sweep/space/trials.js'
import { bestOf } from '../../src/sweep/sweep-result.js'
import { madeTrial } from '../sweep/made-runs.js'
import { seenBy } from './bot-file.js'
import type { KeyRows } from './key-rows.js'

function tried({ sweep }: Config): unknown {
  const parameters = parametersOf(sweep, [])
  return sweep.search === 'grid' ? gridTrials(parameters) : drawnTrials(parameters, sweep)
}

const cut = ({ sweep }: Config): unknown => windowsOf({ fromMs: 0, toMs: 100_000 }, sweep)

/** One earns more, one falls less; of ten fills each. */
const MADE = [madeTrial(1, [5], { maxDrawdown: 9 }), madeTrial(2, [4], { maxDrawdown: 0.5 })]

function chosen({ sweep }: Config): unknown {
  const [first] = ranking(MADE, sweep)
  return { first: first?.trial.number, best: bestOf(MADE, { ...sweep, folds: 1 })?.trial.number }
}

const RANGE = { 'sweep.parameters': { 'strategy.params.size': { from: 1, to: 2 } } }
const RANDOM = { ...RANGE, 'sweep.search': 'random' }

export const sweepKeys: KeyRows = {
  'sweep.parameters': seenBy(tried, { 'sweep.parameters': { 'strategy.params.size': [1, 2, 3] } }, RANGE),
  'sweep.search': seenBy(tried, { 'sweep.search': 'random' }, RANGE),
  'sweep.runs': seenBy(tried, { 'sweep.runs': 3 }, RANDOM),
  'sweep.seed': seenBy(tried, { 'sweep.seed': 3 }, RANDOM),
  'sweep.objective': seenBy(chosen, { 'sweep.objective': 'pnl-per-drawdown' }),
  'sweep.minFills': seenBy(chosen, { 'sweep.minFills': 5 }),
  'sweep.holdOut': seenBy(cut, { 'sweep.holdOut': 0.5 }),
  'sweep.folds': seenBy(cut, { 'sweep.folds': 3 }),
  'sweep.workers': { coveredBy: 'test/cli/commands/tapes/sweep.test.ts' },
  'sweep.report': { coveredBy: 'test/cli/commands/tapes/sweep.test.ts' },
}
