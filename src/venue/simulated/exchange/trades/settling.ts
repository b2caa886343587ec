// What waits for its settlement.

import type { OrderState } from '../orders/order-state.js'
import type { Match } from './match.js'

/** A match on its way to its settlement. */
export interface Settling {
  readonly match: Match
  readonly makerOrder: OrderState
}

/** What one taker order matched: the contract settles it in one transaction, whole or not at all. */
export interface Settlement {
  readonly takerOrder: OrderState
  /** In the order of matching; at least one. */
  readonly trades: readonly Settling[]
  readonly dueMs: number
}
