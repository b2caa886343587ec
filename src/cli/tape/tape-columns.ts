// A tape for many runs: its cache on disk, or, where there is none, columns in memory that threads share.

import { join } from 'node:path'
import type { ColumnTape } from '../../recording/cache/column-tape.js'
import { type CachePlace, cachedTape, TapeNotes } from '../../recording/cache/tape-cache.js'
import { openTape } from '../../recording/open-tape.js'
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

/** `undefined` for a tape without records. */
export async function tapeInColumns(
  path: string,
  { env, note, isCached }: TapeReading,
): Promise<ColumnTape | undefined> {
  const notes = new TapeNotes(note)
  const tape = await openTape(path, { onNote: notes.say })
  const cached = isCached ? await cachedTape({ tape, notes, ...cachePlace(env) }) : undefined
  return cached ?? shareTape(tape)
}
