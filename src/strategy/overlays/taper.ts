// Inventory taper: the side that adds to the position shrinks as size (1 - |q| / maxNet) and is off at the cap.

import type { WishedQuote } from '../../domain/wish.js'
import { netDirection } from '../../domain/yes-view.js'

/** `net` and `maxNet` in shares; the side that reduces the position keeps its size. */
export function taperByInventory(quotes: readonly WishedQuote[], net: number, maxNet: number): WishedQuote[] {
  return quotes.flatMap((quote) => {
    if (netDirection(quote) * net < 0) return [quote]
    const size = quote.size * (1 - Math.abs(net) / maxNet)
    return size > 0 ? [{ ...quote, size }] : []
  })
}
