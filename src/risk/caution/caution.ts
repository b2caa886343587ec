// How much more careful a market is quoted than its strategy wishes, and why.

import { lotsToRaw } from '../../domain/amounts/size.js'
import { type Market, rawToShares } from '../../domain/market/market.js'
import { netDirection, yesProbability } from '../../domain/market/yes-view.js'
import type { Wish, WishedQuote } from '../../domain/orders/wish.js'
import type { Breach } from '../limits/breach.js'

export interface Caution {
  /** Quotes stand so many times as far from what YES is worth; at least 1. */
  readonly widen: number
  /** Why nothing may add to the position. */
  readonly reduceOnly: Breach | undefined
  /** Share of the wished size that is quoted of what adds to the position, above 0 and at most 1. */
  readonly sizes: number
  /** All of it in words, for a person. */
  readonly words: readonly string[]
}

/** Nothing is held back. */
export const NO_CAUTION: Caution = { widen: 1, reduceOnly: undefined, sizes: 1, words: [] }

export interface CautionContext {
  readonly market: Pick<Market, 'lotRaw' | 'unitRaw' | 'minLots'>
  /** Fair probability of YES, for a strategy that says none. */
  readonly fair?: number | undefined
  /** Raw net position, YES - NO. */
  readonly netRaw: bigint
}

/** The wish as it may become quotes; the same object where nothing is held back. */
export function cautious(wish: Wish, { widen, sizes }: Caution, { market, fair, netRaw }: CautionContext): Wish {
  let { quotes } = wish
  // what the strategy itself says YES is worth, as its edge is measured by: from another value a quote may stand on the wrong side
  const value = wish.fair ?? fair
  if (widen > 1 && value !== undefined) quotes = widened(quotes, value, widen)
  if (sizes < 1) {
    const least = rawToShares(lotsToRaw(market.minLots, market.lotRaw), market)
    // what only closes the position is free, and no share of it twice
    let closing = rawToShares(netRaw < 0n ? -netRaw : netRaw, market)
    quotes = quotes.map((quote) => {
      if (netDirection(quote) * Number(netRaw) >= 0) return scaled(quote, sizes, least)
      const free = Math.max(0, Math.min(closing, quote.size))
      closing -= free
      return scaled(quote, sizes, least, free)
    })
  }
  return quotes === wish.quotes ? wish : { ...wish, quotes }
}

/** All but the `free` shares of it. Never below what the market takes at least: otherwise nothing would be traded, and nothing learned. */
function scaled(quote: WishedQuote, sizes: number, least: number, free = 0): WishedQuote {
  return { ...quote, size: Math.min(quote.size, Math.max(least, free + (quote.size - free) * sizes)) }
}

/** The quotes `widen` times as far from the value of YES; one on the other side of it, as by what is held, is left where it is. */
function widened(quotes: readonly WishedQuote[], value: number, widen: number): readonly WishedQuote[] {
  return quotes.map((quote) => {
    const worth = yesProbability(quote.outcome, value)
    const distance = quote.side === 'BUY' ? worth - quote.price : quote.price - worth
    if (!(distance > 0)) return quote
    return { ...quote, price: quote.side === 'BUY' ? worth - widen * distance : worth + widen * distance }
  })
}
