// `quoin backtest`: the bot of a configuration on a tape, in virtual time, under each queue model.

import { resolve } from 'node:path'
import { type BacktestOptions, backtest } from '../../backtest/backtest.js'
import { type ReportPaths, writeReport } from '../../backtest/report/write-report.js'
import type { BacktestResult, ModelRun, Range } from '../../backtest/result.js'
import { type Config, loadConfig } from '../../config/config.js'
import { QuoinError } from '../../domain/error.js'
import { seededRandom } from '../../domain/random.js'
import { roundTrips } from '../../recording/round-trips.js'
import { openTape, type Tape } from '../../recording/tape.js'
import { type Latency, sampledLatency } from '../../venue/simulated/fills/latency.js'
import { coreSettings } from '../bot/core-settings.js'
import { paperOptions } from '../bot/paper-ports.js'
import type { CommandContext, CommandResult } from '../command.js'
import { packageVersion } from '../package-root.js'
import { createProgress } from '../progress.js'
import { loadStrategy } from '../strategy/load-strategy.js'
import { alignColumns } from '../text-columns.js'

export interface BacktestFlags {
  /** Instead of the configuration's. */
  readonly tape?: string
  readonly report?: string
}

export async function runBacktest(path: string, flags: BacktestFlags, context: CommandContext): CommandResult {
  const { out } = context
  const config = loadConfig(path)
  const startedMs = performance.now()
  const progress = createProgress(context)
  const result = await backtest({
    ...(await backtestOptions(config, flags, out.note)),
    onProgress: (model, records) => progress.say(`${model}: ${records.toLocaleString('en')} records`),
  }).finally(() => progress.done())
  if (result === undefined) throw new QuoinError('bad-payload', 'tape: expected records, got none')
  const wallSeconds = (performance.now() - startedMs) / 1000
  const eventsPerSecond = Math.round((result.events * result.runs.length) / wallSeconds)
  const report = writeReport(resolve(flags.report ?? config.backtest.report), result, {
    version: packageVersion(),
    madeMs: Date.now(),
  })
  out.data(summary(result, { wallSeconds, eventsPerSecond, report: report.html }), () =>
    lines(result, { wallSeconds, report }),
  )
  return 'ok'
}

/** What a configuration says of a backtest. Throws `bad-config` where there is no tape. */
export async function backtestOptions(
  config: Config,
  flags: BacktestFlags,
  note: (message: string) => void,
): Promise<BacktestOptions> {
  const strategy = await loadStrategy(config)
  const { profile } = config.venue
  const tape = await openTape(tapeOf(config, flags), { onNote: note })
  const { latency, ...paper } = paperOptions(config)
  return {
    // as it was asked for: a report is shown to others, and where this machine keeps its tapes is nobody's business
    source: { ...tape, name: flags.tape ?? config.backtest.tape ?? tape.name },
    // a backtest shows what all of the sizes earn
    settings: coreSettings({ ...config, risk: { ...config.risk, ramp: undefined } }, strategy.quote),
    choice: config.markets,
    limits: profile.limits,
    paper,
    latency: config.backtest.latency === 'recorded' ? await recordedLatency(tape) : () => latency,
    mergedBestBids: profile.bestBids.counts === 'merged',
    models: config.backtest.models,
    unseenTakers: config.backtest.unseenTakers,
    feedMs: config.backtest.feedMs,
    strategy: { name: strategy.name, params: strategy.params },
  }
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

function summary(
  { events, runs, fills, volume, pnl, warnings }: BacktestResult,
  rest: { readonly wallSeconds: number; readonly eventsPerSecond: number; readonly report: string },
) {
  const [first] = runs
  return {
    ...{ events, decisions: first?.decisions ?? 0, decisionHash: first?.decisionHash ?? '', fills, volume, pnl },
    ...rest,
    warnings,
  }
}

function lines(
  result: BacktestResult,
  { wallSeconds, report }: { readonly wallSeconds: number; readonly report: ReportPaths },
): string[] {
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
