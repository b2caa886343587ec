// What becomes of an incoming order: matched in price-time priority, then resting or cancelled by its type.

import { type ExchangeState, reportLevel, reportOrder } from '../exchange-state.js'
import { ladderOf } from '../markets/market-state.js'
import type { OrderTable } from '../orders/order-table.js'
import { NONE } from '../slot.js'
import { matchedTradeOf } from '../trades/match.js'
import { wouldMatch } from './counterparties.js'
import { endOrder, isMatchable, joinBook } from './resting.js'

/** Matches and places an order that is admitted and locked; its own record is the caller's to report. */
export function enterOrder(state: ExchangeState, order: number): void {
  const { table } = state.orders
  const type = table.type(order)
  if (isMatchable(state, order)) {
    if (isRefused(state, order)) endOrder(state, order, 'cancelled_local')
    else if (type !== 'POST_ONLY') matchOrder(state, order)
  }
  if (table.restingLots(order) === 0 || table.hasEnded(order)) return
  if (type === 'FOK' || type === 'FAK') endOrder(state, order, 'cancelled_local')
  else joinBook(state, order)
}

/** A POST_ONLY that would match, a FOK that would not match in full: neither trades. */
function isRefused(state: ExchangeState, order: number): boolean {
  const { table } = state.orders
  const type = table.type(order)
  if (type === 'POST_ONLY') return wouldMatch(table.market(order), table.leg(order), table.price(order))
  return type === 'FOK' && !isFilledWhole(state, order)
}

/** Whether all of a taker would match before its own orders stop it. */
function isFilledWhole({ orders: { table }, counterparties }: ExchangeState, taker: number): boolean {
  let left = table.size(taker)
  counterparties.start(taker)
  for (let maker = counterparties.next(); maker !== NONE && left > 0; maker = counterparties.next()) {
    if (table.account(maker) === table.account(taker)) return false
    left -= table.restingLots(maker)
  }
  return left <= 0
}

function matchOrder(state: ExchangeState, taker: number): void {
  const { counterparties } = state
  const { table } = state.orders
  let left = table.restingLots(taker)
  let first: number = NONE
  let last: number = NONE
  let meetsOwn = false
  counterparties.start(taker)
  while (left > 0) {
    const maker = counterparties.next()
    if (maker === NONE) break
    meetsOwn = table.account(maker) === table.account(taker)
    if (meetsOwn) break
    const sizeLots = Math.min(left, table.restingLots(maker))
    const match = newMatch(state, maker, taker)
    state.trades.table.setTerms(match, counterparties.price, sizeLots)
    if (first === NONE) first = match
    else state.trades.table.setNext(last, match)
    last = match
    left -= sizeLots
  }
  if (first !== NONE) carryOut(state, taker, first)
  if (meetsOwn) endOrder(state, taker, 'cancelled_local')
}

/** Each side is charged at the rate that it signed. */
function newMatch({ options: { fees }, orders, trades, nowMs }: ExchangeState, maker: number, taker: number): number {
  const { table } = orders
  const match = trades.begin(maker, taker, nowMs)
  trades.table.setTimes(match, nowMs, nowMs)
  trades.table.setRates(
    match,
    fees.makerPays ? table.feeRateBps(maker) : 0,
    fees.takerPays ? table.feeRateBps(taker) : 0,
  )
  return match
}

/** One transaction: whatever the chain does, it does to all of these, at one moment. */
function carryOut(state: ExchangeState, taker: number, first: number): void {
  const { trades, changes, due } = state
  const { table: orders } = state.orders
  const dueMs = dueMsOf(state, taker, first)
  for (let match = first; match !== NONE; match = trades.table.next(match)) {
    const maker = trades.table.maker(match)
    const sizeLots = trades.table.sizeLots(match)
    trades.table.setTimes(match, state.nowMs, dueMs)
    startSettling(orders, taker, sizeLots)
    startSettling(orders, maker, sizeLots)
    orders.addResting(taker, -sizeLots)
    ladderOf(orders.market(maker), orders.leg(maker)).resize(maker, -sizeLots)
    trades.add(match)
    changes.trade(match)
    state.tell.trade(trades.view.at(match))
    reportLevel(state, maker)
    reportOrder(state, maker)
  }
  due.addSettlement(dueMs, first)
}

function dueMsOf(
  { options: { settlement }, orders, trades, nowMs }: ExchangeState,
  taker: number,
  first: number,
): number {
  const { delayMs, extraDelayMs } = settlement
  if (extraDelayMs === undefined) return nowMs + delayMs
  const { conditionId } = orders.table.market(taker).spec
  return nowMs + delayMs + extraDelayMs({ conditionId, trades: trades.together(first, matchedTradeOf) })
}

function startSettling(orders: OrderTable, order: number, sizeLots: number): void {
  orders.balance(order).startSettling(sizeLots, orders.lockTicks(order), orders.market(order).tick)
  orders.addPending(order, sizeLots)
}
