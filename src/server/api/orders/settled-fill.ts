// One side of a settled match in collateral: what it moved, and what it paid.

import { valueRaw } from '../../../domain/amounts/money.js'
import type { Address, ConditionId } from '../../../domain/market/market.js'
import type { Outcome } from '../../../domain/market/side.js'
import type { ExchangeTrade } from '../../../venue/simulated/exchange/exchange.js'

/** Raw units. */
export interface SettledFill {
  readonly account: Address
  readonly conditionId: ConditionId
  readonly outcome: Outcome
  /** Collateral won or spent, the fee of a SELL included. */
  readonly cashRaw: bigint
  /** Tokens won or given, the fee of a BUY included. */
  readonly tokensRaw: bigint
  readonly volumeRaw: bigint
  /** In collateral: a fee paid in tokens counts at the price of the match. */
  readonly feeRaw: bigint
}

export function settledFills(trade: ExchangeTrade, ticksPerUnit: number): SettledFill[] {
  const { conditionId, sizeRaw } = trade
  return [trade.maker, trade.taker].map(({ account, outcome, side, price, feeRaw }) => {
    const volumeRaw = valueRaw(price, sizeRaw, ticksPerUnit)
    const base = { account, conditionId, outcome, volumeRaw }
    if (side === 'SELL') return { ...base, cashRaw: volumeRaw - feeRaw, tokensRaw: -sizeRaw, feeRaw }
    return { ...base, cashRaw: -volumeRaw, tokensRaw: sizeRaw - feeRaw, feeRaw: valueRaw(price, feeRaw, ticksPerUnit) }
  })
}
