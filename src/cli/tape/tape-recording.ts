// A run's recording: where the configuration wants it, around the transport, the market data and the tap of the bot.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { BotTap } from '../../bot/bot-parts.js'
import { type Config, shownConfig } from '../../config/config.js'
import type { TradingMode } from '../../domain/run/trading-mode.js'
import type { TapeRun } from '../../recording/manifest.js'
import { Recorder } from '../../recording/writing/recorder.js'
import { createRealClock } from '../../venue/transport/real-clock.js'
import { scrub } from '../../venue/transport/secret.js'
import { packageVersion } from '../package-root.js'
import type { LoadedStrategy } from '../strategy/load-strategy.js'
import type { Connection } from '../venue/connect.js'

/** A disk that hangs must not keep the process. */
const CLOSE_MS = 2000
const MINUTE_MS = 60_000
const MEGABYTE = 1e6

export interface RecordingOptions {
  readonly by: 'run' | 'record'
  readonly folder: string
  readonly mode?: TradingMode
  readonly strategy?: LoadedStrategy
  readonly warn: (message: string) => void
}

/** `undefined` where the configuration names no folder. */
export function runRecording(
  config: Config,
  options: Pick<RecordingOptions, 'mode' | 'strategy' | 'warn'>,
): Recorder | undefined {
  const { folder } = config.recording
  return folder === undefined ? undefined : startRecording(config, { ...options, by: 'run', folder })
}

/** Begins at once; the files are opened when there is something to write. */
export function startRecording(config: Config, { by, folder, mode, strategy, warn }: RecordingOptions): Recorder {
  const { market, core, segmentMinutes, segmentMegabytes } = config.recording
  return new Recorder({
    folder: resolve(folder),
    market: market || by === 'record',
    core: core && by === 'run',
    segmentMs: segmentMinutes * MINUTE_MS,
    segmentBytes: segmentMegabytes * MEGABYTE,
    clock: createRealClock({ unref: true }),
    about: {
      by,
      versions: { quoin: packageVersion(), node: process.versions.node },
      profile: config.venue.profile,
      config: recordedConfig(config),
      ...(mode === undefined ? {} : { mode }),
      ...(strategy === undefined ? {} : { strategy: recordedStrategy(config, strategy) }),
    },
    scrub,
    onStopped: warn,
  })
}

/** The session as the bot is to use it. */
export function recordedConnection(connection: Connection, recorder: Recorder | undefined): Connection {
  if (recorder === undefined) return connection
  const { venueClock } = connection
  recorder.venueMs = () => (venueClock.errorMs() === undefined ? undefined : venueClock.venueMs())
  return { ...connection, marketData: recorder.marketData(connection.marketData) }
}

export function recordedTap(tap: BotTap, recorder: Recorder | undefined): BotTap {
  if (recorder === undefined) return tap
  const written = recorder.tap
  return {
    ...tap,
    event(event) {
      written.event(event)
      tap.event(event)
    },
    step(decision, durationMs) {
      tap.step(decision, durationMs)
      written.step(decision)
    },
  }
}

export async function closeRecording(recorder: Recorder | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<void>((done) => {
    timer = setTimeout(done, CLOSE_MS)
  })
  await Promise.race([recorder?.close('the run ended'), tooLate])
  clearTimeout(timer)
}

/** Without secrets; the strategy's file where it was, whatever folder the tape is read in. */
function recordedConfig(config: Config): unknown {
  const { file } = config.strategy
  const found = file === undefined ? {} : { file: resolve(config.folder, file) }
  return { ...Object(shownConfig(config)), strategy: { ...config.strategy, ...found } }
}

function recordedStrategy(config: Config, { name, params }: LoadedStrategy): NonNullable<TapeRun['strategy']> {
  const { file } = config.strategy
  if (file === undefined) return { name, params }
  const path = resolve(config.folder, file)
  return { name, params, file: path, sha256: fileHash(path) }
}

/** SHA-256, in hexadecimal digits. */
export const fileHash = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
