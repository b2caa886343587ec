// Quotes and books in terms of YES: the touch of the others, our own, and quotes moved back from either.

import { ticks } from '../domain/amounts/price.js'
import type { MarketBook } from '../domain/market/book.js'
import { NO, YES } from '../domain/market/side.js'
import { yesPlace, yesTicks } from '../domain/market/yes-view.js'
import type { GridQuote } from './quoting-context.js'

/** The quote moved to a price on YES; the result may lie outside (0, 1). */
export function atYesPrice(quote: GridQuote, price: number, ticksPerUnit: number): GridQuote {
  return { ...quote, price: yesTicks(quote.outcome, ticks(price), ticksPerUnit) }
}

/** Bid and ask for YES. A side without quotes is out of reach: -Infinity, Infinity. */
export interface YesTouch {
  readonly bid: number
  readonly ask: number
}

/** The others' best prices for YES, both books together. */
export function othersTouch(others: MarketBook, ticksPerUnit: number): YesTouch {
  return { bid: othersBid(others, ticksPerUnit), ask: othersAsk(others, ticksPerUnit) }
}

export function othersBid(others: MarketBook, ticksPerUnit: number): number {
  return Math.max(others[YES].bids[0]?.price ?? -Infinity, ticksPerUnit - (others[NO].asks[0]?.price ?? Infinity))
}

export function othersAsk(others: MarketBook, ticksPerUnit: number): number {
  return Math.min(others[YES].asks[0]?.price ?? Infinity, ticksPerUnit - (others[NO].bids[0]?.price ?? -Infinity))
}

/** Our own best prices for YES. */
export function ownTouch(quotes: readonly GridQuote[], ticksPerUnit: number): YesTouch {
  let [bid, ask] = [-Infinity, Infinity]
  for (const quote of quotes) {
    const { on, price } = yesPlace(quote, ticksPerUnit)
    if (on === 'bid') bid = Math.max(bid, price)
    else ask = Math.min(ask, price)
  }
  return { bid, ask }
}

/** The quote moved back, never forward, so that it bids at most `ceiling` or asks at least `floor`, ticks on YES. */
export function movedBack(
  quote: GridQuote,
  { ceiling, floor }: { readonly ceiling: number; readonly floor: number },
  ticksPerUnit: number,
): GridQuote {
  const { on, price } = yesPlace(quote, ticksPerUnit)
  const allowed = on === 'bid' ? Math.min(price, ceiling) : Math.max(price, floor)
  return allowed === price ? quote : atYesPrice(quote, allowed, ticksPerUnit)
}
