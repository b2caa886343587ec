// Port: what the venue tells everybody. Callbacks, not promises, so that it runs unchanged in virtual time.

import type { Answer } from '../domain/error.js'
import type { BestBids, LevelChange, MarketBook } from '../domain/market/book.js'
import type { ConditionId, Market, MarketStatus, RegistrationStatus } from '../domain/market/market.js'
import type { Outcome } from '../domain/market/side.js'
import type { PublicTrade } from '../domain/orders/fill.js'
import type { PermitDesk } from '../domain/permit.js'

/** What arrives by itself. Raw order: gaps are found by `feed`, not here. */
export type MarketDataEvent =
  | {
      readonly kind: 'snapshot'
      readonly conditionId: ConditionId
      readonly book: MarketBook
      readonly seq?: number
      readonly venueMs?: number
    }
  | {
      readonly kind: 'change'
      readonly conditionId: ConditionId
      readonly change: LevelChange
      readonly seq?: number
      readonly venueMs?: number
    }
  | { readonly kind: 'trade'; readonly conditionId: ConditionId; readonly trade: PublicTrade }
  | {
      readonly kind: 'settlement'
      readonly conditionId: ConditionId
      readonly tradeId: string
      readonly status: 'settled' | 'failed'
    }
  | {
      readonly kind: 'status'
      readonly conditionId: ConditionId
      readonly status: MarketStatus
      readonly registration?: RegistrationStatus
      readonly winner?: Outcome
    }
  /** Invalidates a fee; never refreshes one. */
  | { readonly kind: 'fee-changed'; readonly conditionId: ConditionId }
  /** A payload of this market could not be read: its book is no longer trusted. */
  | { readonly kind: 'unreadable'; readonly conditionId: ConditionId; readonly message: string }
  /** The connection as a whole: `heard` at most every 250 ms while frames arrive. */
  | { readonly kind: 'link'; readonly state: 'up' | 'down' | 'heard' }
  /** Subscribed and waiting for its snapshot (`accepted`), or refused by the venue. */
  | {
      readonly kind: 'subscribed'
      readonly conditionId: ConditionId
      readonly accepted: boolean
      readonly reason?: string
    }
  /** Not watched any more: nothing of it comes until it is watched again. */
  | { readonly kind: 'unwatched'; readonly conditionId: ConditionId }
  /** A resync sent at `askedMonoMs` was answered: what the venue had told of the market until then has arrived. */
  | { readonly kind: 'resync-answered'; readonly conditionId: ConditionId; readonly askedMonoMs: number }

export interface FeeReading {
  readonly feeRateBps: number
  /** When it was asked for, monotonic: it is no older. */
  readonly readAtMonoMs: number
}

export interface BookReading {
  readonly book: MarketBook
  readonly seq?: number
  readonly hash?: string
}

/** Filters of the venue's market list; all optional, combined with AND. Without `everyStatus` only markets that are OPEN. */
export interface MarketQuery {
  readonly search?: string
  readonly category?: string
  readonly tagSlug?: string
  readonly groupId?: string
  readonly everyStatus?: boolean
}

export interface MarketRefusal {
  readonly id: string
  readonly conditionId: string
  readonly question: string
  readonly reason: string
  /** What it is now, nobody knows: not that it is over, or not registered. */
  readonly isUnreadable?: true
}

export interface MarketListing {
  readonly markets: readonly Market[]
  readonly refused: readonly MarketRefusal[]
}

/** `paidFrom`: what a request is paid from; by default the port's own desk. */
export interface MarketData {
  /** One listener; called synchronously. */
  listen(listener: (event: MarketDataEvent) => void): void
  start(): void
  stop(): void
  /** The set of markets to follow; replaces the former set, and tells of each that is not in it any more (`unwatched`). */
  watch(markets: readonly Market[]): void
  /** A new snapshot of the market's book over the socket (after a gap or a mismatch). */
  resync(conditionId: ConditionId): void
  readMarket(id: string, done: (answer: Answer<Market>) => void): void
  /** OPEN markets that match; those that cannot be quoted come back with the reason. */
  listMarkets(query: MarketQuery, done: (answer: Answer<MarketListing>) => void): void
  readFee(market: Market, done: (answer: Answer<FeeReading>) => void, paidFrom?: PermitDesk): void
  /** Best bids of the others: our own orders are left out by the venue (`excludeMaker`). */
  readBestBids(market: Market, done: (answer: Answer<BestBids>) => void, paidFrom?: PermitDesk): void
  readBook(market: Market, done: (answer: Answer<BookReading>) => void, paidFrom?: PermitDesk): void
}
