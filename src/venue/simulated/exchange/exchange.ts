// The simulated exchange: two complementary books as one market, over a ledger with locks and a settlement queue.
//
//   price-time priority, makers at their own price    direct, mint and merge matches    one taker fee per match
//
// Time enters with each call and never goes back; whatever is due by then happens first. An order leaves the book
// `stopMatchingBeforeMs` before its expiration and stays open, unmatched and locked, until it expires.

import type { BestBids, MarketBook } from '../../../domain/book.js'
import { QuoinError } from '../../../domain/error.js'
import type { Fill, PublicTrade } from '../../../domain/fill.js'
import type { Address, ConditionId, Hex, MarketStatus } from '../../../domain/market.js'
import type { OrderRecord } from '../../../domain/order.js'
import type { Outcome } from '../../../domain/side.js'
import { Ledger } from '../ledger/ledger.js'
import { bestBidsOf, bookOf } from './book-view.js'
import { cancelAllOrders, cancelOrder } from './cancelling.js'
import { DueQueue, type DueTask } from './due-queue.js'
import type { ExchangeEvent } from './exchange-event.js'
import type { ExchangeOptions } from './exchange-options.js'
import { type ExchangeState, marketOf, reportBalances, reportOrder } from './exchange-state.js'
import { addMarket, changeMarket, type MarketChange, redeemFees, redeemHolding, setMarketFee } from './market-life.js'
import type { MarketSpec } from './market-spec.js'
import { isFinal, ordersInBook } from './market-state.js'
import { enterOrder } from './matching.js'
import { isSameOrder, type NewOrder } from './new-order.js'
import { admitOrder } from './order-entry.js'
import { type OrderFilter, OrderIndex } from './order-index.js'
import { type OrderState, toRecord } from './order-state.js'
import { endOrder, leaveBook } from './resting.js'
import { settleTrade } from './settlement.js'
import { type ExchangeTrade, toFill, toPublicTrade } from './trade.js'
import { TradeLog } from './trade-log.js'

export type { ExchangeEvent, ExchangeOptions, ExchangeTrade, MarketSpec, NewOrder, OrderFilter }

/** A market as the exchange has it now. */
export interface MarketView {
  readonly spec: MarketSpec
  readonly status: MarketStatus
  readonly feeRateBps: number
  readonly winner?: Outcome
}

export class Exchange {
  readonly ledger = new Ledger()
  readonly #state: ExchangeState

  constructor(options: ExchangeOptions) {
    this.#state = newExchangeState(options, this.ledger)
  }

