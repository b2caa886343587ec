// A match of one of our orders, as the venue reports it.

import { valueRaw } from '../amounts/money.js'
import { probability, type Ticks, worsePrice } from '../amounts/price.js'
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
  /** Collateral that it moved, fees left aside, where its price lies between the ticks of its market: `price` is the next one that is worse. */
  readonly paidRaw?: bigint
  /** Gross tokens matched. */
  readonly sizeRaw: bigint
  /** Raw tokens on a BUY, raw collateral on a SELL. */
  readonly feeRaw: bigint
  readonly liquidity: 'maker' | 'taker'
  readonly status: SettlementStatus
  readonly venueMs: number
}

/** Collateral that a fill moved, fees left aside. */
export function fillValueRaw(
  { paidRaw, price, sizeRaw }: Pick<Fill, 'paidRaw' | 'price' | 'sizeRaw'>,
  ticksPerUnit: number,
): bigint {
  return paidRaw ?? valueRaw(price, sizeRaw, ticksPerUnit)
}

/** Probability at which it traded, fees left aside: the exact one, where that lies between the ticks. */
export function fillPrice(
  { paidRaw, price, sizeRaw }: Pick<Fill, 'paidRaw' | 'price' | 'sizeRaw'>,
  ticksPerUnit: number,
): number {
  return paidRaw === undefined ? probability(price, ticksPerUnit) : Number(paidRaw) / Number(sizeRaw)
}

/** The same fill told on another tick: at the next price that is worse where there is none like it. */
export function fillOn<T extends Pick<Fill, 'paidRaw' | 'price' | 'sizeRaw' | 'side'>>(
  fill: T,
  before: number,
  now: number,
): T {
  if (before === now) return fill
  const price = worsePrice({ collateral: BigInt(fill.price), tokens: BigInt(before) }, fill.side, now)
  if (fill.paidRaw !== undefined || price * before === fill.price * now) return { ...fill, price }
  return { ...fill, price, paidRaw: valueRaw(fill.price, fill.sizeRaw, before) }
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
