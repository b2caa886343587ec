// What a strategy sees of a market, in its own units: the declared inputs and nothing else. One small object per call, always of the same
// shape for one strategy; books, trades and fills are only shown to whoever asks for them.

import { lotsToRaw } from '../../domain/amounts/size.js'
import type { Level, MarketBook } from '../../domain/market/book.js'
import type { FairValue } from '../../domain/market/fair-value.js'
import { type Market, rawToShares } from '../../domain/market/market.js'
import type { OwnMatch, PublicTrade } from '../../domain/orders/fill.js'
import type { LivingOrder } from '../../domain/orders/own-order.js'
import type { PriceSize } from '../../domain/run/snapshot.js'
import type { Input, Reads } from '../inputs.js'
import type { FactSource, Facts } from './facts.js'
import type {
  FairView,
  Inventory,
  MarketInfo,
  OthersBook,
  PartialView,
  RestingQuote,
  SeenTrade,
} from './market-view.js'

type Draft = { -readonly [K in keyof PartialView]: PartialView[K] }
type Show = (view: Draft, facts: Facts, reads: Reads) => void

const NOT_TOXIC = Object.freeze([0, 0] as const)

const SHOW: Readonly<Record<Exclude<Input, 'inventory'>, Show>> = {
  top(view, { others: [yes, no], market }) {
    view.bestBid = [best(yes.bids, market), best(no.bids, market)]
    view.bestAsk = [best(yes.asks, market), best(no.asks, market)]
  },
  depth(view, { others, market }) {
    view.depth = () => shownBook(others, market)
  },
  trades(view, { market, source }) {
    view.trades = () => newestFirst(source.trades(), market)
  },
  fair(view, { fair }) {
    view.fair = fair && fairView(fair)
  },
  volatility(view, { source }) {
    view.volatility = source.volatility()
  },
  toxicity(view, { source }) {
    const [yes, no] = source.toxicity()
    view.toxicity = yes === 0 && no === 0 ? NOT_TOXIC : [yes, no]
  },
  ownQuotes(view, { orders, market }) {
    view.ownQuotes = orders.flatMap((order) => restingQuote(order, market) ?? [])
  },
  fee(view, { feeRateBps }) {
    view.feeRateBps = feeRateBps
  },
  time(view, { market, at }) {
    view.nowMs = at.venueMs
    view.timeLeftMs = Math.max(0, market.endMs - at.venueMs)
  },
  signals(view, { at, source }, { signals }) {
    view.signal = (name) => {
      const signal = signals.includes(name) ? source.signal(name) : undefined
      return signal && { value: signal.value, ageMs: at.monoMs - signal.atMonoMs }
    }
  },
}

export type Viewer = (facts: Facts) => PartialView

/** Shows these inputs and no others. It keeps what seldom moves, frozen, for the next view: one for each market costs least. */
export function viewerOf(reads: Reads): Viewer {
  const shows = reads.inputs.map((input) => (input === 'inventory' ? inventoryShow() : SHOW[input]))
  return (facts) => {
    const view: Draft = new SeenView(facts.info)
    for (const show of shows) show(view, facts, reads)
    return view
  }
}

/** All views of one strategy have the same shape, whose fields lie in the object itself. */
class SeenView {
  readonly market: MarketInfo

  constructor(market: MarketInfo) {
    this.market = market
  }
}

function inventoryShow(): Show {
  let [yesRaw, noRaw, unitRaw] = [0n, 0n, 0n]
  let inventory: Inventory | undefined
  let [of, from]: [Market | undefined, FactSource | undefined] = [undefined, undefined]
  let fills: () => SeenTrade[] = () => []
  return (view, { tokensRaw, market, source }) => {
    const [yes, no] = tokensRaw
    if (inventory === undefined || yes !== yesRaw || no !== noRaw || market.unitRaw !== unitRaw) {
      inventory = Object.freeze(inventoryOf(tokensRaw, market))
      yesRaw = yes
      noRaw = no
      unitRaw = market.unitRaw
    }
    if (market !== of || source !== from) {
      fills = fillsOf(source, market)
      of = market
      from = source
    }
    view.inventory = inventory
    view.fills = fills
  }
}

function fillsOf(source: FactSource, market: Market): () => SeenTrade[] {
  return () => newestFirst(source.fills(), market)
}

function fairView({ p, degraded, basis, ageMs, spread }: FairValue): FairView {
  return spread === undefined ? { p, degraded, basis, ageMs } : { p, degraded, basis, ageMs, spread }
}

function inventoryOf(tokensRaw: readonly [bigint, bigint], market: Market): Inventory {
  const yes = rawToShares(tokensRaw[0], market)
  const no = rawToShares(tokensRaw[1], market)
  return { yes, no, net: yes - no, sets: Math.min(yes, no) }
}

function shown(level: Level, market: Market): PriceSize {
  return { price: level.price / market.ticksPerUnit, size: rawToShares(lotsToRaw(level.size, market.lotRaw), market) }
}

function best([level]: readonly Level[], market: Market): PriceSize | undefined {
  return level && shown(level, market)
}

function shownBook([yes, no]: MarketBook, market: Market): OthersBook {
  const show = (levels: readonly Level[]) => levels.map((level) => shown(level, market))
  return { bids: [show(yes.bids), show(no.bids)], asks: [show(yes.asks), show(no.asks)] }
}

function newestFirst(matches: readonly (PublicTrade | OwnMatch)[], market: Market): SeenTrade[] {
  return matches
    .map(({ outcome, side, price, sizeRaw, venueMs }) => ({
      outcome,
      ...{ side, price: price / market.ticksPerUnit },
      ...{ size: rawToShares(sizeRaw, market), atMs: venueMs },
    }))
    .reverse()
}

function restingQuote(order: LivingOrder, market: Market): RestingQuote | undefined {
  if (order.restingRaw <= 0n) return undefined
  const { outcome, side, price } = order.draft
  return { outcome, side, price: price / market.ticksPerUnit, size: rawToShares(order.restingRaw, market) }
}
