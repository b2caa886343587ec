// Our own quotes must not meet each other: in terms of YES our best bid stays at least one tick below our best ask, so bids on YES and NO
// together cost at most one unit less a tick. The side that would add to the position gives way; both do when nothing is held.

import { isLegalPrice } from '../domain/amounts/price.js'
import { NO, YES } from '../domain/market/side.js'
import type { Rule } from './quoting-context.js'
import { asShown } from './shown.js'
import { movedBack, ownTouch } from './yes-terms.js'

/** How many of `overlap` ticks the bid gives way. */
function bidShare(overlap: number, netRaw: bigint): number {
  if (netRaw > 0n) return overlap
  return netRaw < 0n ? 0 : Math.ceil(overlap / 2)
}

export const separateOwn: Rule = (quotes, { market, heldRaw }, refuse) => {
  const { ticksPerUnit } = market
  const { bid, ask } = ownTouch(quotes, ticksPerUnit)
  const overlap = bid - ask + 1
  if (!(overlap > 0)) return quotes
  const back = bidShare(overlap, heldRaw[YES] - heldRaw[NO])
  const limits = { ceiling: bid - back, floor: ask + (overlap - back) }
  return quotes.flatMap((quote) => {
    const moved = movedBack(quote, limits, ticksPerUnit)
    if (isLegalPrice(moved.price, ticksPerUnit)) return [moved]
    const [high, low] = [bid / ticksPerUnit, ask / ticksPerUnit]
    refuse(asShown(quote, market), 'self-cross', `our own bid ${high} and our own ask ${low} for YES overlap`)
    return []
  })
}
