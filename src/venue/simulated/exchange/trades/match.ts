// A match as it is remembered: flat, without its orders, and with numbers. What is exact and shown is made of it where somebody looks.

import { feeRaw } from '../../../../domain/amounts/money.js'
import { complement, type Ticks } from '../../../../domain/amounts/price.js'
import type { Address, ConditionId, Hex } from '../../../../domain/market/market.js'
import { type Outcome, otherOutcome, otherSide, type Side } from '../../../../domain/market/side.js'
import type { Fill, PublicTrade, SettlementStatus } from '../../../../domain/orders/fill.js'
import type { MarketSpec } from '../markets/market-spec.js'
import type { NewOrder } from '../orders/new-order.js'
import { type ExchangeTrade, type MatchedTrade, type TradeSide, toFill } from './trade.js'

export interface MatchInput {
  /** Matches are numbered from 1. */
  readonly number: number
  readonly spec: MarketSpec
  readonly maker: NewOrder
  readonly taker: NewOrder
  /** On the taker's outcome. */
  readonly price: Ticks
  readonly sizeLots: number
  readonly venueMs: number
}

export interface Match {
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
  /** Raw tokens on a BUY, raw collateral on a SELL. */
  makerFeeRaw: bigint
  takerFeeRaw: bigint
  /** When its settlement is due. */
  dueMs: number
  status: SettlementStatus
}

/** Pending, due at once and without fees. */
export function newMatch({ number, spec, maker, taker, price, sizeLots, venueMs }: MatchInput): Match {
  return {
    number,
    spec,
    conditionId: spec.conditionId,
    matchType: maker.outcome === taker.outcome ? 'direct' : taker.side === 'BUY' ? 'mint' : 'merge',
    outcome: taker.outcome,
    side: taker.side,
    price,
    makerHash: maker.hash,
    makerAccount: maker.account,
    takerHash: taker.hash,
    takerAccount: taker.account,
    sizeLots,
    venueMs,
    makerFeeRaw: 0n,
    takerFeeRaw: 0n,
    dueMs: venueMs,
    status: 'pending',
  }
}

export function sizeRawOf({ sizeLots, spec }: Match): bigint {
  return BigInt(sizeLots) * spec.lotRaw
}

/** On the maker's own outcome. */
export function makerPriceOf({ matchType, price, spec }: Match): Ticks {
  return matchType === 'direct' ? price : complement(price, spec.ticksPerUnit)
}

/** Each side at the rate that it signed. */
export function chargeMatch(match: Match, makerBps: number, takerBps: number): void {
  if (makerBps > 0) match.makerFeeRaw = feeOf(match, makerOf(match), makerBps)
  if (takerBps > 0) match.takerFeeRaw = feeOf(match, takerOf(match), takerBps)
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
  const { makerHash, makerAccount, outcome, side, makerFeeRaw } = match
  const isDirect = match.matchType === 'direct'
  return {
    hash: makerHash,
    account: makerAccount,
    outcome: isDirect ? outcome : otherOutcome(outcome),
    side: isDirect ? otherSide(side) : side,
    price: makerPriceOf(match),
    feeRaw: makerFeeRaw,
  }
}

function takerOf({ takerHash, takerAccount, outcome, side, price, takerFeeRaw }: Match): TradeSide {
  return { hash: takerHash, account: takerAccount, outcome, side, price, feeRaw: takerFeeRaw }
}

function feeOf(match: Match, { side, price }: TradeSide, feeRateBps: number): bigint {
  return feeRaw({ side, price, tokensRaw: sizeRawOf(match), feeRateBps, ticksPerUnit: match.spec.ticksPerUnit })
}
