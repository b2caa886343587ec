// What a tape holds, read back: what the venue told of its markets, in the order in which it was received.

import type { BestBids, MarketBook } from '../domain/market/book.js'
import type { ConditionId, Market } from '../domain/market/market.js'
import type { OrderRecord } from '../domain/orders/order.js'
import type { MarketDataEvent } from '../venue/market-data.js'

export type TapeEvent =
  /** As the session tells it: books, changes, trades, settlements, statuses, the link. */
  | { readonly kind: 'market-data'; readonly event: MarketDataEvent }
  /** The terms of a market as they were read or selected, `status` and fee as of then; again when they have changed. */
  | { readonly kind: 'market'; readonly market: Market }
  /** Not followed any more: what is told of it later may be missing. */
  | { readonly kind: 'market-dropped'; readonly conditionId: ConditionId }
  | { readonly kind: 'fee'; readonly conditionId: ConditionId; readonly feeRateBps: number }
  /** Of the others alone, where the recording bot left itself out. */
  | { readonly kind: 'best-bids'; readonly conditionId: ConditionId; readonly bids: BestBids }
  | { readonly kind: 'book'; readonly conditionId: ConditionId; readonly book: MarketBook; readonly seq?: number }
  /** An order of the recording bot itself, as the venue told of it. */
  | { readonly kind: 'own-order'; readonly record: OrderRecord }

export interface TapeRecord {
  /** When it was received, by the recorder's wall clock: unix milliseconds, microseconds as their fraction. Never falls within a tape. */
  readonly atMs: number
  /** The venue's stamp, unix milliseconds, where there is one. */
  readonly venueMs?: number
  readonly event: TapeEvent
}

/** What can be said of a tape without its records. */
export interface TapeSource {
  /** For people: the path that it was opened by. */
  readonly name: string
  /** In order, some hundreds at a time, so that reading costs no promise per record. */
  records(): AsyncIterable<readonly TapeRecord[]>
}
