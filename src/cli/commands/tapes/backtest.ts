// `quoin backtest`: the bot of a configuration on a tape, in virtual time, under each queue model.

import { resolve } from 'node:path'
import { type Comparison, comparisonOf } from '../../../backtest/comparison.js'
import { defaultModels } from '../../../backtest/default-models.js'
import { type BacktestOptions, backtest } from '../../../backtest/run-backtest.js'
import { type Config, loadConfig } from '../../../config/config.js'
import { QuoinError } from '../../../domain/error.js'
import { seededRandom } from '../../../domain/random.js'
import { columnSource } from '../../../recording/cache/column-tape.js'
import { type CachePlace, cachedTape, TapeNotes } from '../../../recording/cache/tape-cache.js'
import { openTape, type Tape } from '../../../recording/open-tape.js'
import { roundTrips } from '../../../recording/round-trips.js'
import type { ModelRun, Range, RunReport } from '../../../report/result.js'
import { type ReportPaths, writeReport } from '../../../report/write-report.js'
import { type Latency, sampledLatency } from '../../../venue/simulated/fills/latency.js'
import { paperOptions } from '../../bot/paper-ports.js'
import { coreSettings } from '../../bot/settings/core-settings.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { packageVersion } from '../../package-root.js'
import { createProgress } from '../../progress.js'
import { loadStrategy } from '../../strategy/load-strategy.js'
import { bestModelOn } from '../../tape/ghosts-file.js'
import { cachePlace } from '../../tape/tape-columns.js'
import { alignColumns } from '../../text-columns.js'

export interface BacktestFlags {
  /** Instead of the configuration's. */
  readonly tape?: string
  readonly report?: string
  /** Another configuration on the same tape, to be told which one is better. */
  readonly against?: string
  /** The tape is read by way of its cache. */
  readonly isCached?: boolean
}

export async function runBacktest(path: string, flags: BacktestFlags, context: CommandContext): CommandResult {
  const config = loadConfig(path)
  const cache = flags.isCached === false ? {} : { cache: cachePlace(context.env) }
  const options = await backtestOptions(config, { ...flags, ...cache }, context.out.note)
  const done = await finished(options, flags.report ?? config.backtest.report, context)
  if (flags.against === undefined) {
    context.out.data(summary(done), () => lines(done))
    return 'ok'
  }
  const against = loadConfig(flags.against)
  const others = await backtestOptions(against, { tape: tapeOf(config, flags) }, context.out.note)
  // the same tape and the same assumptions about the queue, or there is nothing to compare
  const { source, models, unseenTakers } = options
  const beside = done.report.html.replace(/\.html$/, '-against')
  const other = await finished({ ...others, source, models, unseenTakers }, beside, context)
  const comparison = comparisonOf(done.result, other.result)
  context.out.data({ ...summary(done), against: { ...summary(other), ...comparison } }, () => [
    ...['first:', ...lines(done), '', 'second:', ...lines(other), ''],
    ...comparisonLines(comparison),
  ])
  return 'ok'
}

interface Finished {
  readonly result: RunReport
  readonly wallSeconds: number
  readonly report: ReportPaths
}

/** Runs it, with its progress shown, and writes its report. `target`: a page, or a folder that ends in a slash. */
async function finished(options: BacktestOptions, target: string, context: CommandContext): Promise<Finished> {
  const startedMs = performance.now()
  const progress = createProgress(context)
  const result = await backtest({
    ...options,
    onProgress: (model, records) => progress.say(`${model}: ${records.toLocaleString('en')} records`),
  }).finally(() => progress.done())
  if (result === undefined) throw new QuoinError('bad-payload', 'tape: expected records, got none')
  const wallSeconds = (performance.now() - startedMs) / 1000
  return { result, wallSeconds, report: writeReport(target, result, { version: packageVersion(), madeMs: Date.now() }) }
}

