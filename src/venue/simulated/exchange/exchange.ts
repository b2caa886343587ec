// The simulated exchange: two complementary books as one market, over a ledger with locks and a settlement queue.
//
//   price-time priority, makers at their own price    direct, mint and merge matches    one taker fee per match
// Time enters with each call and never goes back; whatever is due by then happens first. An order leaves the book
// `stopMatchingBeforeMs` before its expiration and stays open, unmatched and locked, until it expires.

import type { BestBids, MarketBook } from '../../../domain/market/book.js'
import type { Address, ConditionId, Hex } from '../../../domain/market/market.js'
import type { Outcome } from '../../../domain/market/side.js'
import type { Fill, PublicTrade } from '../../../domain/orders/fill.js'
import type { OrderRecord, OrderStatus } from '../../../domain/orders/order.js'
import type { Ledger } from '../ledger/ledger.js'
import { bestBidsOf, bookOf } from './book/book-view.js'
import type { ExchangeEvent } from './exchange-event.js'
import type { ExchangeOptions } from './exchange-options.js'
import { type ExchangeState, marketOf, reportBalances } from './exchange-state.js'
import {
  addMarket,
  changeMarket,
  forgetMarket,
  type MarketChange,
  redeemFees,
  redeemHolding,
  setMarketFee,
  splitSets,
} from './markets/market-life.js'
import type { MarketSpec } from './markets/market-spec.js'
import { type MarketView, ordersInBook, viewOf } from './markets/market-state.js'
import type { OrderGrid } from './markets/order-grid.js'
import { newExchangeState } from './new-exchange-state.js'
import { cancelAllOrders, cancelOrder } from './orders/cancelling.js'
import type { NewOrder } from './orders/new-order.js'
import { nonceOf, raiseNonce } from './orders/nonces.js'
import { toRecord } from './orders/order-facts.js'
import { asksOnlyLive, lotsInBook, type OrderFilter } from './orders/order-shelf.js'
import { forgetOrder, knownOrder, placeOrder, recordOf } from './orders/placing.js'
import { readOrder, statusAt } from './orders/read-order.js'
import { orThrow, Refusal } from './refusal.js'
import type { FillFilter, Window, Windowed } from './rows/archive.js'
import { type ExchangeRows, takeRows } from './rows/exchange-rows.js'
import { restoreExchange } from './rows/restoring.js'
import { TAPE_LENGTH } from './trades/public-tape.js'
import { runDue } from './trades/run-due.js'
import { type ExchangeTrade, toPublicTrade } from './trades/trade.js'

export type { ExchangeEvent, ExchangeOptions, ExchangeTrade, MarketSpec, NewOrder, OrderFilter }

export class Exchange {
  readonly ledger: Ledger
  readonly #state: ExchangeState

  constructor(options: ExchangeOptions) {
    this.#state = newExchangeState(options)
    this.ledger = this.#state.ledger
  }

