// One market's exposure, adding up order by order: position, collateral and worst case. All amounts raw.

import type { LiveOrder, MarketPosition } from '../../domain/account/exposure.js'
import { lotsToRaw } from '../../domain/amounts/size.js'
import { isFinal, type Market } from '../../domain/market/market.js'
import { netDirection } from '../../domain/market/yes-view.js'
import type { Quote } from '../../domain/orders/quote.js'
import { heldWealth, type ScenarioWealth, wealthWith } from './worst-case.js'

export interface MarketExposure {
  readonly market: Market
  /** Net position YES - NO, if every order that raises it fills and no other; fees that are only assumed count as ours. */
  readonly highRaw: bigint
  /** The same, with only the orders that lower it. */
  readonly lowRaw: bigint
  /** Collateral behind BUY orders, and what the held tokens cost. */
  readonly collateralRaw: bigint
  readonly wealth: ScenarioWealth
}

/** Of a market that is over nothing is at stake any more, whatever is still held. */
export function heldExposure(position: MarketPosition): MarketExposure {
  const { market, tokensRaw, assumedFeeRaw, costRaw } = position
  const wealth = heldWealth(position)
  if (isFinal(market)) return { market, highRaw: 0n, lowRaw: 0n, collateralRaw: 0n, wealth }
  const netRaw = tokensRaw[0] - tokensRaw[1]
  const [highRaw, lowRaw] = [netRaw + assumedFeeRaw[0], netRaw - assumedFeeRaw[1]]
  return { market, highRaw, lowRaw, collateralRaw: costRaw, wealth }
}

export function exposureWith(exposure: MarketExposure, order: LiveOrder): MarketExposure {
  const { market, highRaw, lowRaw, collateralRaw, wealth } = exposure
  const raises = netDirection(order) === 1
  return {
    market,
    highRaw: raises ? highRaw + order.sizeRaw : highRaw,
    lowRaw: raises ? lowRaw : lowRaw - order.sizeRaw,
    collateralRaw: collateralRaw + lockedRaw(order, market),
    wealth: wealthWith(wealth, order, market),
  }
}

/** The larger side of the position, in raw tokens of at least 0. */
export function positionRaw({ highRaw, lowRaw }: Pick<MarketExposure, 'highRaw' | 'lowRaw'>): bigint {
  const larger = highRaw > -lowRaw ? highRaw : -lowRaw
  return larger > 0n ? larger : 0n
}

/** Raw collateral behind an order, rounded up; a SELL locks tokens instead. */
export function lockedRaw(order: LiveOrder, { ticksPerUnit }: Pick<Market, 'ticksPerUnit'>): bigint {
  if (order.side === 'SELL') return 0n
  const unit = BigInt(ticksPerUnit)
  return (order.sizeRaw * BigInt(order.price) + unit - 1n) / unit
}

/** A quote as the order it would become. */
export function asLiveOrder(quote: Quote, market: Pick<Market, 'lotRaw'>): LiveOrder {
  const { conditionId, outcome, side, price, size } = quote
  return { conditionId, outcome, side, price, sizeRaw: lotsToRaw(size, market.lotRaw) }
}
