// A tape for many runs: its cache on disk, or, where there is none, columns in memory that threads share.

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { QuoinError } from '../../domain/error.js'
import type { ColumnTape } from '../../recording/cache/column-tape.js'
import { type CachePlace, cachedTape, TapeNotes } from '../../recording/cache/tape-cache.js'
import { readLines } from '../../recording/lines/line-file.js'
import { openTape, type Tape } from '../../recording/open-tape.js'
import { shareTape } from '../../sweep/tape/shared-tape.js'
import type { CommandContext } from '../command-context.js'
import { stateFolder } from '../control/state-folder.js'
import { readerHash } from '../sweep/identity.js'

export interface TapeReading {
  readonly env: CommandContext['env']
  readonly note: (message: string) => void
  readonly isCached: boolean
}

export const cachePlace = (env: CommandContext['env']): CachePlace => ({
  readers: readerHash(),
  folder: join(stateFolder(env), 'tapes'),
})

/** `undefined` for a tape without records. What it holds has the core streams of its bots in it: latencies and signals are read from them. */
export async function tapeInColumns(
  path: string,
  { env, note, isCached }: TapeReading,
): Promise<ColumnTape | undefined> {
  const notes = new TapeNotes(note)
  const tape = await openTape(path, { onNote: notes.say })
  const cached = isCached ? await cachedTape({ tape, notes, ...cachePlace(env) }) : undefined
  const columns = cached ?? (await shareTape(tape))
  return columns && { ...columns, holds: await holdsWithCore(columns, tape) }
}

/** By their lines: packed or not, and whatever the files are called. */
async function holdsWithCore({ holds }: ColumnTape, { files: { core } }: Tape): Promise<string> {
  if (core.length === 0) return holds
  const hash = createHash('sha256').update(holds)
  for (const { paths } of core) {
    hash.update('\0')
    for (const path of paths) {
      try {
        for await (const { lines } of readLines(path, () => undefined)) hash.update(`${lines.join('\n')}\n`)
      } catch (error) {
        if (!(error instanceof QuoinError)) throw error
        // a run that reads signals or latencies there says it; others need none of it
        hash.update('\0damaged')
      }
    }
  }
  return hash.digest('hex')
}
