// What the venue says we own. Raw units.

import type { ConditionId } from './market.js'

export interface CollateralBalance {
  /** Everything, locked and in settlement included. */
  readonly totalRaw: bigint
  /** Behind open orders. */
  readonly lockedRaw: bigint
  /** What a new order can use. */
  readonly availableRaw: bigint
}

/** Tokens of one market, by outcome. */
export interface Holding {
  readonly conditionId: ConditionId
  /** Settled tokens, those behind open SELL orders included. */
  readonly tokensRaw: readonly [bigint, bigint]
  readonly lockedRaw: readonly [bigint, bigint]
}

/** One consistent reading of the account. */
export interface AccountSnapshot {
  readonly collateral: CollateralBalance
  readonly holdings: readonly Holding[]
}
