// Columns as the records that they were made of.

import { deserialize } from 'node:v8'
import { ticks } from '../../domain/amounts/price.js'
import { lots } from '../../domain/amounts/size.js'
import { QuoinError } from '../../domain/error.js'
import type { Level, LevelChange, MarketBook } from '../../domain/market/book.js'
import type { ConditionId } from '../../domain/market/market.js'
import { NO, type Side, YES } from '../../domain/market/side.js'
import type { PublicTrade } from '../../domain/orders/fill.js'
import type { MarketDataEvent } from '../../venue/market-data.js'
import type { TapeEvent, TapeRecord } from '../tape-record.js'
import { type Columns, columnsIn, FLAG, HALVES, KIND, MATCH_TYPES, type Words } from './column-layout.js'

/** The records of a piece, in order; those alone that were received from `fromMs` on and before `toMs`. */
export function recordsOfColumns(
  bytes: Uint8Array,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number } = EVERYTHING,
): TapeRecord[] {
  const columns = columnsIn(bytes)
  // copied: the decoder does not read shared memory
  const words: Words = deserialize(Uint8Array.from(columns.words))
  const reader = new ColumnReader(columns, words)
  const { atMs } = columns
  const records: TapeRecord[] = []
  for (let i = 0; i < atMs.length; i++) {
    const at = atMs[i] ?? 0
    if (at >= fromMs && at < toMs) records.push(reader.record(i, at))
  }
  return records
}

class ColumnReader {
  readonly #columns: Columns
  readonly #words: Words

  constructor(columns: Columns, words: Words) {
    this.#columns = columns
    this.#words = words
  }

  record(i: number, atMs: number): TapeRecord {
    const venueMs = this.#columns.venueMs[i] ?? Number.NaN
    const event = this.#event(i, venueMs)
    return Number.isNaN(venueMs) ? { atMs, event } : { atMs, venueMs, event }
  }

  #event(i: number, stampMs: number): TapeEvent {
    const { kind, first, market } = this.#columns
    if (kind[i] === KIND.other) return known(this.#words.others[first[i] ?? 0])
    return { kind: 'market-data', event: this.#told(i, known(this.#words.markets[market[i] ?? 0]), stampMs) }
  }

  #told(i: number, conditionId: ConditionId, stampMs: number): MarketDataEvent {
    const { kind, flags } = this.#columns
    const flag = flags[i] ?? 0
    switch (kind[i]) {
      case KIND.change:
        return { kind: 'change', conditionId, change: this.#change(i, flag), ...this.#stamps(i, flag, stampMs) }
      case KIND.snapshot:
        return { kind: 'snapshot', conditionId, book: this.#book(i), ...this.#stamps(i, flag, stampMs) }
      case KIND.settlement: {
        const status = (flag & FLAG.settled) === 0 ? 'failed' : 'settled'
        return { kind: 'settlement', conditionId, tradeId: this.#text(i), status }
      }
      default:
        return { kind: 'trade', conditionId, trade: this.#trade(i, conditionId, flag) }
    }
  }

  #stamps(i: number, flag: number, venueMs: number): { readonly seq?: number; readonly venueMs?: number } {
    const seq = this.#columns.moment[i] ?? Number.NaN
    if ((flag & FLAG.ownStamp) === 0) return Number.isNaN(seq) ? NO_STAMPS : { seq }
    return Number.isNaN(seq) ? { venueMs } : { seq, venueMs }
  }

  #change(i: number, flag: number): LevelChange {
    const { price, size } = this.#columns
    return { outcome: outcomeOf(flag), side: sideOf(flag), price: ticks(price[i] ?? 0), size: lots(size[i] ?? 0) }
  }

  #trade(i: number, conditionId: ConditionId, flag: number): PublicTrade {
    const { price, size, moment } = this.#columns
    return {
      tradeId: this.#text(i),
      conditionId,
      matchType: known(MATCH_TYPES[Math.floor(flag / FLAG.matchType)]),
      outcome: outcomeOf(flag),
      side: sideOf(flag),
      price: ticks(price[i] ?? 0),
      sizeRaw: BigInt(size[i] ?? 0),
      venueMs: moment[i] ?? 0,
    }
  }

  #book(i: number): MarketBook {
    const { first, text, halves, levelPrice, levelSize } = this.#columns
    let level = first[i] ?? 0
    let half = (text[i] ?? 0) * HALVES
    const next = () => {
      const list: Level[] = []
      for (const end = level + (halves[half] ?? 0); level < end; level++) {
        list.push({ price: ticks(levelPrice[level] ?? 0), size: lots(levelSize[level] ?? 0) })
      }
      half += 1
      return list
    }
    return [
      { bids: next(), asks: next() },
      { bids: next(), asks: next() },
    ]
  }

  #text(i: number): string {
    return known(this.#words.texts[this.#columns.text[i] ?? 0])
  }
}

const NO_STAMPS = {}
const EVERYTHING = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }

const outcomeOf = (flag: number) => ((flag & FLAG.no) === 0 ? YES : NO)
const sideOf = (flag: number): Side => ((flag & FLAG.sell) === 0 ? 'BUY' : 'SELL')

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new QuoinError('bad-tape', 'columns: expected a word of theirs, got none')
  return value
}
