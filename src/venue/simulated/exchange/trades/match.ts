// A match as it is told: flat, without its orders, and with numbers. What is exact and shown is made of it where somebody looks.

import { feeRaw } from '../../../../domain/amounts/money.js'
import { complement, type Ticks } from '../../../../domain/amounts/price.js'
import type { Address, ConditionId, Hex } from '../../../../domain/market/market.js'
import { type Outcome, otherOutcome, otherSide, type Side } from '../../../../domain/market/side.js'
import type { Fill, PublicTrade, SettlementStatus } from '../../../../domain/orders/fill.js'
import type { MarketSpec } from '../markets/market-spec.js'
import { type ExchangeTrade, type MatchedTrade, type TradeSide, toFill } from './trade.js'

export interface Match {
  /** Matches are numbered from 1. */
  readonly number: number
  readonly spec: MarketSpec
  readonly conditionId: ConditionId
  readonly matchType: PublicTrade['matchType']
  /** The taker's, as its side and price are. */
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Ticks
  readonly makerHash: Hex
  readonly makerAccount: Address
  readonly takerHash: Hex
  readonly takerAccount: Address
  readonly sizeLots: number
  readonly venueMs: number
  /** The rate that the side pays, in basis points; 0 for one that does not. */
  readonly makerBps: number
  readonly takerBps: number
  /** When its settlement is due. */
  readonly dueMs: number
  readonly status: SettlementStatus
}

export function sizeRawOf({ sizeLots, spec }: Match): bigint {
  return BigInt(sizeLots) * spec.lotRaw
}

/** On the maker's own outcome. */
export function makerPriceOf({ matchType, price, spec }: Match): Ticks {
  return matchType === 'direct' ? price : complement(price, spec.ticksPerUnit)
}

/** Raw tokens on a BUY, raw collateral on a SELL. */
export function makerFeeRawOf(match: Match): bigint {
  return makerOf(match).feeRaw
}

export function takerFeeRawOf(match: Match): bigint {
  return takerOf(match).feeRaw
}

/** Before it is known when its settlement is due. */
export function matchedTradeOf(match: Match): MatchedTrade {
  const { conditionId, matchType, venueMs } = match
  const [maker, taker] = [makerOf(match), takerOf(match)]
  return { tradeId: tradeIdOf(match), conditionId, matchType, maker, taker, sizeRaw: sizeRawOf(match), venueMs }
}

export function tradeOf(match: Match): ExchangeTrade {
  const { tradeId, conditionId, matchType, maker, taker, sizeRaw, venueMs } = matchedTradeOf(match)
  return { tradeId, conditionId, matchType, maker, taker, sizeRaw, venueMs, dueMs: match.dueMs }
}

export function publicTradeOf(match: Match): PublicTrade {
  const { conditionId, matchType, outcome, side, price, venueMs } = match
  const sizeRaw = sizeRawOf(match)
  return { tradeId: tradeIdOf(match), conditionId, matchType, outcome, side, price, sizeRaw, venueMs }
}

export function tradeIdOf({ number }: Pick<Match, 'number'>): string {
  return `t${number}`
}

/** The number in a trade's id. */
export function tradeNumber(tradeId: string): number {
  return Number(tradeId.slice(1))
}

/** As one of its two accounts sees it. */
export function fillOf(match: Match, account: Address): Fill {
  return toFill({ trade: tradeOf(match), status: match.status }, account)
}

function makerOf(match: Match): TradeSide {
  const { makerHash, makerAccount, outcome, makerBps } = match
  const isDirect = match.matchType === 'direct'
  const side = isDirect ? otherSide(match.side) : match.side
  const price = makerPriceOf(match)
  return {
    hash: makerHash,
    account: makerAccount,
    outcome: isDirect ? outcome : otherOutcome(outcome),
    side,
    price,
    feeRaw: feeOf(match, { side, price }, makerBps),
  }
}

function takerOf(match: Match): TradeSide {
  const { takerHash, takerAccount, outcome, side, price, takerBps } = match
  return { hash: takerHash, account: takerAccount, outcome, side, price, feeRaw: feeOf(match, match, takerBps) }
}

function feeOf(match: Match, { side, price }: Pick<TradeSide, 'side' | 'price'>, feeRateBps: number): bigint {
  if (feeRateBps === 0) return 0n
  return feeRaw({ side, price, tokensRaw: sizeRawOf(match), feeRateBps, ticksPerUnit: match.spec.ticksPerUnit })
}
