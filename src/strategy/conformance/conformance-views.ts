// Situations a strategy must survive, by name.

import { NO, YES } from '../../domain/market/side.js'
import { bookOfBids, exampleView, inventoryOf, type ViewChanges } from '../view/example-view.js'

const EMPTY = bookOfBids(undefined, undefined)

function around(p: number, tickSize: number): ViewChanges {
  return {
    market: { ...exampleView().market, tickSize },
    fair: { p, degraded: false },
    book: bookOfBids({ price: p - tickSize / 2, size: 50 }, { price: 1 - p - tickSize / 2, size: 50 }),
  }
}

const { nowMs } = exampleView()
const TRADES = [YES, NO].map((outcome) => ({ outcome, side: 'BUY' as const, price: 0.5, size: 10, atMs: nowMs - 1000 }))

/** Where a strategy may quote, the likeliest first: not every one does in a book of which nothing else is known, a day before the end. */
export function quotingViews(signals: readonly string[]): readonly ViewChanges[] {
  const told = {
    trades: TRADES,
    signals: Object.fromEntries(signals.map((name) => [name, { value: 0.5, ageMs: 100 }])),
  }
  return [{}, told, ...[300_000, 60_000, 30_000].map((timeLeftMs) => ({ ...told, timeLeftMs }))]
}

/** Laid over the example. */
export const CONFORMANCE_VIEWS: Readonly<Record<string, ViewChanges>> = {
  'a normal book': {},
  'an empty book, no fair value': { book: EMPTY, fair: undefined, volatility: undefined },
  'an empty book, an old fair value': { book: EMPTY, fair: { p: 0.6, degraded: true, ageMs: 20_000 } },
  'an empty book, a prior': {
    book: EMPTY,
    fair: { p: 0.6, basis: 'prior', ageMs: 1e9 },
  },
  'an empty book, a signal': {
    book: EMPTY,
    fair: { p: 0.6, basis: 'signal', ageMs: 500 },
  },
  'bids on YES only': {
    book: bookOfBids({ price: 0.4, size: 10 }, undefined),
    fair: { p: 0.45, basis: 'one-sided', degraded: true, ageMs: 5000 },
  },
  'bids on NO only': { book: bookOfBids(undefined, { price: 0.4, size: 10 }) },
  'crossed books': { book: bookOfBids({ price: 0.6, size: 10 }, { price: 0.6, size: 10 }) },
  'fair value 0.0005': around(0.0005, 0.0001),
  'fair value 0.9995': around(0.9995, 0.0001),
  'fair value beside the last tick': around(0.994, 0.01),
  'fair value 1e-12': { fair: { p: 1e-12, degraded: false } },
  'no volatility known': { volatility: undefined },
  'volatility 0': { volatility: 0 },
  'volatility huge': { volatility: 10 },
  'a little YES': { inventory: inventoryOf(5) },
  'a little NO': { inventory: inventoryOf(-5) },
  'a million YES': { inventory: inventoryOf(1e6) },
  'a million NO': { inventory: inventoryOf(-1e6) },
  'many sets': { inventory: inventoryOf(0, 1e6) },
  'the highest fee': { feeRateBps: 1000 },
  'a minute to go': { timeLeftMs: 60_000, inventory: inventoryOf(50) },
  'the end': { timeLeftMs: 0, inventory: inventoryOf(50) },
  'no signal known': { signals: {} },
}
