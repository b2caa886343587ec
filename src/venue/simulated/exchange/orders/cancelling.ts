// Cancels asked for by an order's owner: what rests is cancelled, what is matched settles.

import { QuoinError } from '../../../../domain/error.js'
import type { Address, ConditionId, Hex } from '../../../../domain/market/market.js'
import type { OrderRecord } from '../../../../domain/orders/order.js'
import { endOrder } from '../book/resting.js'
import { type ExchangeState, marketOf, reportOrder } from '../exchange-state.js'
import type { NewOrder } from './new-order.js'
import { type OrderState, statusOf } from './order-state.js'

/** Throws `not-found`, `forbidden` or `not-cancellable`; the wish is remembered even then. */
export function cancelOrder(state: ExchangeState, hash: Hex, account: Address): OrderRecord {
  const order = state.orders.get(hash)
  if (order === undefined) return refuseClosed(state, hash, account)
  requireOwner(order.terms, account)
  askToCancel(state, order)
  if (!isResting(order)) throw QuoinError.refusal('not-cancellable', `orderHash: ${hash} is ${statusOf(order)}`)
  return cancelResting(state, order)
}

/** Oldest first: the account's orders of the market that rested. Throws `not-found` for an unknown market. */
export function cancelAllOrders(state: ExchangeState, account: Address, conditionId: ConditionId): OrderRecord[] {
  marketOf(state, conditionId)
  const statuses = ['open', 'partially_filled', 'pending_settlement'] as const
  const live = state.orders.find({ account, conditionId, statuses }).reverse()
  for (const order of live) askToCancel(state, order)
  return live.filter(isResting).map((order) => cancelResting(state, order))
}

/** An order that only the archive knows is over. */
function refuseClosed({ options }: ExchangeState, hash: Hex, account: Address): never {
  const closed = options.archive?.order(hash)
  if (closed === undefined) throw QuoinError.refusal('not-found', `orderHash: no order ${hash}`)
  requireOwner(closed.terms, account)
  throw QuoinError.refusal('not-cancellable', `orderHash: ${hash} is ${statusOf(closed)}`)
}

function requireOwner({ hash, account }: NewOrder, asking: Address): void {
  if (account !== asking) throw QuoinError.refusal('forbidden', `orderHash: ${hash} does not belong to ${asking}`)
}

function askToCancel({ changes }: ExchangeState, order: OrderState): void {
  order.cancelAsked = true
  changes.order(order)
}

function isResting(order: OrderState): boolean {
  return order.ending === undefined && order.restingLots > 0
}

function cancelResting(state: ExchangeState, order: OrderState): OrderRecord {
  endOrder(state, order, 'cancelled_local')
  return reportOrder(state, order)
}
