// All that a sweep is, before its first run: settings, what is varied, every configuration checked, the tape in memory and cut.

import { resolve } from 'node:path'
import { SWEPT_MODELS } from '../../backtest/default-models.js'
import { parseConfig, readYaml } from '../../config/config.js'
import { parseYaml, type YamlSource } from '../../config/yaml-file.js'
import { QuoinError } from '../../domain/error.js'
import type { ColumnTape } from '../../recording/cache/column-tape.js'
import { niceInterval } from '../../report/metrics/even-grid.js'
import { reportBase } from '../../report/write-report.js'
import { type SweepSettings, sweepSettings } from '../../sweep/schema.js'
import { LEAST_WINDOW_MS, type Windows, windowsOf } from '../../sweep/search/windows.js'
import type { Parameter, Value } from '../../sweep/space/parameter.js'
import type { CommandContext } from '../command-context.js'
import { backtestOptions, tapeOf } from '../tape/backtest-options.js'
import { tapeInColumns } from '../tape/tape-columns.js'
import { PLACE, type PlannedTrial, parametersOf, planTrials } from './plan.js'

export interface SweepFlags {
  /** Instead of the configuration's. */
  readonly tape?: string
  /** `path=values`, each. */
  readonly set: readonly string[]
  /** Settings that go before those of the configuration. */
  readonly settings: Readonly<Record<string, unknown>>
  /** False: the tape is read as it is, without its cache. */
  readonly cache?: boolean
  /** Forgets the runs that are stored. */
  readonly fresh?: boolean
  /** Address of Redis, or a file that holds it: workers elsewhere do the runs. */
  readonly queue?: string
}

export interface SweepSetup {
  readonly source: YamlSource
  readonly strategy: string
  readonly models: readonly string[]
  readonly settings: SweepSettings
  readonly parameters: readonly Parameter[]
  /** The values as they are, one for each parameter. */
  readonly configured: readonly (Value | undefined)[]
  readonly planned: readonly PlannedTrial[]
  readonly tapePath: string
  /** As it was asked for: where this machine keeps its tapes is nobody's business. */
  readonly tapeName: string
  readonly tape: ColumnTape
  /** In words, what its runs hear less of than a bot would. */
  readonly missing: readonly string[]
  readonly windows: Windows
  /** Interval of the profit's changes, milliseconds. */
  readonly stepMs: number
  /** Seconds without a turn that end a run; 0: never. */
  readonly watchdogSec: number
  /** Path of the report without its ending. */
  readonly base: string
}

/** Throws `bad-config`, `bad-argument` or `bad-tape` before anything has run. `note` hears what is left out. */
export async function setUpSweep(
  path: string,
  flags: SweepFlags,
  { env, note }: { readonly env: CommandContext['env']; readonly note: (message: string) => void },
): Promise<SweepSetup> {
  const source = readYaml(path)
  const config = parseConfig(source)
  const settings = settingsOf(config.sweep, flags.settings)
  const parameters = parametersOf(settings, flags.set)
  const planned = await planTrials(source, parameters, settings)
  if (settings.search !== 'grid' && planned.length - 1 < settings.runs) {
    note(`there are only ${planned.length - 1} different configurations, not ${settings.runs}`)
  }
  const tapePath = tapeOf(config, flags)
  const tape = await tapeInColumns(tapePath, { env, note, isCached: flags.cache !== false })
  if (tape === undefined) throw new QuoinError('bad-tape', `${tapePath}: expected records, got none`)
  const windows = windowsOf(tape, settings)
  checkWindows(windows, tape)
  const [fold] = windows.folds
  const { source: asked, missing } = await backtestOptions(config, { tape: flags.tape }, () => undefined)
  return {
    ...{ source, settings, parameters, planned, tapePath, tapeName: asked.name, tape, windows },
    missing: missing?.(tape) ?? [],
    strategy: planned[0]?.strategy ?? '',
    models: config.backtest.models ?? SWEPT_MODELS,
    configured: parameters.map(({ path }) => configuredValue(planned[0]?.effective, path)),
    stepMs: niceInterval((fold?.toMs ?? 0) - (fold?.fromMs ?? 0)),
    watchdogSec: config.process.watchdogSec,
    // a slash at the end says that it is a folder
    base: resolve(reportBase(settings.report, 'sweep')),
  }
}

/** Throws `bad-argument` for a flag out of its range. */
function settingsOf(configured: SweepSettings, flags: Readonly<Record<string, unknown>>): SweepSettings {
  try {
    // JSON is YAML: what is wrong is said as of a file
    return parseYaml({ file: '', text: JSON.stringify({ ...configured, ...flags }) }, sweepSettings)
  } catch (error) {
    if (!(error instanceof QuoinError)) throw error
    const [problem = ''] = error.message.split('\n')
    throw new QuoinError('bad-argument', `sweep.${problem.replace(PLACE, '')}`, { cause: error })
  }
}

function checkWindows({ folds, holdOut }: Windows, tape: ColumnTape): void {
  const shortest = Math.min(...[...folds, ...(holdOut ? [holdOut] : [])].map(({ fromMs, toMs }) => toMs - fromMs))
  if (shortest >= LEAST_WINDOW_MS) return
  const minutes = ((tape.toMs - tape.fromMs) / 60_000).toFixed(1)
  throw new QuoinError(
    'bad-argument',
    `sweep.folds: expected folds and a hold-out of at least ${LEAST_WINDOW_MS / 1000} s, got ${(shortest / 1000).toFixed(1)} s of a tape of ${minutes} minutes; take fewer, or a longer tape`,
  )
}

/** Defaults included; `undefined` where there is none, or no plain value. */
function configuredValue(effective: unknown, path: string): Value | undefined {
  const value = path
    .split('.')
    .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), effective)
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? value : undefined
}
