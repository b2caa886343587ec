// Reduce-only: nothing that adds to the position, and not more in total than closes it.

import { netDirection } from '../../domain/market/yes-view.js'
import type { WishedQuote } from '../../domain/orders/wish.js'

/** Quotes that bring `net` (shares) towards 0, cut off, in the order given, where it would be reached. */
export function reduceOnly(quotes: readonly WishedQuote[], net: number): WishedQuote[] {
  let left = Math.abs(net)
  return quotes.flatMap((quote) => {
    if (netDirection(quote) * net >= 0) return []
    const size = Math.min(quote.size, left)
    left -= size
    // one that is no number makes the wish a fault
    return size <= 0 ? [] : [{ ...quote, size }]
  })
}
