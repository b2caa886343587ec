// A match of one of our orders, as the venue reports it.

import type { Ticks } from '../amounts/price.js'
import type { ConditionId, Hex } from '../market/market.js'
import type { Outcome, Side } from '../market/side.js'

/** A fill is reversible until it is settled. */
export type SettlementStatus = 'pending' | 'settled' | 'failed'

export interface Fill {
  /** The venue's trade id; with `hash` it is unique. */
  readonly tradeId: string
  readonly hash: Hex
  readonly conditionId: ConditionId
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Ticks
  /** Gross tokens matched. */
  readonly sizeRaw: bigint
  /** Raw tokens on a BUY, raw collateral on a SELL. */
  readonly feeRaw: bigint
  readonly liquidity: 'maker' | 'taker'
  readonly status: SettlementStatus
  readonly venueMs: number
}

/** A match on the public tape; `outcome` and `side` are the taker's. */
export interface PublicTrade {
  readonly tradeId: string
  readonly conditionId: ConditionId
  readonly matchType: 'direct' | 'mint' | 'merge'
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Ticks
  readonly sizeRaw: bigint
  readonly venueMs: number
}

/** A match of one of our orders, settled or not. */
export interface OwnMatch {
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Ticks
  readonly sizeRaw: bigint
  /** When we heard of it, by the venue's clock. */
  readonly venueMs: number
}
