// Some thousand records of a tape as columns in one piece of memory. What comes often has columns of its own, the rest lies in a list:
//
//   kind            market      text       flags                            price, size     moment              first
//   change          condition              outcome, side                    of the level    number of it
//   trade           condition   trade id   outcome, side, match type        of the trade    the venue's own
//   settlement      condition   trade id   settled
//   snapshot        condition   its number                                                  number of it        its first level; `halves` has how many
//   anything else                                                                                               its place in the list
//
// Numbers stand in the byte order of the machine: a piece is read where it was written.

import type { ConditionId } from '../../domain/market/market.js'
import type { TapeEvent } from '../tape-record.js'

/** Another number, another layout: what was written under another one is not read. */
export const COLUMNS_VERSION = 1

export const KIND = { other: 0, change: 1, trade: 2, settlement: 3, snapshot: 4 } as const

/** Bits of `flags`; from `matchType` on the place in `MATCH_TYPES`. `ownStamp`: the event has the venue's stamp of the record, too. */
export const FLAG = { no: 1, sell: 2, settled: 4, ownStamp: 8, matchType: 16 } as const
export const MATCH_TYPES = ['direct', 'mint', 'merge'] as const

/** Of a book: bids and asks of YES, bids and asks of NO. */
export const HALVES = 4

/** What is no number; `markets` and `texts` are named by their places. */
export interface Words {
  readonly markets: readonly ConditionId[]
  readonly texts: readonly string[]
  readonly others: readonly TapeEvent[]
}

export interface Columns {
  /** When each was received, and the venue's stamp; NaN where there is none. */
  readonly atMs: Float64Array
  readonly venueMs: Float64Array
  /** NaN where there is none. */
  readonly moment: Float64Array
  readonly size: Float64Array
  readonly levelSize: Float64Array
  readonly price: Int32Array
  readonly first: Uint32Array
  readonly market: Uint32Array
  readonly text: Uint32Array
  readonly levelPrice: Int32Array
  readonly halves: Uint32Array
  readonly kind: Uint8Array
  readonly flags: Uint8Array
  /** `Words`, serialized. */
  readonly words: Uint8Array
}

/** Lengths of the columns. */
export interface ColumnSizes {
  readonly records: number
  readonly levels: number
  readonly snapshots: number
  /** Bytes. */
  readonly words: number
}

const HEAD = 4
const HEAD_BYTES = HEAD * Uint32Array.BYTES_PER_ELEMENT
const NUMBERS = 4 * Float64Array.BYTES_PER_ELEMENT + 4 * Uint32Array.BYTES_PER_ELEMENT + 2

/** Whole eights, so that pieces can lie one behind the other. */
export function columnBytes({ records, levels, snapshots, words }: ColumnSizes): number {
  const bytes = HEAD_BYTES + records * NUMBERS + levels * 12 + snapshots * HALVES * 4 + words
  return Math.ceil(bytes / 8) * 8
}

/** The head is written, the columns are empty. */
export function newColumns(bytes: Uint8Array, sizes: ColumnSizes): Columns {
  const { records, levels, snapshots, words } = sizes
  new Uint32Array(bytes.buffer, bytes.byteOffset, HEAD).set([records, levels, snapshots, words])
  return columnsOf(bytes, sizes)
}

/** The columns of a piece, without a copy. It begins at a whole eight. */
export function columnsIn(bytes: Uint8Array): Columns {
  const [records = 0, levels = 0, snapshots = 0, words = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, HEAD)
  return columnsOf(bytes, { records, levels, snapshots, words })
}

/** Widest first, so that each is aligned. */
function columnsOf({ buffer, byteOffset }: Uint8Array, { records, levels, snapshots, words }: ColumnSizes): Columns {
  let at = byteOffset + HEAD_BYTES
  const next = <T extends { readonly byteLength: number }>(
    Column: new (buffer: ArrayBufferLike, at: number, length: number) => T,
    length: number,
  ): T => {
    const column = new Column(buffer, at, length)
    at += column.byteLength
    return column
  }
  return {
    atMs: next(Float64Array, records),
    venueMs: next(Float64Array, records),
    moment: next(Float64Array, records),
    size: next(Float64Array, records),
    levelSize: next(Float64Array, levels),
    price: next(Int32Array, records),
    first: next(Uint32Array, records),
    market: next(Uint32Array, records),
    text: next(Uint32Array, records),
    levelPrice: next(Int32Array, levels),
    halves: next(Uint32Array, snapshots * HALVES),
    kind: next(Uint8Array, records),
    flags: next(Uint8Array, records),
    words: next(Uint8Array, words),
  }
}
