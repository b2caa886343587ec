// Everything the exchange remembers, and the ways each of its parts reports a change.

import { QuoinError } from '../../../domain/error.js'
import type { Address, ConditionId } from '../../../domain/market/market.js'
import type { OrderRecord } from '../../../domain/orders/order.js'
import type { Ledger } from '../ledger/ledger.js'
import type { ExchangeOptions } from './exchange-options.js'
import { ladderOf, type MarketState } from './markets/market-state.js'
import type { OrderIndex } from './orders/order-shelf.js'
import { type OrderState, toRecord } from './orders/order-state.js'
import type { ChangeLog } from './rows/change-log.js'
import type { DueQueue } from './trades/due-queue.js'
import type { TradeLog } from './trades/trade-log.js'

export interface ExchangeState {
  readonly options: Required<Omit<ExchangeOptions, 'emit' | 'archive'>> & Pick<ExchangeOptions, 'archive'>
  readonly emit: ExchangeOptions['emit']
  readonly ledger: Ledger
  readonly markets: Map<ConditionId, MarketState>
  readonly orders: OrderIndex
  readonly trades: TradeLog
  readonly due: DueQueue
  /** Of accounts that raised it. */
  readonly nonces: Map<Address, number>
  readonly changedAccounts: Set<Address>
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
  if (market === undefined) throw QuoinError.refusal('not-found', `conditionId: no market ${conditionId}`)
  return market
}

/** Tells the order's new record, with an `updatedMs` above the last one, and returns it. */
export function reportOrder(state: ExchangeState, order: OrderState): OrderRecord {
  order.updatedMs = Math.max(state.nowMs, order.updatedMs + 1)
  state.orders.refresh(order)
  state.changedAccounts.add(order.terms.account)
  state.changes.order(order)
  const record = toRecord(order)
  state.emit({ kind: 'order', record })
  return record
}

/** Tells the new total at the order's price. */
export function reportLevel(state: ExchangeState, market: MarketState, { terms }: OrderState): void {
  const { outcome, side, price } = terms
  const size = ladderOf(market, outcome, side).totalAt(price)
  state.emit({ kind: 'level', conditionId: market.spec.conditionId, change: { outcome, side, price, size } })
}

/** Tells, once each, whose balances moved since the last call. */
export function reportBalances(state: ExchangeState): void {
  for (const account of state.changedAccounts) {
    state.changedAccounts.delete(account)
    state.emit({ kind: 'balance', account })
  }
}
