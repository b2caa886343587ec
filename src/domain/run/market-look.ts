// Everything that stands behind one market's quotes at this moment, for a person who asks: prices as probabilities, sizes in shares, ages in milliseconds.

import type { FairBasis } from '../market/fair-value.js'
import type { Outcome, Side } from '../market/side.js'
import type { OwnOrder } from '../orders/own-order.js'
import type { Terms } from '../orders/wish.js'

/** What is believed of the market, each with its age; absent where nothing is known. */
export interface MarketInputs {
  /** The others' book, as the feed has it. */
  readonly book: { readonly health: 'live' | 'polled' | 'stale'; readonly reason: string; readonly ageMs: number }
  /** The venue's list of best bids was read. */
  readonly bestBids?: { readonly ageMs: number }
  readonly trade?: PlacedQuote & { readonly ageMs: number }
  readonly fair?: {
    readonly p: number
    readonly basis: FairBasis
    readonly degraded: boolean
    /** Since its basis last held. */
    readonly ageMs: number
    readonly spread?: number
  }
  /** Price units per square root of a second. */
  readonly volatility?: number
  /** What the price goes against who bids on YES, and on NO. */
  readonly toxicity: readonly [number, number]
  /** `isSignable`: young enough for an order that is placed now. */
  readonly fee?: { readonly feeRateBps: number; readonly ageMs: number; readonly isSignable: boolean }
  /** What a fill of a resting quote pays, as it is reckoned with. */
  readonly paidBps: number
  /** Those that are read; without a value where none has come. */
  readonly signals: readonly { readonly name: string; readonly value?: number; readonly ageMs?: number }[]
  /** The venue's list of what is held was read. */
  readonly account?: { readonly ageMs: number }
}

export interface PlacedQuote {
  readonly outcome: Outcome
  readonly side: Side
  readonly price: number
  readonly shares: number
}

/** One quote on its way: as the strategy wished it, as it may rest, and what rests. */
export interface QuoteRow {
  readonly wished?: PlacedQuote
  readonly allowed?: PlacedQuote
  readonly resting?: PlacedQuote & { readonly phase: OwnOrder['phase']; readonly ageMs: number }
  /** What is done about it, or why it is not there. */
  readonly what: string
}

export interface MarketLook {
  /** By the venue's clock; 0 once it has passed. */
  readonly closesInMs: number
  /** Below 0: it has begun, or is over. */
  readonly matchStartsInMs?: number
  readonly matchEndsInMs?: number
  readonly inputs: MarketInputs
  /** Since the strategy was last asked: nothing that it reads has moved since. Absent where it was not, and of one of a group. */
  readonly askedAgoMs?: number
  /** What the strategy says. */
  readonly note?: string
  /** Its own value of YES, where its wish has one: edges are measured by it. */
  readonly strategyFair?: number
  /** What risk holds back besides its limits. */
  readonly cautions?: readonly string[]
  readonly terms?: Terms
  /** Why the strategy cannot tell its terms. */
  readonly termsProblem?: string
  readonly rows: readonly QuoteRow[]
}
