// How an order joins the book, leaves it, and ends.

import { type ExchangeState, reportLevel } from '../exchange-state.js'
import { ladderOf } from '../markets/market-state.js'
import type { Ending, OrderState } from '../orders/order-state.js'

/** Whether the order is far enough from its expiration to be matched. */
export function isMatchable(state: ExchangeState, order: OrderState): boolean {
  return order.expirationMs === undefined || state.nowMs < order.expirationMs - state.options.stopMatchingBeforeMs
}

/** Puts the resting part at the back of its queue. An order too close to its expiration waits outside the book. */
export function joinBook(state: ExchangeState, order: OrderState): void {
  if (!isMatchable(state, order)) return
  state.arrivals += 1
  order.arrival = state.arrivals
  ladderOf(order.market, order.terms.outcome, order.terms.side).append(order)
  reportLevel(state, order)
}

/** When the order leaves the book, and when it ends, by itself. */
export function scheduleExpiry({ due, options }: ExchangeState, order: OrderState): void {
  if (order.expirationMs === undefined || order.ending !== undefined) return
  due.add(order.expirationMs - options.stopMatchingBeforeMs, { kind: 'last-match', order })
  due.add(order.expirationMs, { kind: 'expiry', order })
}

/** Takes the order off the book; what rests of it stays locked. */
export function leaveBook(state: ExchangeState, order: OrderState): void {
  if (!order.onLadder) return
  ladderOf(order.market, order.terms.outcome, order.terms.side).remove(order)
  reportLevel(state, order)
}

/** Ends the resting part for good and gives back its lock. Matches stand and settle later. */
export function endOrder(state: ExchangeState, order: OrderState, ending: Ending): void {
  leaveBook(state, order)
  order.balance.unlock(order.restingLots, order.lockTicks, order.tick)
  order.restingLots = 0
  order.ending ??= ending
}
