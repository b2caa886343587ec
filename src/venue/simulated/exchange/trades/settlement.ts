// The simulated chain: what one taker order matched pays all sides when it is due, or fails and gives back what it held.
//
//   direct   buyer's collateral to the seller, tokens to the buyer
//   mint     both collaterals become a set, one outcome each
//   merge    a set is burnt, each seller takes its price
//
// A taker order and its makers settle in one transaction. After the expiration of one of these orders, or after its
// maker's nonce moved, it fails, as the contract would revert it: all matches come back together.

import { costRaw } from '../../../../domain/amounts/money.js'
import { lots } from '../../../../domain/amounts/size.js'
import { isFinal } from '../../../../domain/market/market.js'
import { wouldMatch } from '../book/counterparties.js'
import { endOrder, isMatchable, joinBook } from '../book/resting.js'
import { type ExchangeState, marketOf, reportLevel, reportOrder } from '../exchange-state.js'
import { redeemAfterEnd } from '../markets/market-life.js'
import { ladderOf, type MarketState } from '../markets/market-state.js'
import { isRevoked } from '../orders/nonces.js'
import { lockRaw, type OrderState } from '../orders/order-state.js'
import type { Settlement, TradeSide, TradeState } from './trade.js'

export function settle(state: ExchangeState, settlement: Settlement): void {
  const { takerOrder, trades } = settlement
  const market = marketOf(state, takerOrder.terms.conditionId)
  const status = hasFailed(state, settlement) ? 'failed' : 'settled'
  for (const tradeState of trades) {
    tradeState.status = status
    state.changes.trade(tradeState)
    state.emit({ kind: 'settlement', trade: tradeState.trade, status })
  }
  if (status === 'settled') for (const tradeState of trades) pay(state, tradeState)
  else giveAllBack(state, market, settlement)
  const orders = [...trades.map(({ makerOrder }) => makerOrder), takerOrder]
  for (const order of orders) reportOrder(state, order)
  if (isFinal(market)) redeemAfterEnd(state, market, [...new Set(orders.map(({ terms }) => terms.account))])
}

function hasFailed(state: ExchangeState, { takerOrder, trades, dueMs }: Settlement): boolean {
  const isLate = ({ expirationMs }: OrderState) => expirationMs !== undefined && dueMs > expirationMs
  const orders = [takerOrder, ...trades.map(({ makerOrder }) => makerOrder)]
  if (orders.some((order) => isLate(order) || isRevoked(state, order))) return true
  const { conditionId } = takerOrder.terms
  return state.options.settlement.fails?.({ conditionId, trades: trades.map(({ trade }) => trade) }) === true
}

/** The makers were there first, in the order of their matches; once they are back, the taker would cross them. */
function giveAllBack(state: ExchangeState, market: MarketState, { takerOrder, trades }: Settlement): void {
  let takerLots = 0
  for (const { makerOrder, sizeLots } of trades) {
    giveBack(state, market, { order: makerOrder, sizeLots })
    takerLots += sizeLots
  }
  giveBack(state, market, { order: takerOrder, sizeLots: takerLots })
}

function pay(state: ExchangeState, { trade, makerOrder, takerOrder, sizeLots }: TradeState): void {
  const { matchType, conditionId, sizeRaw } = trade
  if (matchType === 'mint') state.ledger.changeBacking(conditionId, sizeRaw)
  if (matchType === 'merge') state.ledger.changeBacking(conditionId, -sizeRaw)
  paySide(state, makerOrder, trade.maker, sizeLots)
  paySide(state, takerOrder, trade.taker, sizeLots)
}

function paySide(state: ExchangeState, order: OrderState, side: TradeSide, sizeLots: number): void {
  const { ledger } = state
  const { conditionId } = order.spec
  const sizeRaw = BigInt(sizeLots) * order.spec.lotRaw
  const valueRaw = costRaw(side.price, lots(sizeLots), order.spec)
  order.pendingLots -= sizeLots
  order.filledLots += sizeLots
  if (side.side === 'BUY') {
    order.balance.settle(lockRaw(order, sizeLots), valueRaw)
    ledger.tokenBalance(side.account, conditionId, side.outcome).receive(sizeRaw - side.feeRaw)
    ledger.collectTokenFee(conditionId, side.outcome, side.feeRaw)
  } else {
    order.balance.settle(sizeRaw, sizeRaw)
    ledger.collateralBalance(side.account).receive(valueRaw - side.feeRaw)
    ledger.collectCollateralFee(side.feeRaw)
  }
}

interface Returned {
  readonly order: OrderState
  readonly sizeLots: number
}

/** Back to the book, or, where that is not possible, the end of the order. */
function giveBack(state: ExchangeState, market: MarketState, { order, sizeLots }: Returned): void {
  const heldRaw = lockRaw(order, sizeLots)
  order.pendingLots -= sizeLots
  order.balance.stopSettling(heldRaw)
  if (isRevoked(state, order) || !mayReturn(state, market, order)) {
    endOrder(state, order, isRevoked(state, order) ? 'cancelled_onchain' : 'cancelled_local')
    return
  }
  order.balance.lock(heldRaw, 'returned order')
  if (order.onLadder) {
    // it never left: the returned part had this place before
    ladderOf(market, order.terms.outcome, order.terms.side).resize(order, sizeLots)
    reportLevel(state, market, order)
  } else {
    const waitsOutside = order.restingLots > 0
    order.restingLots += sizeLots
    if (!waitsOutside) joinBook(state, market, order)
  }
}

function mayReturn(state: ExchangeState, market: MarketState, order: OrderState): boolean {
  const { terms, expirationMs } = order
  if (order.ending !== undefined || order.cancelAsked || market.status !== 'OPEN') return false
  if (terms.type === 'FOK' || terms.type === 'FAK') return false
  if (expirationMs !== undefined && state.nowMs >= expirationMs) return false
  return order.onLadder || !isMatchable(state, order) || !wouldMatch(market, terms)
}
