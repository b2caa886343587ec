// The exchange's own income: SELL orders pay fees in collateral, BUY orders in the tokens they bought. Raw units.

import type { ConditionId } from '../../../domain/market/market.js'
import type { Outcome } from '../../../domain/market/side.js'

export class FeeAccount {
  #collateral = 0n
  readonly #tokens = new Map<ConditionId, [bigint, bigint]>()

  get collateralRaw(): bigint {
    return this.#collateral
  }

  tokensRaw(conditionId: ConditionId): readonly [bigint, bigint] {
    return this.#tokens.get(conditionId) ?? [0n, 0n]
  }

  addCollateral(raw: bigint): void {
    this.#collateral += raw
  }

  addTokens(conditionId: ConditionId, outcome: Outcome, raw: bigint): void {
    const held = this.#tokens.get(conditionId) ?? [0n, 0n]
    held[outcome] += raw
    this.#tokens.set(conditionId, held)
  }

  /** Hands over all tokens of a market, to be redeemed. */
  takeTokens(conditionId: ConditionId): readonly [bigint, bigint] {
    const held = this.tokensRaw(conditionId)
    this.#tokens.delete(conditionId)
    return held
  }
}
