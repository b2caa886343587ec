// Keys of the bot around tapes: what a run writes, and what a backtest runs on.

import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backtestOptions } from '../../src/cli/tape/backtest-options.js'
import { runRecording } from '../../src/cli/tape/tape-recording.js'
import type { Config } from '../../src/config/config.js'
import { QuoinError } from '../../src/domain/error.js'
import { seenBy } from './bot-file.js'
import type { KeyRows } from './key-rows.js'

/** A line's part that no compression makes shorter, bytes. */
const NOISE_BYTES = 400
const LINES = 24
const BETWEEN_MS = 50

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** The files that a second of a run leaves, by stream. */
async function recorded(config: Config): Promise<unknown> {
  const { folder } = config.recording
  if (folder === undefined) return 'nothing'
  const place = mkdtempSync(join(tmpdir(), 'quoin-keys-'))
  const inside = { ...config, recording: { ...config.recording, folder: join(place, folder) } }
  const recorder = runRecording(inside, { warn: () => undefined })
  try {
    for (let line = 0; line < LINES; line++) {
      const reason = randomBytes(NOISE_BYTES).toString('base64')
      const at = { monoMs: line, wallMs: line, venueMs: line }
      recorder?.tap.event({ kind: 'operator', action: 'pause', actor: 'test', reason, seq: line, at })
      await pause(BETWEEN_MS)
    }
    await recorder?.close('test')
    const files = existsSync(join(place, folder)) ? readdirSync(join(place, folder)) : []
    return ['market', 'core'].map((stream) => files.filter((file) => file.startsWith(stream)).length)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** What a backtest of the configuration would be. */
async function tried(config: Config): Promise<unknown> {
  try {
    const { source, models, unseenTakers, feedMs } = await backtestOptions(config, {}, () => undefined)
    return { tape: source.name, models, unseenTakers, feedMs }
  } catch (error) {
    if (error instanceof QuoinError) return error.message
    throw error
  }
}

const TAPE = { 'backtest.tape': 'config/tapes/sandbox.jsonl.gz' }
const FOLDER = { 'recording.folder': 'tape' }

export const tapeKeys: KeyRows = {
  'recording.folder': seenBy(recorded, FOLDER),
  'recording.market': seenBy(recorded, { 'recording.market': false }, FOLDER),
  'recording.core': seenBy(recorded, { 'recording.core': false }, FOLDER),
  'recording.segmentMinutes': seenBy(recorded, { 'recording.segmentMinutes': 0.01 }, FOLDER),
  'recording.segmentMegabytes': seenBy(recorded, { 'recording.segmentMegabytes': 0.001 }, FOLDER),
  'backtest.tape': seenBy(tried, TAPE),
  'backtest.models': seenBy(tried, { 'backtest.models': ['optimistic'] }, TAPE),
  'backtest.unseenTakers': seenBy(tried, { 'backtest.unseenTakers': 'none' }, TAPE),
  'backtest.latency': seenBy(tried, { 'backtest.latency': 'recorded' }, TAPE),
  'backtest.feedMs': seenBy(tried, { 'backtest.feedMs': 7 }, TAPE),
  'report.write': { coveredBy: 'test/loopback/report.test.ts' },
  'report.folder': { coveredBy: 'test/loopback/report.test.ts' },
  'backtest.report': { coveredBy: 'test/cli/commands/tapes/backtest.test.ts' },
}