/** What a configuration says of a backtest. Throws `bad-config` where there is no tape. */
export async function backtestOptions(
  config: Config,
  flags: Pick<BacktestFlags, 'tape'> & {
    /** Where the tape's cache may lie; without it the tape is read as it is. */
    readonly cache?: CachePlace
  },
  note: (message: string) => void,
): Promise<BacktestOptions> {
  const strategy = await loadStrategy(config)
  const { profile } = config.venue
  const notes = new TapeNotes(note)
  const tape = await openTape(tapeOf(config, flags), { onNote: notes.say })
  const columns = flags.cache && (await cachedTape({ tape, notes, ...flags.cache }))
  const { latency, ...paper } = paperOptions(config)
  return {
    // as it was asked for: a report is shown to others, and where this machine keeps its tapes is nobody's business
    source: { ...(columns ? columnSource(columns) : tape), name: flags.tape ?? config.backtest.tape ?? tape.name },
    // a backtest shows what all of the sizes earn
    settings: coreSettings({ ...config, risk: { ...config.risk, ramp: undefined } }, strategy.quote),
    choice: config.markets,
    limits: profile.limits,
    paper,
    latency: config.backtest.latency === 'recorded' ? await recordedLatency(tape) : () => latency,
    mergedBestBids: profile.bestBids.counts === 'merged',
    ...(await modelsOf(config, tape, note)),
    unseenTakers: config.backtest.unseenTakers,
    feedMs: config.backtest.feedMs,
    strategy: { name: strategy.name, params: strategy.params },
  }
}

/** Those that the configuration names; else the default ones, with the best of the tape among them. */
async function modelsOf(
  { backtest: { models } }: Config,
  tape: Tape,
  note: (message: string) => void,
): Promise<Pick<BacktestOptions, 'models' | 'bestOnTape'>> {
  const best = await bestModelOn(tape, note)
  return { models: models ?? defaultModels(best), ...(best === undefined ? {} : { bestOnTape: best }) }
}

/** Of all runs of the tape together. */
async function recordedLatency(tape: Tape): Promise<() => Latency> {
  const records = async function* () {
    for (const { run } of tape.files.core) yield* tape.coreRecords(run)
  }
  const measured = await roundTrips(records())
  return () => sampledLatency(measured, seededRandom(1, 'latency'))
}

/** Path of the tape that runs. Throws `bad-config` where none is named. */
export function tapeOf({ backtest: { tape }, folder }: Config, flags: Pick<BacktestFlags, 'tape'>): string {
  if (flags.tape !== undefined) return resolve(flags.tape)
  if (tape !== undefined) return resolve(folder, tape)
  throw new QuoinError('bad-config', 'backtest.tape: expected a tape there or by --tape, got neither')
}

function summary({ result, wallSeconds, report }: Finished) {
  const { events, runs, fills, volume, pnl, warnings } = result
  const [first] = runs
  const eventsPerSecond = Math.round((events * runs.length) / wallSeconds)
  return {
    ...{ events, decisions: first?.decisions ?? 0, decisionHash: first?.decisionHash ?? '', fills, volume, pnl },
    ...{ wallSeconds, eventsPerSecond, report: report.html, warnings },
  }
}

function lines({ result, wallSeconds, report }: Finished): string[] {
  const { fromMs, toMs, events, runs, fills, volume, pnl, warnings, strategy } = result
  const minutes = (toMs - fromMs) / 60_000
  return [
    `${strategy.name} on ${events.toLocaleString('en')} records of ${minutes.toFixed(1)} minutes, in ${wallSeconds.toFixed(1)} s`,
    '',
    ...alignColumns([
      ['MODEL', 'FILLS', 'SHARES', 'ESTIMATED', 'P&L', 'SPREAD', 'INVENTORY', 'FEES', 'DRAWDOWN'],
      ...runs.map(modelRow),
    ]),
    '',
    `between the models: ${whole(fills)} fills, ${whole(volume)} shares, P&L ${money(pnl.lower)} to ${money(pnl.upper)}`,
    ...warnings.map((warning) => `warning: ${warning}`),
    `report: ${report.html}`,
  ]
}

function comparisonLines({ models, sentence }: Comparison): string[] {
  return [
    ...alignColumns([
      ['MODEL', 'SECOND LESS FIRST', '95 % FROM', 'TO'],
      ...models.map(({ model, pnl, interval }) => [
        model,
        money(pnl),
        interval === undefined ? '-' : money(interval.lower),
        interval === undefined ? '-' : money(interval.upper),
      ]),
    ]),
    '',
    sentence,
  ]
}

function modelRow({ model, fills, volume, estimated, pnl, maxDrawdown }: ModelRun): string[] {
  const { total, spread, inventory, fees } = pnl
  return [
    model,
    String(fills.length),
    volume.toFixed(0),
    estimated.toFixed(0),
    ...[total, spread, inventory, fees, maxDrawdown].map(money),
  ]
}

const whole = ({ lower, upper }: Range) =>
  Math.round(lower) === Math.round(upper) ? lower.toFixed(0) : `${lower.toFixed(0)} to ${upper.toFixed(0)}`
const money = (units: number) => units.toFixed(2)
