// An exchange before its first market, with what its options leave open filled in.

import { Ledger } from '../ledger/ledger.js'
import { Accounts } from './accounts/accounts.js'
import { eventsTo } from './exchange-listener.js'
import type { ExchangeOptions } from './exchange-options.js'
import type { ExchangeState } from './exchange-state.js'
import { OrderIndex } from './orders/order-shelf.js'
import { ChangeLog } from './rows/change-log.js'
import { DueQueue } from './trades/due-queue.js'
import { TradeLog } from './trades/trade-log.js'

export function newExchangeState({ emit, listener, ...options }: ExchangeOptions): ExchangeState {
  const { archive } = options
  const changes = new ChangeLog(archive !== undefined)
  const ledger = archive === undefined ? new Ledger() : new Ledger(changes)
  const accounts = new Accounts(ledger)
  const markets: ExchangeState['markets'] = new Map()
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
    orders: new OrderIndex({ accounts, markets, keepsHistory: archive === undefined }),
    trades: new TradeLog(archive),
    due: new DueQueue(),
    changes,
    nowMs: 0,
    arrivals: 0,
  }
}
