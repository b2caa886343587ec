// An empty exchange brought to where its rows say it was: totals first, then orders with their locks and places, then
// the settlements that were under way. What fell due in between happens at the next `advance`.

import { QuoinError } from '../../../../domain/error.js'
import type { Hex } from '../../../../domain/market/market.js'
import { OUTCOMES } from '../../../../domain/market/side.js'
import { scheduleExpiry } from '../book/resting.js'
import { type ExchangeState, marketOf } from '../exchange-state.js'
import { ladderOf, newMarketState } from '../markets/market-state.js'
import { tradeNumber } from '../trades/match.js'
import type { TradeSide } from '../trades/trade.js'
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
  // the index lists them as they came
  const slots = new Map(rows.orders.map((row) => [row.terms.hash, restoreOrder(state, row)]))
  const inQueue = [...rows.orders].sort((a, b) => a.arrival - b.arrival)
  for (const row of inQueue) restorePlace(state, row, orderOf(slots, row.terms.hash))
  for (const slot of slots.values()) state.orders.refresh(slot)
  restoreSettlements(state, rows.trades, slots)
  // nothing of this is new to the store
  state.changes.take()
}

function restoreMarket(state: ExchangeState, { spec, status, winner, feeRateBps, ...row }: MarketRow): void {
  const market = newMarketState(spec, state.orders.table)
  Object.assign(market, { status, winner, feeRateBps })
  if (row.grid !== undefined) market.grid = row.grid
  state.markets.set(spec.conditionId, market)
  state.due.addMarketEnd(spec.endMs, market)
  state.ledger.changeBacking(spec.conditionId, row.backingRaw)
  for (const outcome of OUTCOMES) state.ledger.collectTokenFee(spec.conditionId, outcome, row.feeTokensRaw[outcome])
}

function restoreOrder(state: ExchangeState, row: OrderRow): number {
  const { terms, filledLots, pendingLots, restingLots, ending } = row
  const { table } = state.orders
  const account = state.accounts.of(terms.account)
  const order = state.orders.add(terms, account, marketOf(state, terms.conditionId))
  table.begin(order, account.lockedBy(terms), row.createdMs)
  table.setUpdated(order, row.updatedMs)
  table.setNonce(order, row.nonce ?? 0)
  table.setArrival(order, row.arrival)
  table.addFilled(order, filledLots)
  table.addPending(order, pendingLots)
  table.addResting(order, restingLots - terms.size)
  if (ending !== undefined) table.end(order, ending)
  if (row.cancelAsked) table.askToCancel(order)
  return order
}

/** Its lock, its place in the book, and when it ends. */
function restorePlace(state: ExchangeState, { terms, onLadder }: OrderRow, order: number): void {
  const { table } = state.orders
  const balance = table.balance(order)
  const lockTicks = table.lockTicks(order)
  const { tick } = table.market(order)
  const pendingLots = table.pendingLots(order)
  if (!balance.lock(table.restingLots(order) + pendingLots, lockTicks, tick)) {
    throw new QuoinError('internal', `restore: the balance of ${terms.account} does not cover order ${terms.hash}`)
  }
  balance.startSettling(pendingLots, lockTicks, tick)
  if (onLadder) ladderOf(table.market(order), table.leg(order)).append(order)
  scheduleExpiry(state, order)
}

/** Pending trades of one taker order settle together, when the last of them is due. */
function restoreSettlements(state: ExchangeState, rows: readonly TradeRow[], orders: ReadonlyMap<Hex, number>): void {
  const { table } = state.trades
  const byTaker = new Map<number, number[]>()
  for (const row of rows) {
    const match = restoreMatch(state, row, orders)
    const taker = table.taker(match)
    const together = byTaker.get(taker) ?? []
    const last = together.at(-1)
    if (last !== undefined) table.setNext(last, match)
    together.push(match)
    byTaker.set(taker, together)
  }
  for (const matches of byTaker.values()) {
    const [first] = matches
    if (first === undefined) continue
    state.due.addSettlement(Math.max(...matches.map((match) => table.dueMs(match))), first)
  }
}

function restoreMatch(state: ExchangeState, row: TradeRow, orders: ReadonlyMap<Hex, number>): number {
  const { table } = state.trades
  const { trade, sizeLots, status } = row
  const maker = orderOf(orders, row.makerHash)
  const taker = orderOf(orders, row.takerHash)
  const match = table.add(maker, taker, tradeNumber(trade.tradeId))
  table.setTerms(match, trade.taker.price, sizeLots)
  table.setTimes(match, trade.venueMs, trade.dueMs)
  // each side that pays does so at the rate that it signed
  const rateOf = ({ feeRaw }: TradeSide, order: number) => (feeRaw === 0n ? 0 : state.orders.table.feeRateBps(order))
  table.setRates(match, rateOf(trade.maker, maker), rateOf(trade.taker, taker))
  table.setStatus(match, status)
  return match
}

function orderOf(orders: ReadonlyMap<Hex, number>, hash: Hex): number {
  const order = orders.get(hash)
  if (order === undefined) throw new QuoinError('internal', `restore: a pending trade names order ${hash}, not kept`)
  return order
}
