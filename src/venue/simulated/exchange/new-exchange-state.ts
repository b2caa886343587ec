// An exchange before its first market, with what its options leave open filled in.

import { Ledger } from '../ledger/ledger.js'
import { Accounts } from './accounts/accounts.js'
import { Counterparties } from './book/counterparties.js'
import { eventsTo } from './exchange-listener.js'
import type { ExchangeOptions } from './exchange-options.js'
import type { ExchangeState } from './exchange-state.js'
import { OrderIndex } from './orders/order-shelf.js'
import { OrderView } from './orders/order-view.js'
import { ChangeLog } from './rows/change-log.js'
import { DueQueue } from './trades/due-queue.js'
import { TradeLog } from './trades/trade-log.js'

export function newExchangeState({ emit, listener, ...options }: ExchangeOptions): ExchangeState {
  const { archive } = options
  const changes = new ChangeLog(archive !== undefined)
  const ledger = archive === undefined ? new Ledger() : new Ledger(changes)
  const accounts = new Accounts(ledger)
  const markets: ExchangeState['markets'] = new Map()
  const orders = new OrderIndex({ accounts, markets, keepsHistory: archive === undefined })
  return {
    options: {
      settlement: options.settlement,
      fees: options.fees ?? { takerPays: true, makerPays: false },
      stopMatchingBeforeMs: options.stopMatchingBeforeMs ?? 5000,
      maxOpenOrders: options.maxOpenOrders ?? Number.POSITIVE_INFINITY,
      autoRedeem: options.autoRedeem ?? false,
      ...(archive === undefined ? {} : { archive }),
    },
    tell: listener ?? eventsTo(emit ?? (() => undefined)),
    ledger,
    accounts,
    markets,
    orders,
    orderView: new OrderView(orders.table),
    counterparties: new Counterparties(orders.table),
    trades: new TradeLog(orders.table, archive),
    due: new DueQueue(orders.table),
    changes,
    nowMs: 0,
    arrivals: 0,
  }
}
