// What a strategy sees of one market.
//
//   probabilities are floats in (0, 1), sizes are shares, times are milliseconds of the venue's clock

import type { FairBasis } from '../../domain/market/fair-value.js'
import type { Outcome, Side } from '../../domain/market/side.js'
import type { PriceSize } from '../../domain/run/snapshot.js'
import type { FieldOf, Input } from '../inputs.js'

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

/** A match on the public tape (`outcome` and `side` are the taker's), or of one of our orders. */
export interface SeenTrade extends RestingQuote {
  readonly atMs: number
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

/** A value from outside. */
export interface SignalView {
  readonly value: number
  /** Milliseconds since it was made. */
  readonly ageMs: number
}

type Pair<T> = readonly [T, T]

/** Everything a strategy may know. Nothing in it comes from our own quotes but `ownQuotes`, `inventory` and `fills`. */
export interface EveryField<S extends string = string> {
  /** Always there: what does not move. */
  readonly market: MarketInfo
  /** Best bid and offer of the others on YES and on NO. A bid on NO at p is an offer of YES at 1 - p. */
  readonly bestBid: Pair<PriceSize | undefined>
  readonly bestAsk: Pair<PriceSize | undefined>
  /** Every level of the others; made when it is called. */
  depth(): OthersBook
  /** Newest first, the last 100 since the market was taken up; made when it is called. */
  trades(): readonly SeenTrade[]
  /** Estimated probability of YES; `undefined` while nothing bears it: then nothing can be quoted. */
  readonly fair: FairView | undefined
  /** Volatility of the price per square root of a second, measured each three `estimates.fairTauSec` (a minute by default); `undefined` before. */
  readonly volatility: number | undefined
  /**
   * How far the price has lately gone against who bid on YES, and on NO, within ten seconds of a trade: per share, price units, at least 0.
   * Of all trades of the market, drawn to 0 while they are few. A bid that stands closer to the fair value loses on average.
   */
  readonly toxicity: readonly [number, number]
  readonly inventory: Inventory
  /** Our own, newest first, the last 100 of this run; one whose settlement failed is gone. Made when it is called. */
  fills(): readonly SeenTrade[]
  readonly ownQuotes: readonly RestingQuote[]
  /** Fee that a fill of ours would pay, basis points; 0 where makers pay none. Wished prices already include it. */
  readonly feeRateBps: number
  readonly nowMs: number
  /** Until `market.endMs`; 0 once it has passed. */
  readonly timeLeftMs: number
  /** The market's own value of that name, else that of all markets; `undefined` before the first. */
  signal(name: S): SignalView | undefined
}

/** What a strategy with these inputs, and signals of these names, sees. */
export type MarketView<I extends Input = Input, S extends string = string> = Pick<EveryField<S>, 'market' | FieldOf<I>>

/** A view of which it is not known here what it shows. */
export type PartialView = Pick<EveryField, 'market'> & Partial<EveryField>
