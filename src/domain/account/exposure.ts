// What could be lost: what is held and what it cost, and orders that may still be matched.

import type { Ticks } from '../amounts/price.js'
import type { ConditionId, Market } from '../market/market.js'
import type { Outcome, Side } from '../market/side.js'

/** An order, sent or unknown or being cancelled, that may still be matched. */
export interface LiveOrder {
  readonly conditionId: ConditionId
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Ticks
  /** Raw tokens that may still be matched. */
  readonly sizeRaw: bigint
}

/** One market's position, raw units, matched fills counted whether settled or not. */
export interface MarketPosition {
  readonly market: Market
  readonly tokensRaw: readonly [bigint, bigint]
  /** Tokens beyond these that may be ours: taken off as fees of fills whose own records are not read yet. */
  readonly assumedFeeRaw: readonly [bigint, bigint]
  /**
   * Collateral that these tokens cost: the average of what was paid, fees in; what was held at start counts at its fair value then.
   * What was earned or lost on tokens that are gone is no part of it.
   */
  readonly costRaw: bigint
}
