// The simulated chain: what one taker order matched pays all sides when it is due, or fails and gives back what it held.
//
//   direct   buyer's collateral to the seller, tokens to the buyer
//   mint     both collaterals become a set, one outcome each
//   merge    a set is burnt, each seller takes its price
//
// A taker order and its makers settle in one transaction. After the expiration of one of these orders, or after its
// maker's nonce moved, it fails, as the contract would revert it: all matches come back together.

import { QuoinError } from '../../../../domain/error.js'
import { isFinal } from '../../../../domain/market/market.js'
import { wouldMatch } from '../book/counterparties.js'
import { endOrder, isMatchable, joinBook } from '../book/resting.js'
import { type ExchangeState, reportLevel, reportOrder } from '../exchange-state.js'
import { redeemAfterEnd } from '../markets/market-life.js'
import { ladderOf } from '../markets/market-state.js'
import { isOnGrid } from '../markets/order-grid.js'
import { isRevoked } from '../orders/nonces.js'
import { NONE } from '../slot.js'
import { makerFeeRawOf, makerPriceOf, sizeRawOf, takerFeeRawOf, tradeOf } from './match.js'

/** `first` and all matches after it of the same taker order: at least one. */
export function settle(state: ExchangeState, first: number, dueMs: number): void {
  const { table, view } = state.trades
  const taker = table.taker(first)
  const status = hasFailed(state, first, dueMs) ? 'failed' : 'settled'
  for (let match = first; match !== NONE; match = table.next(match)) {
    table.setStatus(match, status)
    state.changes.trade(match)
    state.tell.settlement(view.at(match), status)
  }
  if (status === 'failed') giveAllBack(state, first)
  else for (let match = first; match !== NONE; match = table.next(match)) pay(state, match)
  for (let match = first; match !== NONE; match = table.next(match)) reportOrder(state, table.maker(match))
  reportOrder(state, taker)
  if (isFinal(state.orders.table.market(taker))) redeemAfterSettlement(state, first)
}

/** A market that was over before this arrived. */
function redeemAfterSettlement(state: ExchangeState, first: number): void {
  const { table } = state.orders
  const taker = state.trades.table.taker(first)
  const makers = state.trades.together(first, ({ makerAccount }) => makerAccount)
  redeemAfterEnd(state, table.market(taker), [...new Set([...makers, table.account(taker).address])])
}

function hasFailed(state: ExchangeState, first: number, dueMs: number): boolean {
  const { options, trades } = state
  const { table } = trades
  if (isReverted(state, table.taker(first), dueMs)) return true
  for (let match = first; match !== NONE; match = table.next(match)) {
    if (isReverted(state, table.maker(match), dueMs)) return true
  }
  const { fails } = options.settlement
  return fails?.({ conditionId: trades.view.at(first).conditionId, trades: trades.together(first, tradeOf) }) ?? false
}

/** What the contract refuses to carry out. */
function isReverted({ orders: { table } }: ExchangeState, order: number, dueMs: number): boolean {
  const expirationMs = table.expirationMs(order)
  return (expirationMs !== 0 && dueMs > expirationMs) || isRevoked(table, order)
}

/** The makers were there first, in the order of their matches; once they are back, the taker would cross them. */
function giveAllBack(state: ExchangeState, first: number): void {
  const { table } = state.trades
  let takerLots = 0
  for (let match = first; match !== NONE; match = table.next(match)) {
    giveBack(state, table.maker(match), table.sizeLots(match))
    takerLots += table.sizeLots(match)
  }
  giveBack(state, table.taker(first), takerLots)
}

function pay(state: ExchangeState, match: number): void {
  const told = state.trades.view.at(match)
  const { matchType, conditionId } = told
  if (matchType === 'mint') state.ledger.changeBacking(conditionId, sizeRawOf(told))
  if (matchType === 'merge') state.ledger.changeBacking(conditionId, -sizeRawOf(told))
  paySide(state, match, true)
  paySide(state, match, false)
}

