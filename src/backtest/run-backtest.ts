// A strategy on a tape: one run per fill model, and the range that they span.

import { failedFills, type ModelRun, type RunReport, rangeOf } from '../report/result.js'
import { faultWords } from '../report/run/run-faults.js'
import { FEW_FILLS } from '../report/run/run-words.js'
import { unquotedWords } from '../report/run/unquoted-time.js'
import type { QueueModel } from '../venue/simulated/fills/queue-models.js'
import { latencyWords } from './latency-words.js'
import { profitRange } from './profit-range.js'
import { type ModelOutcome, type RunModelOptions, runModel } from './run-model.js'
import type { LatencyKind } from './schema.js'

export interface BacktestOptions extends Omit<RunModelOptions, 'model' | 'onProgress'> {
  readonly models: readonly RunModelOptions['model'][]
  readonly strategy: RunReport['strategy']
  /** What `latency` is. */
  readonly latencyKind?: LatencyKind
  /** What `quoin tape ghosts` found on the tape: the report names it. */
  readonly bestOnTape?: QueueModel
  /** What is left out of the tape, asked for when it has been read. */
  readonly leftOut?: () => readonly string[]
  /** What it hears less of than a run would, where its tape lasts from then to then. */
  readonly missing?: (tape: { readonly fromMs: number; readonly toMs: number }) => readonly string[]
  readonly onProgress?: (model: RunModelOptions['model'], records: number) => void
  /** Plays the tape under each model, in their order; one after the other in this thread by default. */
  readonly runModels?: (options: BacktestOptions) => Promise<readonly (ModelOutcome | undefined)[]>
}

/** `undefined` for a tape without records. */
export async function backtest(options: BacktestOptions): Promise<RunReport | undefined> {
  const { runModels = oneAfterTheOther } = options
  const outcomes = (await runModels(options)).filter((outcome) => outcome !== undefined)
  const [first] = outcomes
  if (first === undefined) return undefined
  const runs = outcomes.map(({ run }) => run)
  return {
    tape: options.source.name,
    strategy: options.strategy,
    ...{ fromMs: first.fromMs, toMs: first.toMs, events: first.events, runs },
    fills: rangeOf(runs.map(({ fills }) => fills.length)),
    volume: rangeOf(runs.map(({ volume }) => volume)),
    pnl: profitRange(runs),
    warnings: [...(options.leftOut?.() ?? []), ...(options.missing?.(first) ?? []), ...warningsOf(runs)],
    // as far as the first model: what was filled changes nothing about what is selected
    marketsSeen: first.seen,
    ...(options.latencyKind === undefined ? {} : { latency: latencyWords(options.latencyKind, runs) }),
    ...(options.bestOnTape === undefined ? {} : { bestOnTape: options.bestOnTape }),
  }
}

export async function oneAfterTheOther(options: BacktestOptions): Promise<readonly (ModelOutcome | undefined)[]> {
  const outcomes: (ModelOutcome | undefined)[] = []
  for (const model of options.models) {
    const { onProgress } = options
    outcomes.push(await runModel({ ...options, model, onProgress: (records) => onProgress?.(model, records) }))
  }
  return outcomes
}

function warningsOf(runs: readonly ModelRun[]): string[] {
  const warnings: string[] = []
  const [faults] = runs.flatMap(({ model, faults }) =>
    faults === undefined ? [] : { model, words: faultWords(faults) },
  )
  if (faults !== undefined) warnings.push(`${faults.words} (${faults.model})`)
  const unquoted = runs.map((run) => run.unquoted)
  if (unquoted[0] !== undefined && !unquoted.includes(undefined)) warnings.push(unquotedWords(unquoted[0]))
  const most = Math.max(...runs.map(({ fills }) => fills.length))
  if (most === 0) warnings.push('no model fills anything: nothing can be said of profit or loss')
  else if (most < FEW_FILLS) warnings.push(`at most ${most} fills: too few to say much`)
  const markets = runs.flatMap((run) => run.markets)
  if (markets.length > 0 && markets.every(({ tapeVolume }) => tapeVolume === 0)) {
    warnings.push(
      'the tape tells of no trade in these markets: only a book that moves through a quote fills it, and takers are not estimated; few fills say nothing of the strategy then',
    )
  }
  for (const { model, halted } of runs) if (halted !== undefined) warnings.push(`${model}: the bot halted: ${halted}`)
  const { model, part } = runs.reduce(
    (most, run) => {
      const own = run.volume > 0 ? run.estimated / run.volume : 0
      return own > most.part ? { model: run.model, part: own } : most
    },
    { model: '', part: 0 },
  )
  if (part > 0) {
    warnings.push(
      `${(100 * part).toFixed(0)} % of the shares (${model}) are estimates: quotes stood inside the recorded spread, or took the rest of takers who emptied a level; no tape can prove such fills, and the range of the profit has them as dear as those that it proves at its lower end, and their chance at both`,
    )
  }
  // each model is the whole run again: those of one add nothing to those of another
  const reverted = Math.max(...runs.map(failedFills))
  if (reverted > 0)
    warnings.push(
      `at most ${reverted} fills of a model were reverted in settlement; they count as fills and not as volume`,
    )
  return warnings
}
