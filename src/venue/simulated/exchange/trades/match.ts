// A match as it is remembered: flat, without its orders, and with numbers. What is exact and shown is made of it where somebody looks.

import { feeRaw } from '../../../../domain/amounts/money.js'
import { complement, type Ticks } from '../../../../domain/amounts/price.js'
import type { Address, ConditionId, Hex } from '../../../../domain/market/market.js'
import { type Outcome, otherOutcome, otherSide, type Side } from '../../../../domain/market/side.js'
import type { PublicTrade, SettlementStatus } from '../../../../domain/orders/fill.js'
import type { MarketSpec } from '../markets/market-spec.js'
import type { NewOrder } from '../orders/new-order.js'
import type { ExchangeTrade, MatchedTrade, TradeSide } from './trade.js'

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

export class Match {
  readonly number: number
  readonly spec: MarketSpec
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
  makerFeeRaw = 0n
  takerFeeRaw = 0n
  /** When its settlement is due. */
  dueMs: number
  status: SettlementStatus = 'pending'

  constructor({ number, spec, maker, taker, price, sizeLots, venueMs }: MatchInput) {
    this.number = number
    this.spec = spec
    this.matchType = maker.outcome === taker.outcome ? 'direct' : taker.side === 'BUY' ? 'mint' : 'merge'
    this.outcome = taker.outcome
    this.side = taker.side
    this.price = price
    this.makerHash = maker.hash
    this.makerAccount = maker.account
    this.takerHash = taker.hash
    this.takerAccount = taker.account
    this.sizeLots = sizeLots
    this.venueMs = venueMs
    this.dueMs = venueMs
  }

  get conditionId(): ConditionId {
    return this.spec.conditionId
  }

  get tradeId(): string {
    return `t${this.number}`
  }

  get sizeRaw(): bigint {
    return BigInt(this.sizeLots) * this.spec.lotRaw
  }

  /** On the maker's own outcome. */
  get makerPrice(): Ticks {
    return this.matchType === 'direct' ? this.price : complement(this.price, this.spec.ticksPerUnit)
  }

  get maker(): TradeSide {
    const isDirect = this.matchType === 'direct'
    return {
      hash: this.makerHash,
      account: this.makerAccount,
      outcome: isDirect ? this.outcome : otherOutcome(this.outcome),
      side: isDirect ? otherSide(this.side) : this.side,
      price: this.makerPrice,
      feeRaw: this.makerFeeRaw,
    }
  }

  get taker(): TradeSide {
    const { takerHash, takerAccount, outcome, side, price, takerFeeRaw } = this
    return { hash: takerHash, account: takerAccount, outcome, side, price, feeRaw: takerFeeRaw }
  }

  /** Before it is known when its settlement is due. */
  get matched(): MatchedTrade {
    const { tradeId, conditionId, matchType, maker, taker, sizeRaw, venueMs } = this
    return { tradeId, conditionId, matchType, maker, taker, sizeRaw, venueMs }
  }

  get trade(): ExchangeTrade {
    const { tradeId, conditionId, matchType, maker, taker, sizeRaw, venueMs, dueMs } = this
    return { tradeId, conditionId, matchType, maker, taker, sizeRaw, venueMs, dueMs }
  }

  toPublicTrade(): PublicTrade {
    const { tradeId, conditionId, matchType, outcome, side, price, sizeRaw, venueMs } = this
    return { tradeId, conditionId, matchType, outcome, side, price, sizeRaw, venueMs }
  }

  /** Each side at the rate that it signed. */
  charge(makerBps: number, takerBps: number): void {
    if (makerBps > 0) this.makerFeeRaw = this.#fee(this.maker, makerBps)
    if (takerBps > 0) this.takerFeeRaw = this.#fee(this.taker, takerBps)
  }

  #fee({ side, price }: TradeSide, feeRateBps: number): bigint {
    const { ticksPerUnit } = this.spec
    return feeRaw({ side, price, tokensRaw: this.sizeRaw, feeRateBps, ticksPerUnit })
  }
}

/** The number in a trade's id. */
export function tradeNumber(tradeId: string): number {
  return Number(tradeId.slice(1))
}
