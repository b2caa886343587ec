// A whole tape as pieces of columns: in memory, or in a file of which no more than a piece is in memory. Any number of threads read the same one.

import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { QuoinError } from '../../domain/error.js'
import type { TapeRecord, TapeSource } from '../tape-record.js'
import { recordsOfColumns } from './columns-to-records.js'
import { columnsOfRecords } from './records-to-columns.js'

/** Where a piece lies: in memory, or that far from the beginning of the file. */
export interface Piece {
  /** When its first and last record were received. */
  readonly fromMs: number
  readonly toMs: number
  readonly bytes: Uint8Array | { readonly offset: number; readonly length: number }
}

export interface ColumnTape {
  readonly name: string
  readonly records: number
  /** Of the first and the last record, unix milliseconds. */
  readonly fromMs: number
  readonly toMs: number
  /** SHA-256 of all pieces: what it holds, whatever its files are called. */
  readonly holds: string
  readonly pieces: readonly Piece[]
  /** The file of those that are not in memory. */
  readonly path?: string
  /** It, held open by this process: any thread reads from it, whatever lies at its path by then. */
  readonly file?: number
}

/** A piece: enough that its words cost little, few enough to be held beside what is played of it. */
const PIECE_RECORDS = 2000

/** What was written of a tape, piece by piece. `undefined` for one without records. */
export async function writePieces(
  source: TapeSource,
  {
    newBytes,
    take,
  }: {
    readonly newBytes?: (bytes: number) => Uint8Array
    /** Says where the piece lies from now on. */
    readonly take: (bytes: Uint8Array) => Piece['bytes']
  },
): Promise<Omit<ColumnTape, 'name' | 'path'> | undefined> {
  const hash = createHash('sha256')
  const pieces: Piece[] = []
  let waiting: TapeRecord[] = []
  let records = 0
  const flush = () => {
    const [fromMs, toMs] = [waiting[0]?.atMs, waiting.at(-1)?.atMs]
    if (fromMs === undefined || toMs === undefined) return
    const bytes = columnsOfRecords(waiting, newBytes)
    // a copy where it is shared: the hash does not read shared memory
    hash.update(newBytes === undefined ? bytes : Uint8Array.from(bytes))
    pieces.push({ fromMs, toMs, bytes: take(bytes) })
    waiting = []
  }
  for await (const batch of source.records()) {
    for (const record of batch) {
      records += 1
      if (waiting.push(record) >= PIECE_RECORDS) flush()
    }
  }
  flush()
  const [fromMs, toMs] = [pieces[0]?.fromMs, pieces.at(-1)?.toMs]
  if (fromMs === undefined || toMs === undefined) return undefined
  return { records, fromMs, toMs, holds: hash.digest('hex'), pieces }
}

/** Records received from `fromMs` on and before `toMs`, some thousands at a time. Throws `bad-tape` where the file is gone or cut meanwhile. */
export function* columnRecords(
  { pieces, path, name, file: held }: ColumnTape,
  window: { readonly fromMs: number; readonly toMs: number } = EVERYTHING,
): Generator<readonly TapeRecord[]> {
  const own = held !== undefined || path === undefined ? undefined : opened(path, name)
  try {
    for (const piece of pieces) {
      if (piece.toMs < window.fromMs) continue
      if (piece.fromMs >= window.toMs) return
      const bytes = piece.bytes instanceof Uint8Array ? piece.bytes : readPiece(held ?? own, piece.bytes, name)
      yield recordsOfColumns(bytes, window)
    }
  } finally {
    if (own !== undefined) closeSync(own)
  }
}

/**
 * The tape to be read for long, until `release`: its cache may be removed at any time, and is made anew by whoever else reads a tape that has grown.
 * Throws `bad-tape` where it is gone already.
 */
export function heldTape(tape: ColumnTape): { readonly tape: ColumnTape; readonly release: () => void } {
  if (tape.path === undefined) return { tape, release: () => undefined }
  const file = opened(tape.path, tape.name)
  let isHeld = true
  return {
    tape: { ...tape, file },
    release: () => {
      // by then another file may have its number
      if (isHeld) closeSync(file)
      isHeld = false
    },
  }
}

const EVERYTHING = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }

/** The tape to be played. */
export function columnSource(tape: ColumnTape): TapeSource {
  return {
    name: tape.name,
    async *records() {
      yield* columnRecords(tape)
    },
  }
}

function opened(path: string, name: string): number {
  try {
    return openSync(path, 'r')
  } catch (cause) {
    throw new QuoinError('bad-tape', `${name}: expected its cache ${path}, got none any more; start again`, { cause })
  }
}

function readPiece(
  file: number | undefined,
  { offset, length }: { readonly offset: number; readonly length: number },
  name: string,
): Uint8Array {
  const bytes = new Uint8Array(length)
  const read = file === undefined ? 0 : readSync(file, bytes, 0, length, offset)
  if (read === length) return bytes
  throw new QuoinError(
    'bad-tape',
    `${name}: expected ${length} bytes of its cache at ${offset}, got ${read}; start again`,
  )
}
