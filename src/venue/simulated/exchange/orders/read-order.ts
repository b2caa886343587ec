// What the row of an order comes to: its status, and the order as an object where somebody asks for one.

import { ticks } from '../../../../domain/amounts/price.js'
import { lots } from '../../../../domain/amounts/size.js'
import type { OrderStatus } from '../../../../domain/orders/order.js'
import type { NewOrder } from './new-order.js'
import { type OrderFacts, statusOf } from './order-facts.js'
import type { OrderTable } from './order-table.js'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Nothing more of the order can be matched. */
export function isOver(orders: OrderTable, slot: number): boolean {
  return orders.hasEnded(slot) || (orders.restingLots(slot) === 0 && orders.pendingLots(slot) === 0)
}

/** Nothing of the order can change any more. */
export function isDone(orders: OrderTable, slot: number): boolean {
  return orders.pendingLots(slot) === 0 && isOver(orders, slot)
}

export function statusAt(orders: OrderTable, slot: number): OrderStatus {
  return statusOf({
    filledLots: orders.filledLots(slot),
    pendingLots: orders.pendingLots(slot),
    restingLots: orders.restingLots(slot),
    ending: orders.ending(slot),
  })
}

export function readOrder(orders: OrderTable, slot: number): OrderFacts {
  return {
    terms: readTerms(orders, slot),
    spec: orders.market(slot).spec,
    createdMs: orders.createdMs(slot),
    updatedMs: orders.updatedMs(slot),
    filledLots: orders.filledLots(slot),
    pendingLots: orders.pendingLots(slot),
    restingLots: orders.restingLots(slot),
    ending: orders.ending(slot),
  }
}

export function readTerms(orders: OrderTable, slot: number): NewOrder {
  const market = orders.market(slot)
  const nonce = orders.signedNonce(slot)
  const terms: Mutable<NewOrder> = {
    hash: orders.hash(slot),
    account: orders.account(slot).address,
    conditionId: market.spec.conditionId,
    outcome: orders.outcome(slot),
    side: orders.side(slot),
    price: ticks(orders.price(slot)),
    size: lots(orders.size(slot)),
    type: orders.type(slot),
    expirationSec: orders.expirationSec(slot),
    feeRateBps: orders.feeRateBps(slot),
  }
  // set, not spread: a copy of each order has a shape of its own before long, and whoever reads it looks it up anew
  if (nonce !== undefined) terms.nonce = nonce
  return terms
}
