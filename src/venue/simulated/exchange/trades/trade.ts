// A match between a resting order (maker) and an incoming one (taker).
//
//   direct   BUY o against SELL o        mint   BUY YES against BUY NO       merge   SELL YES against SELL NO
//
// The maker trades at its own price; on mint and merge the taker's price is the maker's complement.

import type { Ticks } from '../../../../domain/amounts/price.js'
import type { Address, ConditionId, Hex } from '../../../../domain/market/market.js'
import type { Outcome, Side } from '../../../../domain/market/side.js'
import type { Fill, PublicTrade, SettlementStatus } from '../../../../domain/orders/fill.js'

export interface TradeSide {
  readonly hash: Hex
  readonly account: Address
  readonly outcome: Outcome
  readonly side: Side
  /** Execution price on this side's own outcome. */
  readonly price: Ticks
  /** Raw tokens on a BUY, raw collateral on a SELL; paid when the match settles. */
  readonly feeRaw: bigint
}

export interface ExchangeTrade {
  readonly tradeId: string
  readonly conditionId: ConditionId
  readonly matchType: PublicTrade['matchType']
  readonly maker: TradeSide
  readonly taker: TradeSide
  /** Gross raw tokens of each side. */
  readonly sizeRaw: bigint
  readonly venueMs: number
  /** When its settlement is due. */
  readonly dueMs: number
}

/** A trade before its settlement is due. */
export type MatchedTrade = Omit<ExchangeTrade, 'dueMs'>

/** A trade, and what has become of it. */
export interface TradeWithStatus {
  readonly trade: ExchangeTrade
  readonly status: SettlementStatus
}

export function toPublicTrade({
  tradeId,
  conditionId,
  matchType,
  taker,
  sizeRaw,
  venueMs,
}: ExchangeTrade): PublicTrade {
  const { outcome, side, price } = taker
  return { tradeId, conditionId, matchType, outcome, side, price, sizeRaw, venueMs }
}

/** The trade as one of its two accounts sees it. */
export function toFill({ trade, status }: TradeWithStatus, account: Address): Fill {
  const liquidity = trade.maker.account === account ? 'maker' : 'taker'
  const { hash, outcome, side, price, feeRaw } = trade[liquidity]
  const { tradeId, conditionId, sizeRaw, venueMs } = trade
  return { tradeId, hash, conditionId, outcome, side, price, sizeRaw, feeRaw, liquidity, status, venueMs }
}
