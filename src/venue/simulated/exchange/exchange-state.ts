// Everything the exchange remembers, and the ways each of its parts reports a change.

import type { ConditionId } from '../../../domain/market/market.js'
import type { Ledger } from '../ledger/ledger.js'
import type { Accounts } from './accounts/accounts.js'
import type { Counterparties } from './book/counterparties.js'
import type { ExchangeListener } from './exchange-listener.js'
import type { ExchangeOptions } from './exchange-options.js'
import { ladderOf, type MarketState } from './markets/market-state.js'
import type { OrderIndex } from './orders/order-shelf.js'
import type { OrderView } from './orders/order-view.js'
import { Refusal } from './refusal.js'
import type { ChangeLog } from './rows/change-log.js'
import type { DueQueue } from './trades/due-queue.js'
import type { TradeLog } from './trades/trade-log.js'

export interface ExchangeState {
  readonly options: Required<Omit<ExchangeOptions, 'emit' | 'listener' | 'archive'>> & Pick<ExchangeOptions, 'archive'>
  /** Whom it tells. */
  readonly tell: ExchangeListener
  readonly ledger: Ledger
  readonly accounts: Accounts
  readonly markets: Map<ConditionId, MarketState>
  readonly orders: OrderIndex
  /** What a listener is shown of an order. */
  readonly orderView: OrderView
  /** Whom an order meets. */
  readonly counterparties: Counterparties
  readonly trades: TradeLog
  readonly due: DueQueue
  /** What a store has to write. */
  readonly changes: ChangeLog
  /** Venue time; goes back only where the calendar does. */
  nowMs: number
  /** Numbers the orders as they join a queue. */
  arrivals: number
}

/** Throws `not-found`. */
export function marketOf(state: ExchangeState, conditionId: ConditionId): MarketState {
  const market = state.markets.get(conditionId)
  if (market === undefined) throw noMarket(conditionId).toError()
  return market
}

export function noMarket(conditionId: ConditionId): Refusal {
  return new Refusal('not-found', `conditionId: no market ${conditionId}`)
}

/** Tells what has become of the order, with an `updatedMs` above the last one. */
export function reportOrder(state: ExchangeState, order: number): void {
  const { orders } = state
  const { table } = orders
  table.setUpdated(order, Math.max(state.nowMs, table.updatedMs(order) + 1))
  orders.refresh(order)
  state.accounts.noteMoved(table.account(order))
  state.changes.order(order)
  state.tell.order(state.orderView.at(order))
}

/** Tells the new total at the order's price. */
export function reportLevel(state: ExchangeState, order: number): void {
  const { table } = state.orders
  const view = state.orderView.at(order)
  state.tell.level(view, ladderOf(table.market(order), table.leg(order)).totalAt(view.price))
}

/** Tells, once each, whose balances moved since the last call. */
export function reportBalances({ accounts, tell }: ExchangeState): void {
  accounts.tellMoved(tell)
}
