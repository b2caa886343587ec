// Inventory taper: the side that adds to the position shrinks as size (1 - |q| / maxNet) and is off at the cap.

import { netDirection } from '../../domain/market/yes-view.js'
import type { WishedQuote } from '../../domain/orders/wish.js'

/** The adding side smaller towards `maxNet`, and gone there. `net` and `maxNet` in shares; the side that reduces the position keeps its size. */
export function taperByInventory(quotes: readonly WishedQuote[], net: number, maxNet: number): WishedQuote[] {
  const tapered: WishedQuote[] = []
  for (const quote of quotes) {
    const size = netDirection(quote) * net < 0 ? quote.size : addingSize(quote.size, net, maxNet)
    // a size that is no number stays, and makes the wish a fault: one side left out in silence would fill a position with the other
    if (!(size <= 0)) tapered.push({ ...quote, size })
  }
  return tapered
}

/** Of `size` shares that add to the position, those that may; 0 from the cap on. */
export function addingSize(size: number, net: number, maxNet: number): number {
  return Math.abs(net) >= maxNet ? 0 : size * (1 - Math.abs(net) / maxNet)
}
