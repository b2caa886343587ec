// After a jump of the others' book, or of the signal, that nothing confirms yet, the side that it endangers goes at once, and the other side does not follow:
// who moves the book with orders that he does not mean finds neither a price that went along nor one that stayed behind.

import { isLegalPrice } from '../domain/amounts/price.js'
import { netDirection } from '../domain/market/yes-view.js'
import type { Rule } from './quoting-context.js'
import { asShown } from './shown.js'
import { movedBack } from './yes-terms.js'

/** Forgives rounding of a fair value that lies on a tick. */
const SLACK = 1e-6

export const awaitConfirmation: Rule = (quotes, { market, fair, jump = 0 }, refuse) => {
  if (jump === 0 || fair === undefined) return quotes
  const { ticksPerUnit } = market
  const at = fair * ticksPerUnit
  const limits = { ceiling: Math.floor(at + SLACK), floor: Math.ceil(at - SLACK) }
  return quotes.flatMap((quote) => {
    const follows = netDirection(quote) === jump
    const moved = movedBack(quote, limits, ticksPerUnit)
    if (follows && isLegalPrice(moved.price, ticksPerUnit)) return [moved]
    const way = jump === 1 ? 'up' : 'down'
    refuse(
      asShown(quote, market),
      'unconfirmed-jump',
      `the others' book, or the signal, jumped ${way}, and too little confirms it yet`,
    )
    return []
  })
}
