// Cancels asked for by an order's owner: what rests is cancelled, what is matched settles.

import type { Address, ConditionId, Hex } from '../../../../domain/market/market.js'
import type { OrderRecord, OrderStatus } from '../../../../domain/orders/order.js'
import { endOrder } from '../book/resting.js'
import { type ExchangeState, marketOf, reportOrder } from '../exchange-state.js'
import { Refusal } from '../refusal.js'
import { NONE } from '../slot.js'
import { statusOf, toRecord } from './order-facts.js'
import type { OrderTable } from './order-table.js'
import { readOrder, statusAt } from './read-order.js'

/** Its slot. Refuses as `not-found`, `forbidden` or `not-cancellable`; the wish is remembered even then. */
export function cancelOrder(state: ExchangeState, hash: Hex, account: Address): number | Refusal {
  const { table } = state.orders
  const order = state.orders.slotOf(hash)
  if (order === NONE) return refuseDone(state, hash, account)
  if (table.account(order).address !== account) return forbidden(hash, account)
  askToCancel(state, order)
  if (!isResting(table, order)) return notCancellable(hash, statusAt(table, order))
  cancelResting(state, order)
  return order
}

/** Oldest first: the account's orders of the market that rested. Throws `not-found` for an unknown market. */
export function cancelAllOrders(state: ExchangeState, address: Address, conditionId: ConditionId): OrderRecord[] {
  const { table } = state.orders
  const market = marketOf(state, conditionId)
  const own = state.accounts.get(address)?.live.toArray(table) ?? []
  const live = own.filter((order) => table.market(order) === market)
  for (const order of live) askToCancel(state, order)
  const resting = live.filter((order) => isResting(table, order))
  return resting.map((order) => {
    cancelResting(state, order)
    return toRecord(readOrder(table, order))
  })
}

/** An order that only the archive knows. */
function refuseDone({ options }: ExchangeState, hash: Hex, account: Address): Refusal {
  const done = options.archive?.order(hash)
  if (done === undefined) return new Refusal('not-found', `orderHash: no order ${hash}`)
  return done.terms.account === account ? notCancellable(hash, statusOf(done)) : forbidden(hash, account)
}

function forbidden(hash: Hex, asking: Address): Refusal {
  return new Refusal('forbidden', `orderHash: ${hash} does not belong to ${asking}`)
}

function notCancellable(hash: Hex, status: OrderStatus): Refusal {
  return new Refusal('not-cancellable', `orderHash: ${hash} is ${status}`)
}

function askToCancel({ changes, orders }: ExchangeState, order: number): void {
  orders.table.askToCancel(order)
  changes.order(order)
}

function isResting(orders: OrderTable, order: number): boolean {
  return !orders.hasEnded(order) && orders.restingLots(order) > 0
}

function cancelResting(state: ExchangeState, order: number): void {
  endOrder(state, order, 'cancelled_local')
  reportOrder(state, order)
}
