// What the core knows of one market at the moment in which its strategy may be asked. Nothing here is made for the strategy yet.

import type { MarketBook } from '../../domain/market/book.js'
import type { FairValue } from '../../domain/market/fair-value.js'
import type { Market } from '../../domain/market/market.js'
import type { OwnMatch, PublicTrade } from '../../domain/orders/fill.js'
import type { LivingOrder } from '../../domain/orders/own-order.js'
import type { Instant } from '../../domain/time.js'
import type { MarketInfo } from './market-view.js'

export interface Facts {
  readonly market: Market
  readonly info: MarketInfo
  readonly at: Instant
  /** Both books without our own orders. */
  readonly others: MarketBook
  readonly fair: FairValue | undefined
  readonly tokensRaw: readonly [bigint, bigint]
  readonly feeRateBps: number
  /** Own orders that may live. */
  readonly orders: readonly LivingOrder[]
  readonly source: FactSource
}

/** Of one market; looked up only where a strategy reads it. */
export interface FactSource {
  volatility(): number | undefined
  /** Of YES and of NO. */
  toxicity(): readonly [number, number]
  /** Recent ones, oldest first, and how many there ever were. */
  trades(): readonly PublicTrade[]
  tradesSeen(): number
  /** Our own recent matches, oldest first. */
  fills(): readonly OwnMatch[]
  signal(name: string): { readonly value: number; readonly atMonoMs: number } | undefined
}
