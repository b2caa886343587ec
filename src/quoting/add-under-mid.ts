// A bid that adds to the position never stands above the middle of the book that the fair value came from: whatever an average or a strategy
// makes of the book, more is not paid for a new position than the others themselves stand around.

import { isLegalPrice } from '../domain/price.js'
import { lotsToRaw } from '../domain/size.js'
import { netDirection } from '../domain/wish.js'
import type { GridQuote, QuotingContext, Rule } from './quoting-context.js'
import { asShown } from './shown.js'
import { movedBack } from './yes-terms.js'

/** Forgives rounding of a middle that lies on a tick. */
const SLACK = 1e-6

export const addUnderMid: Rule = (quotes, context, refuse) => {
  const { market, mid } = context
  if (mid === undefined) return quotes
  const { ticksPerUnit } = market
  const at = mid * ticksPerUnit
  const limits = { ceiling: Math.floor(at + SLACK), floor: Math.ceil(at - SLACK) }
  return quotes.flatMap((quote) => {
    if (!adds(quote, context)) return [quote]
    const moved = movedBack(quote, limits, ticksPerUnit)
    if (isLegalPrice(moved.price, ticksPerUnit)) return [moved]
    refuse(asShown(quote, market), 'above-mid', `the middle of the others' book is ${mid}; no price is left below it`)
    return []
  })
}

/** A bid of which anything would be left after the position is flat. */
function adds(quote: GridQuote, { market, netRaw }: QuotingContext): boolean {
  if (quote.side === 'SELL') return false
  const towards = netDirection(quote) === 1 ? -netRaw : netRaw
  return lotsToRaw(quote.size, market.lotRaw) > towards
}
