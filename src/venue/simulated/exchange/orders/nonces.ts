// Each account's nonce, as the contract keeps it: raising it invalidates every order signed with an older one.
//
//   resting           cancelled at once
//   matched, waiting  the settlement reverts; then the order is cancelled

import type { Address } from '../../../../domain/market/market.js'
import type { OrderRecord } from '../../../../domain/orders/order.js'
import { endOrder } from '../book/resting.js'
import { type ExchangeState, reportOrder } from '../exchange-state.js'
import type { OrderState } from './order-state.js'

/** 0 until it is raised. */
export function nonceOf({ nonces }: Pick<ExchangeState, 'nonces'>, account: Address): number {
  return nonces.get(account) ?? 0
}

/** Whether the account's nonce has moved since the order came. */
export function isRevoked(state: ExchangeState, { nonce, terms }: OrderState): boolean {
  return nonce !== nonceOf(state, terms.account)
}

/** Raises the account's nonce by one. Returns what rested, oldest first, over all markets. */
export function raiseNonce(state: ExchangeState, account: Address): OrderRecord[] {
  state.nonces.set(account, nonceOf(state, account) + 1)
  state.changes.nonce(account)
  const resting = state.orders.find({ account, statuses: ['open', 'partially_filled'] }).reverse()
  return resting.map((order) => {
    endOrder(state, order, 'cancelled_onchain')
    return reportOrder(state, order)
  })
}
