// How the exchange behaves: settlement, fees, the margin before an expiration, and where its events go.

import type { ConditionId } from '../../../domain/market/market.js'
import type { ExchangeEvent } from './exchange-event.js'
import type { ExchangeListener } from './exchange-listener.js'
import type { Archive } from './rows/archive.js'
import type { ExchangeTrade, MatchedTrade } from './trades/trade.js'

/** What the chain settles at once: one taker order with its makers, in the order of matching. */
export interface Transaction<Trade> {
  readonly conditionId: ConditionId
  readonly trades: readonly Trade[]
}

export interface ExchangeOptions {
  readonly settlement: {
    /** From match to settlement; 0 settles at the next `advance`. */
    readonly delayMs: number
    /** Asked once for all that an order matched: milliseconds on top of `delayMs`. */
    readonly extraDelayMs?: (transaction: Transaction<MatchedTrade>) => number
    /** Asked when the settlement is due: `true` lets all of it fail. */
    readonly fails?: (transaction: Transaction<ExchangeTrade>) => boolean
  }
  /** Who pays; each side pays at the rate it signed. Default: only the taker. */
  readonly fees?: { readonly takerPays: boolean; readonly makerPays: boolean }
  /** An order leaves the book this long before its expiration. Default 5000. */
  readonly stopMatchingBeforeMs?: number
  /** Orders of one account that are not over, resting or waiting for settlement. Default: any number. */
  readonly maxOpenOrders?: number
  /** Redeem every holding as soon as a market is resolved or cancelled. Default `false`. */
  readonly autoRedeem?: boolean
  /** Remembers what is over, so that memory need not: then every change is noted for `takeRows`. */
  readonly archive?: Archive
  /** Called synchronously, in order; it must not call the exchange's mutating methods. */
  readonly emit?: (event: ExchangeEvent) => void
  /** Hears in place of `emit`, without an event made of everything. */
  readonly listener?: ExchangeListener
}
