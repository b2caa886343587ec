// `quoin backtest`: the bot of a configuration on a tape, in virtual time, under each queue model.

import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type Comparison, comparisonOf } from '../../../backtest/comparison.js'
import { type BacktestOptions, backtest, oneAfterTheOther } from '../../../backtest/run-backtest.js'
import { type Config, parseConfig, readYaml } from '../../../config/config.js'
import type { YamlSource } from '../../../config/yaml-file.js'
import { QuoinError, toFailure } from '../../../domain/error.js'
import type { ModelRun, Range, RunReport } from '../../../report/result.js'
import { type ReportPaths, writeReport } from '../../../report/write-report.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { packageVersion } from '../../package-root.js'
import { createProgress } from '../../progress.js'
import { unlessEnded } from '../../strategy/load-failure.js'
import { ENDED } from '../../strategy/load-strategy.js'
import { backtestOptions, type OfBacktest, tapeOf } from '../../tape/backtest-options.js'
import { onThreads } from '../../tape/model-threads.js'
import { cachePlace } from '../../tape/tape-columns.js'
import { alignColumns } from '../../text-columns.js'

export interface BacktestFlags {
  /** Instead of the configuration's. */
  readonly tape?: string
  readonly report?: string
  /** Another configuration on the same tape, to be told which one is better. */
  readonly against?: string
  /** False: the tape is read as it is, without its cache. */
  readonly cache?: boolean
  /** Models at a time; without it one, or as many as the machine has cores for a longer tape. */
  readonly threads?: number
}

export async function runBacktest(path: string, flags: BacktestFlags, context: CommandContext): CommandResult {
  const text = readYaml(path)
  const config = parseConfig(text)
  const cache = flags.cache === false ? undefined : cachePlace(context.env)
  const options = await backtestOptions(config, { tape: flags.tape, cache }, context.out.note)
  const tapePath = tapeOf(config, flags)
  const done = await finished(
    played(options, { config, text, tapePath, flags }, context),
    flags.report ?? config.backtest.report,
    context,
  )
  if (flags.against === undefined) {
    context.out.data(summary(done), () => lines(done))
    return quoting(path, done)
  }
  const textAgainst = readYaml(flags.against)
  const configAgainst = parseConfig(textAgainst)
  const others = await backtestOptions(configAgainst, { tape: tapePath }, context.out.note)
  // the same tape and the same assumptions about the queue, or there is nothing to compare
  const { source, columns, leftOut, models, unseenTakers } = options
  const second = { ...others, source, leftOut, models, unseenTakers, ...(columns && { columns }) }
  const target = done.report.html.replace(/\.html$/, '-against')
  const playing = { config: configAgainst, text: textAgainst, tapePath, flags }
  const other = await finished(played(second, playing, context), target, context)
  const comparison = comparisonOf(done.result, other.result)
  context.out.data({ ...summary(done), against: { ...summary(other), ...comparison } }, () => [
    ...['first:', ...lines(done), '', 'second:', ...lines(other), ''],
    ...comparisonLines(comparison),
  ])
  quoting(path, done)
  return quoting(flags.against, other)
}

/** Throws where a strategy failed and never quoted: what was found is then nothing about it, though it was found and is written. */
function quoting(path: string, { result: { runs } }: Finished): 'ok' {
  const [faults] = runs.flatMap((run) => (run.orders.placed === 0 ? (run.faults ?? []) : []))
  if (faults === undefined || runs.some(({ orders }) => orders.placed > 0)) return 'ok'
  const message = `${path}: strategy: expected one that quotes, got one that failed instead, ${faults.count} times; first: ${faults.first}; quoin check ${path} tries it on made-up markets`
  throw new QuoinError('bad-config', message)
}

/** Each thread compiles the program anew: on a shorter tape that takes longer than what it saves. */
const LEAST_RECORDS = 20_000

interface Playing {
  readonly config: Config
  readonly text: YamlSource
  readonly tapePath: string
  readonly flags: Pick<BacktestFlags, 'threads'>
}

/** With its models beside each other, where that is sooner; watched either way, as a strategy that never returns would be waited for. */
function played(
  options: OfBacktest,
  { config, text, tapePath, flags }: Playing,
  context: CommandContext,
): BacktestOptions {
  const { columns: tape, models, unseenTakers } = options
  const { watchdogSec } = config.process
  const { file } = config.strategy
  const path = file === undefined ? undefined : resolve(config.folder, file)
  const here = { ...options, runModels: watchedHere(path, watchdogSec, context) }
  if (tape === undefined) return here
  const threads = flags.threads ?? (tape.records < LEAST_RECORDS ? 1 : availableParallelism())
  if (Math.min(threads, models.length) < 2) return here
  return { ...options, runModels: onThreads({ config: text, tapePath, tape, unseenTakers }, { threads, watchdogSec }) }
}

/** `path`: of the strategy's file. */
function watchedHere(
  path: string | undefined,
  limitSec: number,
  { watchdog, out }: CommandContext,
): typeof oneAfterTheOther {
  return async (options) => {
    const watch = watchdog?.({ limitSec, json: out.json, onFault: (error) => out.note(toFailure(error).message) })
    try {
      const turns = watch && { onTurn: () => watch.turn() }
      return await unlessEnded(path, ENDED, () => oneAfterTheOther({ ...options, ...turns }))
    } finally {
      watch?.stop()
    }
  }
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
  if (result === undefined) throw new QuoinError('bad-tape', `${options.source.name}: expected records, got none`)
  const wallSeconds = (performance.now() - startedMs) / 1000
  return { result, wallSeconds, report: writeReport(target, result, { version: packageVersion(), madeMs: Date.now() }) }
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
    `between the models: ${whole(fills)} fills, ${whole(volume)} shares; P&L of nine of ten true runs, if the models are right: ${money(pnl.lower)} to ${money(pnl.upper)}`,
    ...warnings.map((warning) => `warning: ${warning}`),
    `report: ${report.html}`,
  ]
}

function comparisonLines({ models, sentence }: Comparison): string[] {
  return [
    ...alignColumns([
      ['SECOND LESS FIRST', 'P&L', 'OF ITS FILLS', '95 % FROM', 'TO'],
      ...models.map(({ model, pnl, edge, interval }) => [
        model,
        money(pnl),
        money(edge),
        interval === undefined ? '-' : money(interval.lower),
        interval === undefined ? '-' : money(interval.upper),
      ]),
    ]),
    'of its fills: what their shares were worth up to a minute later; the rest of P&L is how prices went while something was held',
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
/** Nothing is shown as minus zero. */
const money = (units: number) => units.toFixed(2).replace(/^-(?=0\.00$)/, '')
