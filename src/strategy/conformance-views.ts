// Situations a strategy must survive, by name.

import type { MarketView } from './contract.js'
import { bookOfBids, exampleView, inventoryOf, type ViewChanges } from './example-view.js'

const EMPTY = bookOfBids(undefined, undefined)

function around(p: number, tickSize: number): ViewChanges {
  return {
    market: { ...exampleView().market, tickSize },
    fair: { p, degraded: false },
    book: bookOfBids({ price: p - tickSize / 2, size: 50 }, { price: 1 - p - tickSize / 2, size: 50 }),
  }
}

export const CONFORMANCE_VIEWS: Readonly<Record<string, MarketView>> = {
  'a normal book': exampleView(),
  'an empty book, no fair value': exampleView({ book: EMPTY, fair: undefined, volatility: undefined }),
  'an empty book, an old fair value': exampleView({ book: EMPTY, fair: { p: 0.6, degraded: true, ageMs: 20_000 } }),
  'an empty book, a prior': exampleView({
    book: EMPTY,
    fair: { p: 0.6, basis: 'prior', ageMs: 1e9 },
  }),
  'an empty book, a signal': exampleView({
    book: EMPTY,
    fair: { p: 0.6, basis: 'signal', ageMs: 500 },
  }),
  'bids on YES only': exampleView({
    book: bookOfBids({ price: 0.4, size: 10 }, undefined),
    fair: { p: 0.45, basis: 'one-sided', degraded: true, ageMs: 5000 },
  }),
  'bids on NO only': exampleView({ book: bookOfBids(undefined, { price: 0.4, size: 10 }) }),
  'crossed books': exampleView({ book: bookOfBids({ price: 0.6, size: 10 }, { price: 0.6, size: 10 }) }),
  'fair value 0.0005': exampleView(around(0.0005, 0.0001)),
  'fair value 0.9995': exampleView(around(0.9995, 0.0001)),
  'fair value beside the last tick': exampleView(around(0.994, 0.01)),
  'fair value 1e-12': exampleView({ fair: { p: 1e-12, degraded: false } }),
  'no volatility known': exampleView({ volatility: undefined }),
  'volatility 0': exampleView({ volatility: 0 }),
  'volatility huge': exampleView({ volatility: 10 }),
  'a little YES': exampleView({ inventory: inventoryOf(5) }),
  'a little NO': exampleView({ inventory: inventoryOf(-5) }),
  'a million YES': exampleView({ inventory: inventoryOf(1e6) }),
  'a million NO': exampleView({ inventory: inventoryOf(-1e6) }),
  'many sets': exampleView({ inventory: inventoryOf(0, 1e6) }),
  'the highest fee': exampleView({ feeRateBps: 1000 }),
  'a minute to go': exampleView({ timeLeftMs: 60_000, inventory: inventoryOf(50) }),
  'the end': exampleView({ timeLeftMs: 0, inventory: inventoryOf(50) }),
}