  /** Brings an empty exchange to where its rows say it was; tells no events. */
  restore(rows: ExchangeRows): void {
    restoreExchange(this.#state, rows)
  }

  /** Whether `takeRows` has something to write. */
  get hasChanges(): boolean {
    return !this.#state.changes.isEmpty
  }

  /** What changed since the last time, for the archive. */
  takeRows(): ExchangeRows {
    return takeRows(this.#state)
  }

  /** Lets go of orders that the archive has written and that are over. */
  forget(hashes: Iterable<Hex>): void {
    for (const hash of hashes) forgetOrder(this.#state, hash)
  }

  /** Lets go of a market that is over; false while it is not settled. */
  forgetMarket(conditionId: ConditionId): boolean {
    return forgetMarket(this.#state, conditionId)
  }

  /** Orders in memory. */
  get ordersHeld(): number {
    return this.#state.orders.size
  }

  /** Throws `bad-argument` for impossible numbers, `conflict` for a market that exists. */
  addMarket(spec: MarketSpec): void {
    addMarket(this.#state, spec)
  }

  market(conditionId: ConditionId): MarketView | undefined {
    const market = this.#state.markets.get(conditionId)
    return market && viewOf(market)
  }

  /** Changes the effective fee; resting orders keep the rate they signed. */
  setFee(conditionId: ConditionId, feeRateBps: number): void {
    setMarketFee(this.#state, conditionId, feeRateBps)
  }

  /** Another tick, size step and minimum from now on; what rests beside them is cancelled. */
  setGrid(conditionId: ConditionId, grid: OrderGrid, nowMs: number): void {
    this.#change(conditionId, nowMs, { grid })
  }

  close(conditionId: ConditionId, nowMs: number): void {
    this.#change(conditionId, nowMs, { status: 'CLOSED' })
  }

  /** From OPEN or CLOSED: each token of `winner` pays one unit of collateral. */
  resolve(conditionId: ConditionId, winner: Outcome, nowMs: number): void {
    this.#change(conditionId, nowMs, { status: 'RESOLVED', winner })
  }

  /** From OPEN or CLOSED: each token pays half a unit. */
  cancelMarket(conditionId: ConditionId, nowMs: number): void {
    this.#change(conditionId, nowMs, { status: 'CANCELLED' })
  }

  /**
   * Checks, locks, matches and places. The same order again returns its record as it is now.
   * Throws `not-found` (market), `conflict` (the hash with other terms), `market-not-open`, `bad-request` (nonce), `bad-amounts`,
   * `fee-changed`, `bad-expiration`, `too-many-orders`, `insufficient-balance`; then nothing has changed.
   */
  submit(terms: NewOrder, nowMs: number): OrderRecord {
    orThrow(this.trySubmit(terms, nowMs))
    return recordOf(this.#state, terms.hash)
  }

  /** `submit` with its refusals as values: what has become of the order. One `cancelled` on its way here neither trades nor rests. */
  trySubmit(terms: NewOrder, nowMs: number, cancelled = false): OrderStatus | Refusal {
    this.advance(nowMs)
    return placeOrder(this.#state, terms, cancelled)
  }

  /** Throws `not-found`, `forbidden`, `not-cancellable` (over, or all of it matched). Failed matches of it never return. */
  cancel(hash: Hex, account: Address, nowMs: number): OrderRecord {
    orThrow(this.tryCancel(hash, account, nowMs))
    return recordOf(this.#state, hash)
  }

  /** `cancel`, as `trySubmit` is to `submit`. */
  tryCancel(hash: Hex, account: Address, nowMs: number): OrderStatus | Refusal {
    this.advance(nowMs)
    const order = cancelOrder(this.#state, hash, account)
    if (order instanceof Refusal) return order
    reportBalances(this.#state)
    return statusAt(this.#state.orders.table, order)
  }

  /** The cancelled orders, oldest first. */
  cancelAll(account: Address, conditionId: ConditionId, nowMs: number): OrderRecord[] {
    this.advance(nowMs)
    const records = cancelAllOrders(this.#state, account, conditionId)
    reportBalances(this.#state)
    return records
  }

  /** The nonce that the account's orders must sign. */
  nonceOf(account: Address): number {
    return nonceOf(this.#state, account)
  }

  /** Every order signed with an older nonce is invalid; matches of it that are not settled fail. Returns what rested, oldest first. */
  raiseNonce(account: Address, nowMs: number): OrderRecord[] {
    this.advance(nowMs)
    const records = raiseNonce(this.#state, account)
    reportBalances(this.#state)
    return records
  }

  order(hash: Hex): OrderRecord | undefined {
    const order = knownOrder(this.#state, hash)
    return order && toRecord(order)
  }

  /** Newest first; needs an account or a market (`bad-argument`). Live statuses alone never scan finished orders. */
  orders(filter: OrderFilter): OrderRecord[] {
    return this.orderPage(filter, { offset: 0, size: filter.limit ?? Number.POSITIVE_INFINITY }).items
  }

  /** A part of the same list, with the length of the whole. */
  orderPage(filter: OrderFilter, window: Window): Windowed<OrderRecord> {
    const { archive } = this.#state.options
    if (archive !== undefined && !asksOnlyLive(filter)) return archive.orders(filter, window)
    const found = this.#state.orders.find(filter)
    return { items: found.slice(window.offset, window.offset + window.size).map(toRecord), total: found.length }
  }

  /** The account's fills, newest first. */
  tradesOf(account: Address, conditionId?: ConditionId, limit = Number.POSITIVE_INFINITY): Fill[] {
    const { accounts, options, trades } = this.#state
    const filter = conditionId === undefined ? { account } : { account, conditionId }
    if (options.archive) return options.archive.fills(filter, { offset: 0, size: limit }).items
    return trades.fills(trades.ofAccount(accounts.get(account), conditionId, limit), account)
  }

  /** A part of the same list, with the length of the whole. */
  fillPage(filter: FillFilter, window: Window): Windowed<Fill> {
    const { accounts, options, trades } = this.#state
    const { account, conditionId } = filter
    if (options.archive !== undefined) return options.archive.fills(filter, window)
    const found = trades.ofAccount(accounts.get(account), conditionId, Number.POSITIVE_INFINITY)
    const part = found.slice(window.offset, window.offset + window.size)
    return { items: trades.fills(part, account), total: found.length }
  }

  /** The public tape, newest first, the last 1000. */
  trades(conditionId: ConditionId): PublicTrade[] {
    const { markets, options, trades } = this.#state
    const market = markets.get(conditionId)
    if (market !== undefined) return trades.ofMarket(market)
    return options.archive?.tape(conditionId, TAPE_LENGTH).map(toPublicTrade) ?? []
  }

  /** Direct orders of each outcome. */
  book(conditionId: ConditionId): MarketBook {
    return bookOf(marketOf(this.#state, conditionId))
  }

  /** Best BUY level of each outcome, the orders of `excludeMaker` not counted. */
  bestBids(conditionId: ConditionId, excludeMaker?: Address): BestBids {
    return bestBidsOf(this.#state.orders.table, marketOf(this.#state, conditionId), excludeMaker)
  }

  /** Lots of an order that stand in the book. */
  lotsInBook(hash: Hex): number {
    return lotsInBook(this.#state.orders, hash)
  }

  /** Orders in the book: each outcome's BUY then SELL, in the order of matching. */
  *restingOrders(conditionId: ConditionId): Generator<OrderRecord> {
    const { table } = this.#state.orders
    for (const order of ordersInBook(marketOf(this.#state, conditionId))) yield toRecord(readOrder(table, order))
  }

  /** Lets everything due by `nowMs` happen, in time order. */
  advance(nowMs: number): void {
    const state = this.#state
    for (let due = state.due.takeUntil(nowMs); due !== undefined; due = state.due.takeUntil(nowMs)) {
      state.nowMs = Math.max(state.nowMs, due.dueMs)
      runDue(state, due)
      reportBalances(state)
    }
    state.nowMs = Math.max(state.nowMs, nowMs)
  }

  /** The calendar moved by so many milliseconds: dates stay in it, settlements under way keep the time left to them. */
  rebase(byMs: number): void {
    const state = this.#state
    state.nowMs += byMs
    state.due.rebase(byMs, (first) => {
      for (const match of state.trades.postpone(first, byMs)) state.changes.trade(match)
    })
  }

  /** When `advance` is needed next. */
  nextDueMs(): number | undefined {
    return this.#state.due.nextMs()
  }

  deposit(account: Address, raw: bigint): void {
    this.ledger.deposit(account, raw)
    this.#state.tell.balance(account)
  }

  /** `sizeRaw` collateral into that many tokens of both outcomes. Throws `insufficient-balance`, `market-not-open`. */
  split(account: Address, conditionId: ConditionId, sizeRaw: bigint): void {
    splitSets(this.#state, marketOf(this.#state, conditionId), { account, sizeRaw })
    this.#state.tell.balance(account)
  }

  /** `sizeRaw` tokens of both outcomes into that much collateral. Throws `insufficient-balance`. */
  merge(account: Address, conditionId: ConditionId, sizeRaw: bigint): void {
    marketOf(this.#state, conditionId)
    this.ledger.merge(account, conditionId, sizeRaw)
    this.#state.tell.balance(account)
  }

  /** Pays for the account's available tokens: raw collateral. Throws `bad-request` before the market is over. */
  redeem(account: Address, conditionId: ConditionId): bigint {
    const paid = redeemHolding(this.#state, marketOf(this.#state, conditionId), account)
    reportBalances(this.#state)
    return paid
  }

  /** The same for the tokens collected as fees. */
  redeemFees(conditionId: ConditionId): bigint {
    return redeemFees(this.#state, marketOf(this.#state, conditionId))
  }

  #change(conditionId: ConditionId, nowMs: number, change: MarketChange): void {
    this.advance(nowMs)
    changeMarket(this.#state, marketOf(this.#state, conditionId), change)
    reportBalances(this.#state)
  }
}
