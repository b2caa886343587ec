// Cancels asked for by an order's owner: what rests is cancelled, what is matched settles.

import type { Address, ConditionId, Hex } from '../../../../domain/market/market.js'
import type { OrderRecord } from '../../../../domain/orders/order.js'
import { endOrder } from '../book/resting.js'
import { type ExchangeState, marketOf, reportOrder } from '../exchange-state.js'
import { Refusal } from '../refusal.js'
import { type OrderFacts, type OrderState, statusOf, toRecord } from './order-state.js'

/** Refuses as `not-found`, `forbidden` or `not-cancellable`; the wish is remembered even then. */
export function cancelOrder(state: ExchangeState, hash: Hex, account: Address): OrderState | Refusal {
  const order = state.orders.get(hash)
  if (order === undefined) return refuseDone(state, hash, account)
  if (order.terms.account !== account) return forbidden(hash, account)
  askToCancel(state, order)
  if (!isResting(order)) return notCancellable(order)
  cancelResting(state, order)
  return order
}

/** Oldest first: the account's orders of the market that rested. Throws `not-found` for an unknown market. */
export function cancelAllOrders(state: ExchangeState, account: Address, conditionId: ConditionId): OrderRecord[] {
  const market = marketOf(state, conditionId)
  const own = state.accounts.get(account)?.live.toArray() ?? []
  const live = own.filter((order) => order.market === market)
  for (const order of live) askToCancel(state, order)
  return live.filter(isResting).map((order) => {
    cancelResting(state, order)
    return toRecord(order)
  })
}

/** An order that only the history knows. */
function refuseDone({ orders, options }: ExchangeState, hash: Hex, account: Address): Refusal {
  const done = orders.facts(hash) ?? options.archive?.order(hash)
  if (done === undefined) return new Refusal('not-found', `orderHash: no order ${hash}`)
  return done.terms.account === account ? notCancellable(done) : forbidden(hash, account)
}

function forbidden(hash: Hex, asking: Address): Refusal {
  return new Refusal('forbidden', `orderHash: ${hash} does not belong to ${asking}`)
}

function notCancellable(order: OrderFacts): Refusal {
  return new Refusal('not-cancellable', `orderHash: ${order.terms.hash} is ${statusOf(order)}`)
}

function askToCancel({ changes }: ExchangeState, order: OrderState): void {
  order.cancelAsked = true
  changes.order(order)
}

function isResting(order: OrderState): boolean {
  return order.ending === undefined && order.restingLots > 0
}

function cancelResting(state: ExchangeState, order: OrderState): void {
  endOrder(state, order, 'cancelled_local')
  reportOrder(state, order)
}
