// An empty exchange brought to where its rows say it was: totals first, then orders with their locks and places, then
// the settlements that were under way. What fell due in between happens at the next `advance`.

import { QuoinError } from '../../../../domain/error.js'
import type { Hex } from '../../../../domain/market/market.js'
import { OUTCOMES } from '../../../../domain/market/side.js'
import { scheduleExpiry } from '../book/resting.js'
import { type ExchangeState, marketOf } from '../exchange-state.js'
import { ladderOf, newMarketState } from '../markets/market-state.js'
import { type MarketState, newOrderState, type OrderState } from '../orders/order-state.js'
import { type Match, newMatch, tradeNumber } from '../trades/match.js'
import type { Settling } from '../trades/settling.js'
import type { ExchangeRows, MarketRow, OrderRow, TradeRow } from './exchange-rows.js'

/** `rows` hold every market and total, and the unfinished orders and pending trades. Throws `internal` when they do not fit. */
export function restoreExchange(state: ExchangeState, rows: ExchangeRows): void {
  if (state.markets.size > 0) throw new QuoinError('internal', 'restore: expected an exchange without markets')
  const { sums } = rows
  state.nowMs = sums.nowMs
  state.arrivals = sums.arrivals
  state.trades.restoreCount(sums.trades)
  state.ledger.restoreSums(sums)
  for (const market of rows.markets) restoreMarket(state, market)
  for (const { account, place, totalRaw } of rows.balances) {
    const { ledger } = state
    const balance =
      place === undefined
        ? ledger.collateralBalance(account)
        : ledger.tokenBalance(account, place.conditionId, place.outcome)
    balance.receive(totalRaw)
  }
  for (const { account, nonce } of rows.nonces) state.accounts.of(account).nonce = nonce
  const inQueue = [...rows.orders].sort((a, b) => a.arrival - b.arrival)
  const restored = new Map(inQueue.map((row) => [row.terms.hash, restoreOrder(state, row)]))
  // the index lists them as they came
  for (const { terms } of rows.orders) state.orders.add(orderOf(restored, terms.hash))
  for (const order of restored.values()) state.orders.refresh(order)
  restoreSettlements(state, rows.trades, restored)
  // nothing of this is new to the store
  state.changes.take()
}

function restoreMarket(state: ExchangeState, { spec, status, winner, feeRateBps, ...row }: MarketRow): void {
  const market: MarketState = newMarketState(spec)
  Object.assign(market, { status, winner, feeRateBps })
  state.markets.set(spec.conditionId, market)
  state.due.add(spec.endMs, { kind: 'market-end', market })
  state.ledger.changeBacking(spec.conditionId, row.backingRaw)
  for (const outcome of OUTCOMES) state.ledger.collectTokenFee(spec.conditionId, outcome, row.feeTokensRaw[outcome])
}

function restoreOrder(state: ExchangeState, row: OrderRow): OrderState {
  const {
    terms,
    createdMs,
    updatedMs,
    filledLots,
    pendingLots,
    restingLots,
    ending,
    cancelAsked,
    arrival,
    nonce = 0,
  } = row
  const market = marketOf(state, terms.conditionId)
  const account = state.accounts.of(terms.account)
  const order = newOrderState({ terms, market, account, nonce, nowMs: createdMs })
  Object.assign(order, { updatedMs, filledLots, pendingLots, restingLots, ending, cancelAsked, arrival })
  const { balance, lockTicks, tick } = order
  if (!balance.lock(restingLots + pendingLots, lockTicks, tick)) {
    throw new QuoinError('internal', `restore: the balance of ${terms.account} does not cover order ${terms.hash}`)
  }
  balance.startSettling(pendingLots, lockTicks, tick)
  if (row.onLadder) ladderOf(market, terms.outcome, terms.side).append(order)
  scheduleExpiry(state, order)
  return order
}

/** Pending trades of one taker order settle together, when the last of them is due. */
function restoreSettlements(
  { due }: ExchangeState,
  rows: readonly TradeRow[],
  orders: ReadonlyMap<Hex, OrderState>,
): void {
  const byTaker = new Map<OrderState, Settling[]>()
  for (const row of rows) {
    const makerOrder = orderOf(orders, row.makerHash)
    const takerOrder = orderOf(orders, row.takerHash)
    const trades = byTaker.get(takerOrder) ?? []
    trades.push({ match: restoredMatch(row, makerOrder, takerOrder), makerOrder })
    byTaker.set(takerOrder, trades)
  }
  for (const [takerOrder, trades] of byTaker) {
    const dueMs = Math.max(...trades.map(({ match }) => match.dueMs))
    due.add(dueMs, { kind: 'settlement', settlement: { takerOrder, trades, dueMs } })
  }
}

function restoredMatch({ trade, sizeLots, status }: TradeRow, maker: OrderState, taker: OrderState): Match {
  const { price } = trade.taker
  const match = newMatch({
    ...{ number: tradeNumber(trade.tradeId), spec: taker.spec, maker: maker.terms, taker: taker.terms },
    ...{ price, sizeLots, venueMs: trade.venueMs },
  })
  match.makerFeeRaw = trade.maker.feeRaw
  match.takerFeeRaw = trade.taker.feeRaw
  match.dueMs = trade.dueMs
  match.status = status
  return match
}

function orderOf(orders: ReadonlyMap<Hex, OrderState>, hash: Hex): OrderState {
  const order = orders.get(hash)
  if (order === undefined) throw new QuoinError('internal', `restore: a pending trade names order ${hash}, not kept`)
  return order
}
