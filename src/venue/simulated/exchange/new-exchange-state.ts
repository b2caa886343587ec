// An exchange before its first market, with what its options leave open filled in.

import { Ledger } from '../ledger/ledger.js'
import type { ExchangeOptions } from './exchange-options.js'
import type { ExchangeState } from './exchange-state.js'
import { OrderIndex } from './orders/order-shelf.js'
import { ChangeLog } from './rows/change-log.js'
import { DueQueue } from './trades/due-queue.js'
import { TradeLog } from './trades/trade-log.js'

export function newExchangeState({ emit, ...options }: ExchangeOptions): ExchangeState {
  const { archive } = options
  const changes = new ChangeLog(archive !== undefined)
  return {
    options: {
      settlement: options.settlement,
      fees: options.fees ?? { takerPays: true, makerPays: false },
      stopMatchingBeforeMs: options.stopMatchingBeforeMs ?? 5000,
      maxOpenOrders: options.maxOpenOrders ?? Number.POSITIVE_INFINITY,
      autoRedeem: options.autoRedeem ?? false,
      ...(archive === undefined ? {} : { archive }),
    },
    emit,
    ledger: archive === undefined ? new Ledger() : new Ledger(changes),
    markets: new Map(),
    orders: new OrderIndex(archive === undefined),
    trades: new TradeLog(archive),
    due: new DueQueue(),
    nonces: new Map(),
    changedAccounts: new Set(),
    changes,
    nowMs: 0,
    arrivals: 0,
  }
}
