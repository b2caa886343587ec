// What the law of one market is, for the quotes of one decision.

import type { MarketBook } from '../domain/market/book.js'
import type { Market } from '../domain/market/market.js'
import type { Outcome } from '../domain/market/side.js'
import type { Quote, Refusal, RefusalReason } from '../domain/orders/quote.js'

export interface QuotingContext {
  readonly market: Pick<Market, 'conditionId' | 'ticksPerUnit' | 'lotRaw' | 'minLots' | 'unitRaw'>
  /** Both books without our own orders. */
  readonly others: MarketBook
  /** Raw tokens we hold and could sell, by outcome, those behind our own SELL orders included. */
  readonly heldRaw: readonly [bigint, bigint]
  /** Rate that a fill of a resting quote pays, basis points; 0 where makers are free. */
  readonly feeRateBps: number
  /** Fair probability of YES; the expected edge is measured by it where the wish names no value, and is 0 without either. */
  readonly fair?: number | undefined
  /** Middle of the others' book that the fair value came from, a probability of YES; absent where it came from none. */
  readonly mid?: number | undefined
  /** Where the others' book has jumped, unconfirmed, from the fair value. Default: nowhere. */
  readonly jump?: -1 | 0 | 1
  /** Raw net position, YES - NO, matched fills counted. */
  readonly netRaw: bigint
  /** Turns bids on one outcome into sales of the other, as far as it is held. */
  readonly useHeld: boolean
  /** How many bids of ours rest on an outcome. */
  readonly bidding?: ((outcome: Outcome) => number) | undefined
  /** Collateral that a bid may lock at most, units; it is asked for where something is held. Default: whatever it takes. */
  readonly collateral?: number | undefined
  /** Prices of YES outside are not quoted, probabilities, both ends included. Default: every legal price. */
  readonly band?: { readonly min: number; readonly max: number } | undefined
  /** Levels kept per outcome and side, best first. */
  readonly maxLevels: number
}

/** A quote on the grid, on its way through the rules. */
export type GridQuote = Pick<Quote, 'outcome' | 'side' | 'price' | 'size'>

/** Books a refusal. The price is a probability, the size is in shares. */
export type Refuse = (
  quote: Omit<Refusal['quote'], 'conditionId' | 'edge'>,
  reason: RefusalReason,
  detail: string,
) => void

/** One rule: quotes in, quotes that satisfy it out. */
export type Rule = (quotes: readonly GridQuote[], context: QuotingContext, refuse: Refuse) => readonly GridQuote[]
