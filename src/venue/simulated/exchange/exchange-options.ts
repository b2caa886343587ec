// How the exchange behaves: settlement, fees, the margin before an expiration, and where its events go.

import type { Archive } from './archive.js'
import type { ExchangeEvent } from './exchange-event.js'
import type { ExchangeTrade } from './trade.js'

export interface ExchangeOptions {
  readonly settlement: {
    /** From match to settlement; 0 settles at the next `advance`. */
    readonly delayMs: number
    /** Asked at the match: milliseconds on top of `delayMs`. */
    readonly extraDelayMs?: (trade: Omit<ExchangeTrade, 'dueMs'>) => number
    /** Asked when the settlement is due: `true` lets it fail. */
    readonly fails?: (trade: ExchangeTrade) => boolean
  }
  /** Who pays; each side pays at the rate it signed. Default: only the taker. */
  readonly fees?: { readonly takerPays: boolean; readonly makerPays: boolean }
  /** An order leaves the book this long before its expiration. Default 5000. */
  readonly stopMatchingBeforeMs?: number
  /** Redeem every holding as soon as a market is resolved or cancelled. Default `false`. */
  readonly autoRedeem?: boolean
  /** Remembers what is over, so that memory need not: then every change is noted for `takeRows`. */
  readonly archive?: Archive
  /** Called synchronously, in order; it must not call the exchange's mutating methods. */
  readonly emit: (event: ExchangeEvent) => void
}
