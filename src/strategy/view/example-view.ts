// A made-up market to try a strategy on: YES 0.47 (300) / 0.51 (100), a day to go, nothing held.

import type { PriceSize } from '../../domain/run/snapshot.js'
import type { FairView, Inventory, MarketView, OthersBook, SeenTrade, SignalView } from './market-view.js'

/** A book of one level a side from the best bids on YES and NO, with the asks they imply on the other outcome left out. */
export function bookOfBids(yes: PriceSize | undefined, no: PriceSize | undefined): OthersBook {
  return {
    bids: [yes === undefined ? [] : [yes], no === undefined ? [] : [no]],
    asks: [[], []],
  }
}

/** An inventory that is `net` shares of YES (NO where negative) and `sets` full pairs. */
export function inventoryOf(net: number, sets = 0): Inventory {
  return { yes: Math.max(net, 0) + sets, no: Math.max(-net, 0) + sets, net, sets }
}

const BOOKED = { basis: 'two-sided', ageMs: 0, degraded: false } as const
const NOW_MS = 1_760_000_000_000
const DAY_MS = 86_400_000

/**
 * Parts of a view; of a fair value, what is left out is that of a standing book. `book` is what `depth()` gives and the best prices come
 * from, `signals` are by name, and lists of trades and fills are given as such.
 */
export type ViewChanges = Partial<Omit<MarketView, 'fair' | 'depth' | 'trades' | 'fills' | 'signal'>> & {
  readonly fair?: (Pick<FairView, 'p'> & Partial<FairView>) | undefined
  readonly book?: OthersBook
  readonly trades?: readonly SeenTrade[]
  readonly fills?: readonly SeenTrade[]
  readonly signals?: Readonly<Record<string, SignalView>>
}

/** A view of an example market for a test, with `changes` laid over it. The best prices follow a changed `book`. */
export function exampleView(changes: ViewChanges = {}): MarketView {
  const { book = exampleBook(), trades = [], fills = [], signals = {}, fair, ...rest } = changes
  return {
    market: {
      id: 'example',
      conditionId: '0xexample',
      question: 'Will it rain tomorrow?',
      tickSize: 0.01,
      minSize: 1,
      endMs: NOW_MS + DAY_MS,
      tagSlugs: [],
    },
    nowMs: NOW_MS,
    timeLeftMs: DAY_MS,
    bestBid: [book.bids[0][0], book.bids[1][0]],
    bestAsk: [book.asks[0][0], book.asks[1][0]],
    depth: () => book,
    trades: () => trades,
    fills: () => fills,
    signal: (name) => signals[name],
    volatility: 0.0005,
    toxicity: [0, 0],
    inventory: inventoryOf(0),
    feeRateBps: 0,
    ownQuotes: [],
    ...rest,
    fair: 'fair' in changes ? fair && { ...BOOKED, ...fair } : { ...BOOKED, p: 0.49, spread: 0.04 },
  }
}

const exampleBook = () => bookOfBids({ price: 0.47, size: 300 }, { price: 0.49, size: 100 })
