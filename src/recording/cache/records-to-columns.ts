// Records as columns. Whatever the columns would not bring back exactly as it was goes into their list.

import { isDeepStrictEqual } from 'node:util'
import { serialize } from 'node:v8'
import type { Level } from '../../domain/market/book.js'
import type { ConditionId } from '../../domain/market/market.js'
import { NO, type Outcome, type Side } from '../../domain/market/side.js'
import type { MarketDataEvent } from '../../venue/market-data.js'
import type { TapeEvent, TapeRecord } from '../tape-record.js'
import { columnBytes, FLAG, KIND, MATCH_TYPES, newColumns } from './column-layout.js'
import { recordsOfColumns } from './columns-to-records.js'

/** `newBytes`: where they lie, as in memory that threads share. */
export function columnsOfRecords(
  records: readonly TapeRecord[],
  newBytes: (bytes: number) => Uint8Array = (bytes) => new Uint8Array(bytes),
): Uint8Array {
  const bytes = new ColumnWriter(records, new Set()).write(newBytes)
  const odd = new Set<number>()
  for (const [i, read] of recordsOfColumns(bytes).entries()) if (!isDeepStrictEqual(read, records[i])) odd.add(i)
  return odd.size === 0 ? bytes : new ColumnWriter(records, odd).write(newBytes)
}

/** One record, as its columns have it. */
interface Row {
  kind: number
  flags: number
  moment: number
  size: number
  price: number
  first: number
  market: number
  text: number
}

class ColumnWriter {
  readonly #records: readonly TapeRecord[]
  readonly #rows: Row[] = []
  readonly #markets = new Map<ConditionId, number>()
  readonly #texts: string[] = []
  readonly #others: TapeEvent[] = []
  readonly #levels: Level[] = []
  readonly #halves: number[] = []

  /** `odd`: places of records that belong into the list. */
  constructor(records: readonly TapeRecord[], odd: ReadonlySet<number>) {
    this.#records = records
    for (const [i, record] of records.entries()) {
      this.#rows.push((odd.has(i) ? undefined : this.#row(record)) ?? this.#other(record))
    }
  }

  write(newBytes: (bytes: number) => Uint8Array): Uint8Array {
    const lists = { markets: [...this.#markets.keys()], texts: this.#texts, others: this.#others }
    const words = serialize(lists)
    const sizes = {
      ...{ records: this.#rows.length, levels: this.#levels.length, words: words.length },
      snapshots: this.#halves.length / 4,
    }
    const bytes = newBytes(columnBytes(sizes))
    const columns = newColumns(bytes, sizes)
    for (const [i, row] of this.#rows.entries()) {
      columns.atMs[i] = this.#records[i]?.atMs ?? 0
      columns.venueMs[i] = this.#records[i]?.venueMs ?? Number.NaN
      columns.kind[i] = row.kind
      columns.flags[i] = row.flags
      columns.moment[i] = row.moment
      columns.size[i] = row.size
      columns.price[i] = row.price
      columns.first[i] = row.first
      columns.market[i] = row.market
      columns.text[i] = row.text
    }
    for (const [i, { price, size }] of this.#levels.entries()) {
      columns.levelPrice[i] = price
      columns.levelSize[i] = size
    }
    columns.halves.set(this.#halves)
    columns.words.set(words)
    return bytes
  }

  /** `undefined` for what has no columns. */
  #row({ event, venueMs }: TapeRecord): Row | undefined {
    if (event.kind !== 'market-data') return undefined
    const told = event.event
    switch (told.kind) {
      case 'change': {
        const { price, size } = told.change
        const flags = legFlags(told.change) | stampFlag(told, venueMs)
        return { ...this.#empty(KIND.change, told.conditionId), flags, moment: told.seq ?? Number.NaN, price, size }
      }
      case 'snapshot':
        return this.#snapshot(told, venueMs)
      case 'trade': {
        const { tradeId, matchType, price, sizeRaw, venueMs: moment } = told.trade
        const flags = legFlags(told.trade) | (FLAG.matchType * MATCH_TYPES.indexOf(matchType))
        const text = this.#texts.push(tradeId) - 1
        return { ...this.#empty(KIND.trade, told.conditionId), flags, moment, price, text, size: Number(sizeRaw) }
      }
      case 'settlement': {
        const text = this.#texts.push(told.tradeId) - 1
        const flags = told.status === 'settled' ? FLAG.settled : 0
        return { ...this.#empty(KIND.settlement, told.conditionId), flags, text }
      }
      default:
        return undefined
    }
  }

  #snapshot(told: Extract<MarketDataEvent, { kind: 'snapshot' }>, venueMs: number | undefined): Row {
    const first = this.#levels.length
    const text = this.#halves.length / 4
    for (const { bids, asks } of told.book) {
      for (const half of [bids, asks]) {
        this.#halves.push(half.length)
        for (const level of half) this.#levels.push(level)
      }
    }
    const flags = stampFlag(told, venueMs)
    return { ...this.#empty(KIND.snapshot, told.conditionId), flags, moment: told.seq ?? Number.NaN, first, text }
  }

  #other({ event }: TapeRecord): Row {
    return { ...NOTHING, first: this.#others.push(event) - 1 }
  }

  #empty(kind: number, conditionId: ConditionId): Row {
    const market = this.#markets.get(conditionId) ?? this.#markets.size
    this.#markets.set(conditionId, market)
    return { ...NOTHING, kind, market }
  }
}

const NOTHING: Row = {
  ...{ kind: KIND.other, flags: 0, moment: Number.NaN, size: 0 },
  ...{ price: 0, first: 0, market: 0, text: 0 },
}

function legFlags({ outcome, side }: { readonly outcome: Outcome; readonly side: Side }): number {
  return (outcome === NO ? FLAG.no : 0) | (side === 'SELL' ? FLAG.sell : 0)
}

function stampFlag(told: { readonly venueMs?: number }, venueMs: number | undefined): number {
  return told.venueMs !== undefined && told.venueMs === venueMs ? FLAG.ownStamp : 0
}
