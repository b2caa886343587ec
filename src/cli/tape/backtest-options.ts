// What a configuration says of a backtest: its tape, its fill models, its latencies, and the bot that plays.

import { dirname, resolve, sep } from 'node:path'
import { AsItWas } from '../../backtest/as-it-was.js'
import { DEFAULT_MODELS } from '../../backtest/default-models.js'
import type { BacktestOptions } from '../../backtest/run-backtest.js'
import type { Config } from '../../config/config.js'
import { signalsRead } from '../../core/settings.js'
import { QuoinError } from '../../domain/error.js'
import { seededRandom } from '../../domain/random.js'
import { type ColumnTape, columnSource } from '../../recording/cache/column-tape.js'
import { type CachePlace, cachedTape, TapeNotes } from '../../recording/cache/tape-cache.js'
import { openTape, type Tape } from '../../recording/open-tape.js'
import { LEAST_TRIPS, requireTrips, roundTrips } from '../../recording/round-trips.js'
import { sentMessages } from '../../recording/sent-messages.js'
import { SignalHistory } from '../../signals/signal-history.js'
import { type Latency, sampledLatency } from '../../venue/simulated/fills/latency.js'
import { paperOptions } from '../bot/paper-ports.js'
import { coreSettings } from '../bot/settings/core-settings.js'
import { loadStrategy } from '../strategy/load-strategy.js'
import { backtestSignals } from './backtest-signals.js'
import { bestModelOn } from './ghosts-file.js'

export interface OfBacktest extends BacktestOptions {
  /** The tape, where it has a cache. */
  readonly columns?: ColumnTape
  readonly leftOut: () => readonly string[]
}

interface TapeChoice {
  /** Instead of the configuration's. */
  readonly tape?: string | undefined
}

/** What a configuration says of a backtest. Throws `bad-config` where there is no tape. */
export async function backtestOptions(
  config: Config,
  flags: TapeChoice & {
    /** Where the tape's cache may lie; without it the tape is read as it is. */
    readonly cache?: CachePlace | undefined
  },
  note: (message: string) => void,
): Promise<OfBacktest> {
  const strategy = await loadStrategy(config)
  const { profile } = config.venue
  const notes = new TapeNotes(note)
  const tape = await openTape(tapeOf(config, flags), { onNote: notes.say })
  const columns = flags.cache && (await cachedTape({ tape, notes, ...flags.cache }))
  const { latency, ...paper } = paperOptions(config)
  // a backtest shows what all of the sizes earn
  const settings = coreSettings({ ...config, risk: { ...config.risk, ramp: undefined } }, strategy.quote)
  const { words, missing } = await backtestSignals(config, tape, signalsRead(settings))
  const folders = [tape.name, dirname(tape.name)].map((path) => `${path}${sep}`)
  const shown = (message: string) => folders.reduce((text, folder) => text.replaceAll(folder, ''), message)
  return {
    ...(columns && { columns }),
    // under each model it is read anew
    leftOut: () => [...new Set(notes.kept)].map(shown),
    signals: (clock) => [new SignalHistory({ words, clock })],
    missing,
    // as it was asked for: a report is shown to others, and where this machine keeps its tapes is nobody's business
    source: { ...(columns ? columnSource(columns) : tape), name: flags.tape ?? config.backtest.tape ?? tape.name },
    settings,
    choice: config.markets,
    limits: profile.limits,
    paper,
    ...(await latencyOf(config, tape, latency)),
    mergedBestBids: profile.bestBids.counts === 'merged',
    ...(await modelsOf(config, tape, note)),
    unseenTakers: config.backtest.unseenTakers,
    feedMs: config.backtest.feedMs,
    strategy: { name: strategy.name, params: strategy.params },
  }
}

/** Those that the configuration names, else all; which of them fits the tape best, the report tells. */
async function modelsOf(
  { backtest: { models } }: Config,
  tape: Tape,
  note: (message: string) => void,
): Promise<Pick<BacktestOptions, 'models' | 'bestOnTape'>> {
  const best = await bestModelOn(tape, note)
  return { models: models ?? DEFAULT_MODELS, ...(best === undefined ? {} : { bestOnTape: best }) }
}

/** Of all runs of the tape together; `paper`: until enough were answered, those of paper trading. */
async function latencyOf(
  { backtest: { latency: asked } }: Config,
  tape: Tape,
  paper: Latency,
): Promise<Pick<OfBacktest, 'latency' | 'latencyKind' | 'startMs'>> {
  if (asked === 'constant') return { latencyKind: asked, latency: () => paper }
  const recorded = await sentMessages(tape.files.core.map(({ run }) => tape.coreRecords(run)))
  const measured = roundTrips(recorded.sent)
  const drawn: OfBacktest['latency'] = (times) =>
    sampledLatency({
      ...{ measured, random: seededRandom(1, 'latency'), before: paper, least: LEAST_TRIPS },
      nowMs: () => times.now(),
    })
  const needs = `${tape.name}: backtest.latency: ${asked} needs the core stream of a run: `
  if (asked === 'recorded') {
    requireTrips(measured, needs)
    return { latencyKind: asked, latency: drawn }
  }
  if (recorded.sent.length === 0) throw new QuoinError('bad-tape', `${needs}expected requests in it, got none`)
  const { atMs: startMs } = recorded.start
  return {
    latencyKind: asked,
    ...(startMs === undefined ? {} : { startMs }),
    latency: (times) => new AsItWas(recorded, drawn(times), times),
  }
}

/** Path of the tape that runs. Throws `bad-config` where none is named. */
export function tapeOf({ backtest: { tape }, folder }: Config, flags: TapeChoice): string {
  if (flags.tape !== undefined) return resolve(flags.tape)
  if (tape !== undefined) return resolve(folder, tape)
  throw new QuoinError('bad-config', 'backtest.tape: expected a tape there or by --tape, got neither')
}
