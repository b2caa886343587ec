// `quoin tape make`: a tape of the sandbox's markets, of any length.

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { createGzip } from 'node:zlib'
import { madeTape } from '../../../backtest/made-tape.js'
import { messageOf, QuoinError } from '../../../domain/error.js'
import { replaceFileBy } from '../../../files/replace-file.js'
import { endLine, headLine, recordLine } from '../../../recording/lines/record-line.js'
import { WORLD_PRESETS, type WorldPreset, worldPreset } from '../../../venue/simulated/traders/presets.js'
import type { WorldConfig } from '../../../venue/simulated/traders/schema.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { createProgress } from '../../progress.js'
import { refuseReplacing } from '../../tape/refuse-replacing.js'

export interface MakeTapeFlags {
  readonly preset?: string
  readonly minutes?: number
  readonly markets?: number
  readonly seed?: number
  /** Replaces the file that is there. */
  readonly force?: boolean
}

/** A fixed date, so that the same words make the same tape. */
const START_MS = Date.UTC(2026, 0, 5, 12)
/** A message is on its way so long: 10 ms, and 15 more in the mean. */
const FEED = { leastMs: 10, meanMs: 15 }
const SETTLEMENT_MS = 2000
const DEFAULTS = { preset: 'demo', minutes: 10, seed: 1 }

export async function makeTape(path: string, flags: MakeTapeFlags, context: CommandContext): CommandResult {
  const { out } = context
  const { preset, minutes, seed } = { ...DEFAULTS, ...flags }
  const file = resolve(path)
  if (!/\.jsonl(\.gz)?$/.test(file)) {
    throw new QuoinError('bad-argument', `path: expected a name that ends in .jsonl.gz or .jsonl, got ${path}`)
  }
  const durationMs = minutes * 60_000
  refuseReplacing(file, flags)
  const records = madeTape({
    ...{ seed, startMs: START_MS, durationMs, feed: FEED, settlementDelayMs: SETTLEMENT_MS },
    world: worldOf(preset, flags.markets),
  })
  const progress = createProgress(context)
  let written = 0
  let lastMs = START_MS
  const write = async (draft: string) => {
    const target = openTarget(draft, file.endsWith('.gz'))
    await target.write(`${headLine(`sandbox-${preset}-${seed}`, START_MS)}\n`)
    for (const batch of records) {
      written += batch.length
      const lines = batch.map(recordLine)
      await target.write(`${lines.join('\n')}\n`)
      lastMs = batch.at(-1)?.atMs ?? lastMs
      const done = (lastMs - START_MS) / durationMs
      progress.say(`${Math.round(100 * done)} %, ${written.toLocaleString('en')} records`)
    }
    await target.write(`${endLine(lastMs, 'made to here')}\n`)
    await target.close()
  }
  try {
    await replaceFileBy(file, { survives: 'process' }, write)
  } catch (cause) {
    const got = messageOf(cause)
    throw new QuoinError('bad-argument', `${path}: expected a file that can be written, got ${got}`, { cause })
  } finally {
    progress.done()
  }
  out.data({ tape: file, events: written }, () => [`${written.toLocaleString('en')} records: ${path}`])
  return 'ok'
}

function worldOf(preset: string, markets: number | undefined): WorldConfig {
  const name = WORLD_PRESETS.find((known): known is WorldPreset => known === preset)
  if (name === undefined) {
    throw new QuoinError('bad-argument', `preset: expected one of ${WORLD_PRESETS.join(', ')}, got ${preset}`)
  }
  const world = worldPreset(name)
  return markets === undefined ? world : { ...world, markets: { ...world.markets, count: markets } }
}

function openTarget(path: string, isZipped: boolean) {
  const file = createWriteStream(path)
  const failed = once(file, 'error').then(([error]: unknown[]) => {
    throw error
  })
  // told where it is awaited below
  failed.catch(() => undefined)
  const gzip = isZipped ? createGzip({ level: 9 }) : undefined
  gzip?.pipe(file)
  const stream = gzip ?? file
  return {
    async write(text: string): Promise<void> {
      if (!stream.write(text)) await Promise.race([once(stream, 'drain'), failed])
    },
    async close(): Promise<void> {
      const closed = once(file, 'close')
      stream.end()
      await Promise.race([closed, failed])
    },
  }
}
