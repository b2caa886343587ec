// The simulated chain: what one taker order matched pays all sides when it is due, or fails and gives back what it held.
//
//   direct   buyer's collateral to the seller, tokens to the buyer
//   mint     both collaterals become a set, one outcome each
//   merge    a set is burnt, each seller takes its price
//
// A taker order and its makers settle in one transaction. After the expiration of one of these orders, or after its
// maker's nonce moved, it fails, as the contract would revert it: all matches come back together.

import type { Ticks } from '../../../../domain/amounts/price.js'
import { QuoinError } from '../../../../domain/error.js'
import { isFinal } from '../../../../domain/market/market.js'
import { wouldMatch } from '../book/counterparties.js'
import { endOrder, isMatchable, joinBook } from '../book/resting.js'
import { type ExchangeState, reportLevel, reportOrder } from '../exchange-state.js'
import { redeemAfterEnd } from '../markets/market-life.js'
import { ladderOf } from '../markets/market-state.js'
import { isRevoked } from '../orders/nonces.js'
import type { OrderState } from '../orders/order-state.js'
import { makerPriceOf, sizeRawOf, tradeOf } from './match.js'
import type { Settlement, Settling } from './settling.js'

export function settle(state: ExchangeState, settlement: Settlement): void {
  const { takerOrder, trades } = settlement
  const { market } = takerOrder
  const status = hasFailed(state, settlement) ? 'failed' : 'settled'
  for (const { match } of trades) {
    match.status = status
    state.changes.trade(match)
    state.tell.settlement(match, status)
  }
  if (status === 'settled') for (const settling of trades) pay(state, takerOrder, settling)
  else giveAllBack(state, settlement)
  for (const { makerOrder } of trades) reportOrder(state, makerOrder)
  reportOrder(state, takerOrder)
  if (!isFinal(market)) return
  const accounts = [...trades.map(({ makerOrder }) => makerOrder), takerOrder].map(({ terms }) => terms.account)
  redeemAfterEnd(state, market, [...new Set(accounts)])
}

function hasFailed({ options }: ExchangeState, { takerOrder, trades, dueMs }: Settlement): boolean {
  if (isReverted(takerOrder, dueMs)) return true
  for (const { makerOrder } of trades) if (isReverted(makerOrder, dueMs)) return true
  const { fails } = options.settlement
  if (fails === undefined) return false
  return fails({ conditionId: takerOrder.terms.conditionId, trades: trades.map(({ match }) => tradeOf(match)) })
}

/** What the contract refuses to carry out. */
function isReverted(order: OrderState, dueMs: number): boolean {
  return (order.expirationMs !== undefined && dueMs > order.expirationMs) || isRevoked(order)
}

/** The makers were there first, in the order of their matches; once they are back, the taker would cross them. */
function giveAllBack(state: ExchangeState, { takerOrder, trades }: Settlement): void {
  let takerLots = 0
  for (const { match, makerOrder } of trades) {
    giveBack(state, { order: makerOrder, sizeLots: match.sizeLots })
    takerLots += match.sizeLots
  }
  giveBack(state, { order: takerOrder, sizeLots: takerLots })
}

function pay(state: ExchangeState, takerOrder: OrderState, { match, makerOrder }: Settling): void {
  const { matchType, conditionId } = match
  if (matchType === 'mint') state.ledger.changeBacking(conditionId, sizeRawOf(match))
  if (matchType === 'merge') state.ledger.changeBacking(conditionId, -sizeRawOf(match))
  payLots(makerOrder, makerPriceOf(match), match.sizeLots)
  payFee(state, makerOrder, match.makerFeeRaw)
  payLots(takerOrder, match.price, match.sizeLots)
  payFee(state, takerOrder, match.takerFeeRaw)
}

/** One side of a match at its execution price: what is below the limit (price improvement) is available again. */
function payLots(order: OrderState, price: Ticks, sizeLots: number): void {
  const { account, balance, lockTicks, spec, terms, tick } = order
  order.pendingLots -= sizeLots
  order.filledLots += sizeLots
  balance.stopSettling(sizeLots, lockTicks, tick)
  if (terms.side === 'BUY') {
    balance.pay(sizeLots, price, tick)
    account.tokens(spec.conditionId)[terms.outcome].receiveLots(sizeLots, spec.ticksPerUnit, tick)
  } else {
    balance.pay(sizeLots, spec.ticksPerUnit, tick)
    account.collateral.receiveLots(sizeLots, price, tick)
  }
}

/** Out of what the order received just now. */
function payFee({ ledger }: ExchangeState, { account, spec, terms }: OrderState, feeRaw: bigint): void {
  if (feeRaw === 0n) return
  if (terms.side === 'BUY') {
    account.tokens(spec.conditionId)[terms.outcome].spend(feeRaw, 'fee')
    ledger.collectTokenFee(spec.conditionId, terms.outcome, feeRaw)
  } else {
    account.collateral.spend(feeRaw, 'fee')
    ledger.collectCollateralFee(feeRaw)
  }
}

interface Returned {
  readonly order: OrderState
  readonly sizeLots: number
}

/** Back to the book, or, where that is not possible, the end of the order. */
function giveBack(state: ExchangeState, { order, sizeLots }: Returned): void {
  order.pendingLots -= sizeLots
  order.balance.stopSettling(sizeLots, order.lockTicks, order.tick)
  if (isRevoked(order) || !mayReturn(state, order)) {
    endOrder(state, order, isRevoked(order) ? 'cancelled_onchain' : 'cancelled_local')
    return
  }
  if (!order.balance.lock(sizeLots, order.lockTicks, order.tick)) {
    throw new QuoinError('internal', `order ${order.terms.hash}: what it held is not there`)
  }
  if (order.onLadder) {
    // it never left: the returned part had this place before
    ladderOf(order.market, order.terms.outcome, order.terms.side).resize(order, sizeLots)
    reportLevel(state, order)
  } else {
    const waitsOutside = order.restingLots > 0
    order.restingLots += sizeLots
    if (!waitsOutside) joinBook(state, order)
  }
}

function mayReturn(state: ExchangeState, order: OrderState): boolean {
  const { market, terms, expirationMs } = order
  if (order.ending !== undefined || order.cancelAsked || market.status !== 'OPEN') return false
  if (terms.type === 'FOK' || terms.type === 'FAK') return false
  if (expirationMs !== undefined && state.nowMs >= expirationMs) return false
  return order.onLadder || !isMatchable(state, order) || !wouldMatch(market, terms)
}
