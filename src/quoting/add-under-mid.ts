// A quote that adds to the position never stands beyond the middle of the book that the fair value came from: whatever an average or a
// strategy makes of the book, more is not paid for a new position than the others themselves stand around. A sale out of a full set adds
// as a bid on the other outcome does, and mostly is one that was turned into it.

import { isLegalPrice } from '../domain/amounts/price.js'
import { lotsToRaw } from '../domain/amounts/size.js'
import { netDirection, yesTicks } from '../domain/market/yes-view.js'
import type { GridQuote, QuotingContext, Rule } from './quoting-context.js'
import { asShown } from './shown.js'
import { movedBack } from './yes-terms.js'

/** Forgives rounding of a middle that lies on a tick. */
const SLACK = 1e-6

export const addUnderMid: Rule = (quotes, context, refuse) => {
  const { market, mid } = context
  if (mid === undefined) return quotes
  const { ticksPerUnit } = market
  const limits = { ceiling: ceilingAt(mid, ticksPerUnit), floor: floorAt(mid, ticksPerUnit) }
  const reducing = reducingQuotes(quotes, context)
  const kept: GridQuote[] = []
  for (const quote of quotes) {
    const moved = reducing.has(quote) ? quote : movedBack(quote, limits, ticksPerUnit)
    if (isLegalPrice(moved.price, ticksPerUnit)) kept.push(moved)
    else
      refuse(asShown(quote, market), 'above-mid', `the middle of the others' book is ${mid}; no price is left below it`)
  }
  return kept
}

/** Highest tick on YES that a bid under the middle `mid` may have. */
export function ceilingAt(mid: number, ticksPerUnit: number): number {
  return Math.floor(mid * ticksPerUnit + SLACK)
}

/** Lowest tick on YES that an ask over the middle `mid` may have. */
export function floorAt(mid: number, ticksPerUnit: number): number {
  return Math.ceil(mid * ticksPerUnit - SLACK)
}

const NONE: ReadonlySet<GridQuote> = new Set()

/** Quotes that together bring the position no further than flat, the dearest for us first. */
function reducingQuotes(quotes: readonly GridQuote[], { market, netRaw }: QuotingContext): ReadonlySet<GridQuote> {
  if (netRaw === 0n) return NONE
  const reducing = new Set<GridQuote>()
  const direction = netRaw < 0n ? 1 : -1
  let leftRaw = netRaw < 0n ? -netRaw : netRaw
  const { ticksPerUnit, lotRaw } = market
  const ofYes = ({ outcome, price }: GridQuote) => yesTicks(outcome, price, ticksPerUnit)
  const closing = quotes.filter((quote) => netDirection(quote) === direction)
  for (const quote of closing.sort((a, b) => direction * (ofYes(b) - ofYes(a)))) {
    const sizeRaw = lotsToRaw(quote.size, lotRaw)
    if (sizeRaw > leftRaw) break
    leftRaw -= sizeRaw
    reducing.add(quote)
  }
  return reducing
}
