// What becomes of an incoming order: matched in price-time priority, then resting or cancelled by its type.

import type { Ticks } from '../../../../domain/amounts/price.js'
import { type ExchangeState, reportLevel, reportOrder } from '../exchange-state.js'
import { ladderOf } from '../markets/market-state.js'
import type { OrderState } from '../orders/order-state.js'
import { chargeMatch, matchedTradeOf, newMatch } from '../trades/match.js'
import type { Settling } from '../trades/settling.js'
import { matchableLots, meetCounterparties, wouldMatch } from './counterparties.js'
import { endOrder, isMatchable, joinBook } from './resting.js'

/** Matches and places an order that is admitted and locked; its own record is the caller's to report. */
export function enterOrder(state: ExchangeState, order: OrderState): void {
  const { type } = order.terms
  if (isMatchable(state, order)) {
    if (isRefused(order)) endOrder(state, order, 'cancelled_local')
    else if (type !== 'POST_ONLY') matchOrder(state, order)
  }
  if (order.restingLots === 0 || order.ending !== undefined) return
  if (type === 'FOK' || type === 'FAK') endOrder(state, order, 'cancelled_local')
  else joinBook(state, order)
}

/** A POST_ONLY that would match, a FOK that would not match in full: neither trades. */
function isRefused({ market, terms }: OrderState): boolean {
  if (terms.type === 'POST_ONLY') return wouldMatch(market, terms)
  return terms.type === 'FOK' && matchableLots(market, terms) < terms.size
}

function matchOrder(state: ExchangeState, taker: OrderState): void {
  const trades: Settling[] = []
  const meetsOwn = collectMatches(state, taker, trades)
  if (trades.length > 0) carryOut(state, taker, trades)
  if (meetsOwn) endOrder(state, taker, 'cancelled_local')
}

/** Whether the next one to match is of the same account. */
function collectMatches(state: ExchangeState, taker: OrderState, trades: Settling[]): boolean {
  let left = taker.restingLots
  let meetsOwn = false
  meetCounterparties(taker.market, taker.terms, (maker, price) => {
    meetsOwn = maker.account === taker.account
    if (meetsOwn) return false
    const sizeLots = Math.min(left, maker.restingLots)
    trades.push(newSettling(state, taker, { maker, price, sizeLots }))
    left -= sizeLots
    return left > 0
  })
  return meetsOwn
}

interface Met {
  readonly maker: OrderState
  /** On the taker's outcome. */
  readonly price: Ticks
  readonly sizeLots: number
}

function newSettling(state: ExchangeState, taker: OrderState, { maker, price, sizeLots }: Met): Settling {
  const { fees } = state.options
  const match = newMatch({
    number: state.trades.nextNumber(),
    spec: taker.spec,
    maker: maker.terms,
    taker: taker.terms,
    price,
    sizeLots,
    venueMs: state.nowMs,
  })
  chargeMatch(match, fees.makerPays ? maker.terms.feeRateBps : 0, fees.takerPays ? taker.terms.feeRateBps : 0)
  return { match, makerOrder: maker }
}

/** One transaction: whatever the chain does, it does to all of these, at one moment. */
function carryOut(state: ExchangeState, taker: OrderState, trades: readonly Settling[]): void {
  const { settlement } = state.options
  const { conditionId } = taker.terms
  const extraMs =
    settlement.extraDelayMs?.({ conditionId, trades: trades.map(({ match }) => matchedTradeOf(match)) }) ?? 0
  const dueMs = state.nowMs + settlement.delayMs + extraMs
  for (const { match, makerOrder: maker } of trades) {
    const { sizeLots } = match
    match.dueMs = dueMs
    startSettling(taker, sizeLots)
    startSettling(maker, sizeLots)
    taker.restingLots -= sizeLots
    ladderOf(maker.market, maker.terms.outcome, maker.terms.side).resize(maker, -sizeLots)
    state.trades.add(match)
    state.changes.trade(match)
    state.tell.trade(match)
    reportLevel(state, maker)
    reportOrder(state, maker)
  }
  state.due.add(dueMs, { kind: 'settlement', settlement: { takerOrder: taker, trades, dueMs } })
}

function startSettling(order: OrderState, sizeLots: number): void {
  order.balance.startSettling(sizeLots, order.lockTicks, order.tick)
  order.pendingLots += sizeLots
}
