// An order that comes: known already, refused, or admitted, matched and placed. And one that goes, into the archive.

import { QuoinError } from '../../../../domain/error.js'
import type { Hex } from '../../../../domain/market/market.js'
import type { OrderRecord, OrderStatus } from '../../../../domain/orders/order.js'
import { enterOrder } from '../book/matching.js'
import { endOrder, scheduleExpiry } from '../book/resting.js'
import { type ExchangeState, noMarket, reportBalances, reportOrder } from '../exchange-state.js'
import { Refusal } from '../refusal.js'
import { NONE } from '../slot.js'
import { isSameOrder, type NewOrder } from './new-order.js'
import { admitOrder } from './order-admission.js'
import { type OrderFacts, statusOf, toRecord } from './order-facts.js'
import { readOrder, statusAt } from './read-order.js'

/** What has become of it; of one that is known already, what it is now. One that was `cancelled` on its way neither trades nor rests. */
export function placeOrder(state: ExchangeState, terms: NewOrder, cancelled: boolean): OrderStatus | Refusal {
  const known = knownOrder(state, terms.hash)
  if (known !== undefined) return sameAgain(known, terms)
  const market = state.markets.get(terms.conditionId)
  if (market === undefined) return noMarket(terms.conditionId)
  const order = admitOrder(state, market, terms)
  if (order instanceof Refusal) return order
  if (cancelled) endOrder(state, order, 'cancelled_local')
  else enterOrder(state, order)
  reportOrder(state, order)
  scheduleExpiry(state, order)
  reportBalances(state)
  return statusAt(state.orders.table, order)
}

/** In memory or in the archive. */
export function knownOrder({ orders, options }: ExchangeState, hash: Hex): OrderFacts | undefined {
  const order = orders.slotOf(hash)
  return order === NONE ? options.archive?.order(hash) : readOrder(orders.table, order)
}

/** Lets go of an order that is over. One that has changed since the archive was written is written once more before. */
export function forgetOrder({ orders, changes }: ExchangeState, hash: Hex): void {
  const order = orders.slotOf(hash)
  if (order !== NONE && !changes.hasOrder(order)) orders.forget(order)
}

function sameAgain(known: OrderFacts, terms: NewOrder): OrderStatus | Refusal {
  if (isSameOrder(known.terms, terms)) return statusOf(known)
  return new Refusal('conflict', `orderHash: ${terms.hash} exists with other terms`)
}

/** Of an order that is known. */
export function recordOf(state: ExchangeState, hash: Hex): OrderRecord {
  const order = knownOrder(state, hash)
  if (order === undefined) throw new QuoinError('internal', `order ${hash}: expected it to be known`)
  return toRecord(order)
}