  /** Throws `bad-argument` for impossible numbers, `conflict` for a market that exists. */
  addMarket(spec: MarketSpec): void {
    addMarket(this.#state, spec)
  }

  market(conditionId: ConditionId): MarketView | undefined {
    const market = this.#state.markets.get(conditionId)
    if (market === undefined) return undefined
    const { spec, status, feeRateBps, winner } = market
    return { spec, status, feeRateBps, ...(winner === undefined ? {} : { winner }) }
  }

  /** Changes the effective fee; resting orders keep the rate they signed. */
  setFee(conditionId: ConditionId, feeRateBps: number): void {
    setMarketFee(this.#state, conditionId, feeRateBps)
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
   * Throws `not-found` (market), `conflict` (the hash with other terms), `market-not-open`, `bad-amounts`, `fee-changed`,
   * `bad-expiration`, `insufficient-balance`; then nothing has changed.
   */
  submit(terms: NewOrder, nowMs: number): OrderRecord {
    this.advance(nowMs)
    const known = this.#state.orders.get(terms.hash)
    if (known !== undefined) {
      if (isSameOrder(known.terms, terms)) return toRecord(known)
      throw new QuoinError('conflict', `orderHash: ${terms.hash} exists with other terms`)
    }
    const market = marketOf(this.#state, terms.conditionId)
    const order = admitOrder(this.#state, market, terms)
    enterOrder(this.#state, market, order)
    reportOrder(this.#state, order)
    this.#scheduleExpiry(order)
    reportBalances(this.#state)
    return toRecord(order)
  }

  /** Throws `not-found`, `forbidden`, `not-cancellable` (over, or all of it matched). Failed matches of it never return. */
  cancel(hash: Hex, account: Address, nowMs: number): OrderRecord {
    this.advance(nowMs)
    const record = cancelOrder(this.#state, hash, account)
    reportBalances(this.#state)
    return record
  }

  /** The cancelled orders, oldest first. */
  cancelAll(account: Address, conditionId: ConditionId, nowMs: number): OrderRecord[] {
    this.advance(nowMs)
    const records = cancelAllOrders(this.#state, account, conditionId)
    reportBalances(this.#state)
    return records
  }

  order(hash: Hex): OrderRecord | undefined {
    const order = this.#state.orders.get(hash)
    return order && toRecord(order)
  }

  /** Newest first; needs an account or a market (`bad-argument`). Live statuses alone never scan finished orders. */
  orders(filter: OrderFilter): OrderRecord[] {
    return this.#state.orders.find(filter).map(toRecord)
  }

  /** The account's fills, newest first. */
  tradesOf(account: Address, conditionId?: ConditionId, limit = Number.POSITIVE_INFINITY): Fill[] {
    return this.#state.trades.ofAccount(account, conditionId, limit).map((trade) => toFill(trade, account))
  }

  /** The public tape, newest first, the last 1000. */
  trades(conditionId: ConditionId): PublicTrade[] {
    return this.#state.trades.ofMarket(conditionId).map(({ trade }) => toPublicTrade(trade))
  }

  /** Direct orders of each outcome. */
  book(conditionId: ConditionId): MarketBook {
    return bookOf(marketOf(this.#state, conditionId))
  }

  /** Best BUY level of each outcome, the orders of `excludeMaker` not counted. */
  bestBids(conditionId: ConditionId, excludeMaker?: Address): BestBids {
    return bestBidsOf(marketOf(this.#state, conditionId), excludeMaker)
  }

  /** Orders in the book: each outcome's BUY then SELL, in the order of matching. */
  *restingOrders(conditionId: ConditionId): Generator<OrderRecord> {
    for (const order of ordersInBook(marketOf(this.#state, conditionId))) yield toRecord(order)
  }

  /** Lets everything due by `nowMs` happen, in time order. */
  advance(nowMs: number): void {
    const state = this.#state
    for (let due = state.due.takeUntil(nowMs); due !== undefined; due = state.due.takeUntil(nowMs)) {
      state.nowMs = Math.max(state.nowMs, due.dueMs)
      this.#run(due.task)
      reportBalances(state)
    }
    state.nowMs = Math.max(state.nowMs, nowMs)
  }

  /** When `advance` is needed next. */
  nextDueMs(): number | undefined {
    return this.#state.due.nextMs()
  }

  deposit(account: Address, raw: bigint): void {
    this.ledger.deposit(account, raw)
    this.#state.emit({ kind: 'balance', account })
  }

  /** `sizeRaw` collateral into that many tokens of both outcomes. Throws `insufficient-balance`, `market-not-open`. */
  split(account: Address, conditionId: ConditionId, sizeRaw: bigint): void {
    const market = marketOf(this.#state, conditionId)
    if (isFinal(market)) throw new QuoinError('market-not-open', `split: market ${market.spec.id} is ${market.status}`)
    this.ledger.split(account, conditionId, sizeRaw)
    this.#state.emit({ kind: 'balance', account })
  }

  /** `sizeRaw` tokens of both outcomes into that much collateral. Throws `insufficient-balance`. */
  merge(account: Address, conditionId: ConditionId, sizeRaw: bigint): void {
    marketOf(this.#state, conditionId)
    this.ledger.merge(account, conditionId, sizeRaw)
    this.#state.emit({ kind: 'balance', account })
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

  #scheduleExpiry(order: OrderState): void {
    const { due, options } = this.#state
    if (order.expirationMs === undefined || order.ending !== undefined) return
    due.add(order.expirationMs - options.stopMatchingBeforeMs, { kind: 'last-match', order })
    due.add(order.expirationMs, { kind: 'expiry', order })
  }

  #run(task: DueTask): void {
    const state = this.#state
    if (task.kind === 'settlement') settleTrade(state, task.trade)
    else if (task.kind === 'last-match') leaveBook(state, task.order)
    else if (task.kind === 'market-end') changeMarket(state, task.market, { status: 'CLOSED' })
    else if (task.order.restingLots > 0) {
      endOrder(state, task.order, 'expired')
      reportOrder(state, task.order)
    }
  }
}

function newExchangeState({ emit, ...options }: ExchangeOptions, ledger: Ledger): ExchangeState {
  return {
    options: {
      settlement: options.settlement,
      fees: options.fees ?? { takerPays: true, makerPays: false },
      stopMatchingBeforeMs: options.stopMatchingBeforeMs ?? 5000,
      autoRedeem: options.autoRedeem ?? false,
    },
    emit,
    ledger,
    markets: new Map(),
    orders: new OrderIndex(),
    trades: new TradeLog(),
    due: new DueQueue(),
    changedAccounts: new Set(),
    nowMs: 0,
    arrivals: 0,
  }
}
