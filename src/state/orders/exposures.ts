// Orders and positions as risk wants to see them.

import type { LiveOrder, MarketPosition } from '../../domain/account/exposure.js'
import { costRaw } from '../../domain/amounts/money.js'
import { rawToLots } from '../../domain/amounts/size.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import type { LivingOrder } from '../../domain/orders/own-order.js'
import type { Beliefs } from '../beliefs.js'
import type { OwnOrders } from './own-orders.js'

export function asLive(order: LivingOrder): LiveOrder {
  const { conditionId, outcome, side, price } = order.draft
  return { conditionId, outcome, side, price, sizeRaw: order.restingRaw }
}

/** Of a market: orders that may live, and what may have been matched of those that are cancelled. */
export function mayBeMatched(orders: Pick<OwnOrders, 'livingOf' | 'untoldOf'>, conditionId: ConditionId): LiveOrder[] {
  return [...orders.livingOf(conditionId).map(asLive), ...orders.untoldOf(conditionId)]
}

/** Orders that may live although nobody wants them any more: unknown, or being cancelled. */
export function isUnconfirmed(order: LivingOrder): boolean {
  return order.phase === 'unknown' || order.phase === 'cancelling'
}

/** Markets in which an order of ours may live. */
export function marketsWithOrders({ markets, orders }: Beliefs): Market[] {
  const ids = new Set([...orders.living()].map((o) => o.draft.conditionId))
  return [...markets.values()].filter((m) => ids.has(m.conditionId))
}

export function positionsOf(beliefs: Beliefs): Map<ConditionId, MarketPosition> {
  const positions = new Map<ConditionId, MarketPosition>()
  for (const market of beliefs.markets.values()) positions.set(market.conditionId, beliefs.positions.position(market))
  return positions
}

/** Raw collateral that BUY orders among `orders` lock. */
export function lockedCollateralRaw(orders: readonly LivingOrder[], beliefs: Beliefs): bigint {
  let locked = 0n
  for (const order of orders) {
    const market = beliefs.markets.get(order.draft.conditionId)
    if (!market || order.draft.side !== 'BUY') continue
    locked += costRaw(order.draft.price, rawToLots(order.restingRaw, market.lotRaw), market)
  }
  return locked
}

/** Raw tokens that SELL orders among `orders` lock. */
export function lockedTokensRaw(orders: readonly LivingOrder[], conditionId: ConditionId, outcome: 0 | 1): bigint {
  let locked = 0n
  for (const { draft, restingRaw } of orders) {
    if (draft.side === 'SELL' && draft.conditionId === conditionId && draft.outcome === outcome) locked += restingRaw
  }
  return locked
}
