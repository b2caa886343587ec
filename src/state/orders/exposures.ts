// Orders as risk wants to see them.

import type { LiveOrder } from '../../domain/account/exposure.js'
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
