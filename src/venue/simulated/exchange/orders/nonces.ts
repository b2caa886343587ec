// Each account's nonce, as the contract keeps it: raising it invalidates every order signed with an older one.
//
//   resting           cancelled at once
//   matched, waiting  the settlement reverts; then the order is cancelled

import type { Address } from '../../../../domain/market/market.js'
import type { OrderRecord } from '../../../../domain/orders/order.js'
import { endOrder } from '../book/resting.js'
import { type ExchangeState, reportOrder } from '../exchange-state.js'
import { toRecord } from './order-facts.js'
import type { OrderTable } from './order-table.js'
import { readOrder } from './read-order.js'

/** 0 until it is raised. */
export function nonceOf({ accounts }: Pick<ExchangeState, 'accounts'>, account: Address): number {
  return accounts.get(account)?.nonce ?? 0
}

/** Whether the account's nonce has moved since the order came. */
export function isRevoked(orders: OrderTable, order: number): boolean {
  return orders.nonce(order) !== orders.account(order).nonce
}

/** Raises the account's nonce by one. Returns what rested, oldest first, over all markets. */
export function raiseNonce(state: ExchangeState, address: Address): OrderRecord[] {
  const { table } = state.orders
  const account = state.accounts.of(address)
  account.nonce += 1
  state.changes.nonce(address)
  const resting = account.live.toArray(table).filter((order) => table.restingLots(order) > 0)
  return resting.map((order) => {
    endOrder(state, order, 'cancelled_onchain')
    reportOrder(state, order)
    return toRecord(readOrder(table, order))
  })
}
