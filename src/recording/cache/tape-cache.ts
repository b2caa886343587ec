// A tape's cache: its columns, made once and found again by what the tape's files hold. Beside the tape where that can be written, else where
// the user's processes keep things, else nowhere: the tape is read as it is.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import { messageOf, QuoinError } from '../../domain/error.js'
import { startOf, type Tape } from '../open-tape.js'
import { openColumns, writeColumns } from './column-file.js'
import type { ColumnTape } from './column-tape.js'

export interface CachePlace {
  /** Of the program's files that read tapes: others might read them differently. */
  readonly readers: string
  /** Of the user; used where beside the tape nothing can be written. */
  readonly folder: string
}

export interface TapeCacheOptions extends CachePlace {
  readonly tape: Tape
  /** What the tape's notes are told to, which it was opened with: those of its reading are kept, to be told again. */
  readonly notes: TapeNotes
}

/** Hears what is left out of a tape, tells it, and keeps it. */
export class TapeNotes {
  readonly kept: string[] = []
  readonly #note: (message: string) => void

  constructor(note: (message: string) => void) {
    this.#note = note
  }

  readonly say = (message: string): void => {
    this.kept.push(message)
    this.#note(message)
  }

  /** What is no word about the tape itself. */
  aside(message: string): void {
    this.#note(message)
  }
}

const ENDING = '.columns'

/** `undefined` for a tape without records, and where no cache can be written. Throws `bad-tape` as reading does. */
export async function cachedTape({ tape, notes, readers, folder }: TapeCacheOptions): Promise<ColumnTape | undefined> {
  const digest = await tapeDigest(tape)
  const key = createHash('sha256').update(`${digest} ${readers} ${process.versions.v8}`).digest('hex')
  const places = [besideOf(tape), join(folder, `${digest.slice(0, 32)}${ENDING}`)]
  const found = places.map((path) => openColumns(path, key, tape.name))
  for (const each of found) {
    if (each === 'nothing' || !('tape' in each)) continue
    for (const note of each.notes) notes.say(note)
    return each.tape
  }
  for (const [i, each] of found.entries())
    if (each !== 'nothing' && 'bad' in each) notes.aside(`${places[i]}: left out: ${each.bad}`)
  return written(places, { source: tape, key, notes })
}

async function written(
  places: readonly string[],
  { source, key, notes }: { readonly source: Tape; readonly key: string; readonly notes: TapeNotes },
): Promise<ColumnTape | undefined> {
  const refusals: string[] = []
  for (const path of places) {
    const before = notes.kept.length
    try {
      const made = await writeColumns(path, { source, key, notes: () => notes.kept.slice(before) })
      if (refusals.length > 0) notes.aside(`the tape's cache is ${path}: ${refusals.join('; ')}`)
      return made
    } catch (error) {
      if (error instanceof QuoinError) throw error
      refusals.push(messageOf(error))
    }
  }
  notes.aside(`the tape has no cache and is read anew each time: ${refusals.join('; ')}`)
  return undefined
}

/** In a tape's folder, or beside a tape of one file. */
function besideOf({ name, manifest, files }: Tape): string {
  const [only, ...more] = files.market.flatMap(({ paths }) => paths)
  const isFile = manifest === undefined && more.length === 0 && only === name
  return isFile ? `${name}${ENDING}` : join(name, `market${ENDING}`)
}

/** SHA-256 of everything that is read of it: its files, in their order, and when their runs began. */
async function tapeDigest({ files, manifest }: Tape): Promise<string> {
  const hash = createHash('sha256')
  for (const { run, paths } of files.market) {
    hash.update(`\0${run} ${startOf(manifest, run)}`)
    for (const path of paths) {
      hash.update(`\0${basename(path)}\0`)
      try {
        for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk)
      } catch (cause) {
        throw new QuoinError('bad-tape', `${path}: expected a readable tape, got ${messageOf(cause)}`)
      }
    }
  }
  return hash.digest('hex')
}
