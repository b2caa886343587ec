// What the venue says we own, in raw units:  total = available + locked + pending,  for collateral and for each token.
//
//   locked    behind open orders
//   pending   matched, not settled: still ours, gone when it settles, available again when it fails

import type { ConditionId } from '../market/market.js'

export interface CollateralBalance {
  /** Everything, locked and pending included. */
  readonly totalRaw: bigint
  /** Behind open orders. */
  readonly lockedRaw: bigint
  /** Matched, not settled. */
  readonly pendingRaw: bigint
  /** What a new order can use. */
  readonly availableRaw: bigint
}

/** Tokens of one market, by outcome. */
export interface Holding {
  readonly conditionId: ConditionId
  /** All settled tokens, locked and pending ones included. */
  readonly tokensRaw: readonly [bigint, bigint]
  /** Behind open SELL orders. */
  readonly lockedRaw: readonly [bigint, bigint]
  /** Sold, not settled. */
  readonly pendingRaw: readonly [bigint, bigint]
}

/** One consistent reading of the account. */
export interface AccountSnapshot {
  readonly collateral: CollateralBalance
  readonly holdings: readonly Holding[]
}
