// How an order joins the book, leaves it, and ends.

import { type ExchangeState, reportLevel } from '../exchange-state.js'
import { ladderOf } from '../markets/market-state.js'
import type { Ending } from '../orders/order-facts.js'

/** Whether the order is far enough from its expiration to be matched. */
export function isMatchable({ orders: { table }, options, nowMs }: ExchangeState, order: number): boolean {
  const expirationMs = table.expirationMs(order)
  return expirationMs === 0 || nowMs < expirationMs - options.stopMatchingBeforeMs
}

/** Puts the resting part at the back of its queue. An order too close to its expiration waits outside the book. */
export function joinBook(state: ExchangeState, order: number): void {
  if (!isMatchable(state, order)) return
  const { table } = state.orders
  state.arrivals += 1
  table.setArrival(order, state.arrivals)
  ladderOf(table.market(order), table.leg(order)).append(order)
  reportLevel(state, order)
}

/** When the order leaves the book, and when it ends, by itself. */
export function scheduleExpiry({ due, options, orders: { table } }: ExchangeState, order: number): void {
  const expirationMs = table.expirationMs(order)
  if (expirationMs === 0 || table.hasEnded(order)) return
  due.addLastMatch(expirationMs - options.stopMatchingBeforeMs, order)
  due.addExpiry(expirationMs, order)
}

/** Takes the order off the book; what rests of it stays locked. */
export function leaveBook(state: ExchangeState, order: number): void {
  const { table } = state.orders
  if (!table.onLadder(order)) return
  ladderOf(table.market(order), table.leg(order)).remove(order)
  reportLevel(state, order)
}

/** Ends the resting part for good and gives back its lock. Matches stand and settle later. */
export function endOrder(state: ExchangeState, order: number, ending: Ending): void {
  const { table } = state.orders
  leaveBook(state, order)
  const restingLots = table.restingLots(order)
  table.balance(order).unlock(restingLots, table.lockTicks(order), table.market(order).tick)
  table.addResting(order, -restingLots)
  table.end(order, ending)
}