/** One side of a match at its execution price: what is below the limit (price improvement) is available again. */
function paySide(state: ExchangeState, match: number, isMaker: boolean): void {
  const { table: orders } = state.orders
  const { table, view } = state.trades
  const order = isMaker ? table.maker(match) : table.taker(match)
  const told = view.at(match)
  const price = isMaker ? makerPriceOf(told) : told.price
  const { sizeLots } = told
  const { spec, tick } = orders.market(order)
  const balance = orders.balance(order)
  orders.addPending(order, -sizeLots)
  orders.addFilled(order, sizeLots)
  balance.stopSettling(sizeLots, orders.lockTicks(order), tick)
  if (orders.isSell(order)) {
    balance.pay(sizeLots, spec.ticksPerUnit, tick)
    orders.account(order).collateral.receiveLots(sizeLots, price, tick)
  } else {
    balance.pay(sizeLots, price, tick)
    orders.account(order).tokens(spec.conditionId)[orders.outcome(order)].receiveLots(sizeLots, spec.ticksPerUnit, tick)
  }
  const pays = isMaker ? told.makerBps : told.takerBps
  if (pays > 0) payFee(state, order, isMaker ? makerFeeRawOf(told) : takerFeeRawOf(told))
}

/** Out of what the order received just now. */
function payFee({ ledger, orders: { table } }: ExchangeState, order: number, feeRaw: bigint): void {
  if (feeRaw === 0n) return
  const account = table.account(order)
  if (table.isSell(order)) {
    account.collateral.spend(feeRaw, 'fee')
    ledger.collectCollateralFee(feeRaw)
    return
  }
  const { conditionId } = table.market(order).spec
  const outcome = table.outcome(order)
  account.tokens(conditionId)[outcome].spend(feeRaw, 'fee')
  ledger.collectTokenFee(conditionId, outcome, feeRaw)
}

/** Back to the book, or, where that is not possible, the end of the order. */
function giveBack(state: ExchangeState, order: number, sizeLots: number): void {
  const { table } = state.orders
  const { tick } = table.market(order)
  table.addPending(order, -sizeLots)
  table.balance(order).stopSettling(sizeLots, table.lockTicks(order), tick)
  if (isRevoked(table, order) || !mayReturn(state, order, sizeLots)) {
    endOrder(state, order, isRevoked(table, order) ? 'cancelled_onchain' : 'cancelled_local')
    return
  }
  if (!table.balance(order).lock(sizeLots, table.lockTicks(order), tick)) {
    throw new QuoinError('internal', `order ${table.hash(order)}: what it held is not there`)
  }
  if (table.onLadder(order)) {
    // it never left: the returned part had this place before
    ladderOf(table.market(order), table.leg(order)).resize(order, sizeLots)
    reportLevel(state, order)
  } else {
    const waitsOutside = table.restingLots(order) > 0
    table.addResting(order, sizeLots)
    if (!waitsOutside) joinBook(state, order)
  }
}

function mayReturn(state: ExchangeState, order: number, sizeLots: number): boolean {
  const { table } = state.orders
  const market = table.market(order)
  if (table.hasEnded(order) || table.cancelAsked(order) || market.status !== 'OPEN') return false
  const type = table.type(order)
  if (type === 'FOK' || type === 'FAK') return false
  if (!isOnGrid(market.grid, table.price(order), table.restingLots(order) + sizeLots)) return false
  const expirationMs = table.expirationMs(order)
  if (expirationMs !== 0 && state.nowMs >= expirationMs) return false
  // others may have filled the price meanwhile
  if (!ladderOf(market, table.leg(order)).hasRoomAt(table.price(order), sizeLots)) return false
  return (
    table.onLadder(order) || !isMatchable(state, order) || !wouldMatch(market, table.leg(order), table.price(order))
  )
}
