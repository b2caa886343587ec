// Order books of one market: both outcomes, best level first.

import type { Ticks } from '../amounts/price.js'
import type { Lots } from '../amounts/size.js'
import type { Outcome, Side } from './side.js'

export interface Level {
  readonly price: Ticks
  /** Total size resting at the price. */
  readonly size: Lots
}

/** One outcome's book. Bids fall, asks rise. */
export interface OutcomeBook {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

export type MarketBook = readonly [OutcomeBook, OutcomeBook]

/** The new total size at a price; 0 removes the level. */
export interface LevelChange {
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Ticks
  readonly size: Lots
}

/** The best bid of each outcome, `undefined` where there is none. */
export type BestBids = readonly [Level | undefined, Level | undefined]

export const EMPTY_BOOK: MarketBook = [
  { bids: [], asks: [] },
  { bids: [], asks: [] },
]
