// What a strategy is: a pure function from the view of one market to the quotes it wants resting there.
//
//   probabilities are floats in (0, 1), sizes are shares, times are milliseconds of the venue's clock

import type { ZodType } from 'zod'
import type { FairBasis } from '../domain/fair-value.js'
import type { Outcome, Side } from '../domain/side.js'
import type { PriceSize } from '../domain/snapshot.js'
import type { Wish } from '../domain/wish.js'

export interface MarketInfo {
  readonly id: string
  readonly conditionId: string
  readonly question: string
  /** 0.01, 0.005, 0.0001 ... */
  readonly tickSize: number
  /** Smallest order, shares. A smaller wish is dropped, never raised. */
  readonly minSize: number
  readonly endMs: number
  /** When trading opened; absent where the venue does not say. */
  readonly startMs?: number
  /** Kick-off and end of the match that decides it, where there is one. */
  readonly matchStartMs?: number
  readonly matchEndMs?: number
  readonly groupId?: string
  readonly category?: string
  readonly tagSlugs: readonly string[]
}

/** Levels of both outcomes' books, best first, our own orders excluded. Index 0 is YES, 1 is NO. */
export interface OthersBook {
  readonly bids: readonly [readonly PriceSize[], readonly PriceSize[]]
  readonly asks: readonly [readonly PriceSize[], readonly PriceSize[]]
}

export interface Inventory {
  /** Shares held; matched but unsettled fills count. */
  readonly yes: number
  readonly no: number
  /** yes - no */
  readonly net: number
  /** Full pairs, min(yes, no). */
  readonly sets: number
}

/** A quote of ours that rests now, at its price on the grid, fees not included. */
export interface RestingQuote {
  readonly outcome: Outcome
  readonly side: Side
  readonly price: number
  readonly size: number
}

/** What a probability of YES rests on. */
export interface FairView {
  readonly p: number
  /** Its book is one-sided, gone, or not confirmed for more than a second, or is only polled: quote wider, or not at all. */
  readonly degraded: boolean
  /**
   * `two-sided`: the others' book; `one-sided`: their last two-sided one, of which one side is left; `signal`: a value from outside;
   * `prior`: the operator's own.
   */
  readonly basis: FairBasis
  /** Milliseconds since its book last bore it (0 while it does), or since the signal was made, or the prior was taken up. */
  readonly ageMs: number
  /** Of the others' book that it came from, for a size like ours, as a probability. Absent where it came from none. */
  readonly spread?: number
}

/** Everything a strategy may know. Nothing in it comes from our own quotes but `ownQuotes` and `inventory`. */
export interface MarketView {
  readonly market: MarketInfo
  readonly nowMs: number
  /** Until `market.endMs`; 0 once it has passed. */
  readonly timeLeftMs: number
  readonly book: OthersBook
  /** Best bid of the others on YES and on NO. A bid on NO at p is an ask on YES at 1 - p. */
  readonly bestBid: readonly [PriceSize | undefined, PriceSize | undefined]
  /** Estimated probability of YES; absent while nothing bears it: then nothing can be quoted. */
  readonly fair: FairView | undefined
  /** Volatility of the price per square root of a second. */
  readonly volatility: number | undefined
  /**
   * How far the price has lately gone against who bid on YES, and on NO, within ten seconds of a trade: per share, price units, at least 0.
   * Of all trades of the market, drawn to 0 while they are few. A bid that stands closer to the fair value loses on average.
   */
  readonly toxicity: readonly [number, number]
  readonly inventory: Inventory
  /** Fee that a fill of ours would pay, basis points; 0 where makers pay none. Wished prices already include it. */
  readonly feeRateBps: number
  readonly ownQuotes: readonly RestingQuote[]
}

export interface Strategy<P> {
  /** Lower case words joined by hyphens; the name used in a configuration. */
  readonly name: string
  /** One sentence for lists. */
  readonly description: string
  /** Schema of the parameters, with a default for every key. */
  readonly params: ZodType<P>
  /** The same view and parameters give the same wish: no clock, no chance, no memory. */
  quote(view: MarketView, params: P): Wish
}

/** Gives a strategy its type; the parameters' type comes from the schema. */
export function defineStrategy<P>(strategy: Strategy<P>): Strategy<P> {
  return strategy
}
