// Tapes as lines: the sandbox's markets with their whole ladders, or with their best prices and trades alone.

import { madeTape } from '../../src/backtest/made-tape.js'
import { OthersBook } from '../../src/backtest/others-book.js'
import type { MarketBook } from '../../src/domain/market/book.js'
import { headLine, recordLine } from '../../src/recording/lines/record-line.js'
import type { TapeRecord } from '../../src/recording/tape-record.js'
import { worldSchema } from '../../src/venue/simulated/traders/schema.js'

export type TapeShape = 'top' | 'depth'

const START_MS = 1_790_000_000_000

export interface TapeWish {
  readonly shape: TapeShape
  readonly markets: number
  readonly seconds: number
}

/** Markets that outlive the tape. */
export function madeLines({ shape, markets, seconds }: TapeWish): string[] {
  const records = [
    ...madeTape({
      seed: 7,
      world: worldSchema.parse({ markets: { count: markets, minSec: 20_000, maxSec: 30_000 } }),
      startMs: START_MS,
      durationMs: seconds * 1000,
      feed: { leastMs: 10, meanMs: 15 },
      settlementDelayMs: 2000,
    }),
  ].flat()
  const shaped = shape === 'depth' ? records : topOf(records)
  return [headLine('made', START_MS), ...shaped.flatMap((record) => recordLine(record) ?? [])]
}

function topOf(records: readonly TapeRecord[]): TapeRecord[] {
  const books = new OthersBook({ nowMs: () => 0, venueMs: () => 0 }, () => undefined)
  const told = new Map<string, string>()
  return records.flatMap((record) => {
    const { event } = record
    books.take(event)
    if (event.kind !== 'market-data') return [record]
    if (event.event.kind !== 'change' && event.event.kind !== 'snapshot') return [record]
    const { conditionId } = event.event
    const book = books.book(conditionId)
    if (book === undefined) return []
    const [yes, no] = book
    const top: MarketBook = [
      { bids: yes.bids.slice(0, 1), asks: yes.asks.slice(0, 1) },
      { bids: no.bids.slice(0, 1), asks: no.asks.slice(0, 1) },
    ]
    const text = JSON.stringify(top)
    if (told.get(conditionId) === text) return []
    told.set(conditionId, text)
    return [{ ...record, event: { kind: 'market-data', event: { kind: 'snapshot', conditionId, book: top } } }]
  })
}
