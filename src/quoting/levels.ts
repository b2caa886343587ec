// One quote per price, best first, and a bounded number of them per outcome and side.

import { type Lots, lots } from '../domain/amounts/size.js'
import { legIndex, OUTCOMES } from '../domain/market/side.js'
import type { GridQuote, Rule } from './quoting-context.js'
import { asShown } from './shown.js'

const SIDES = ['BUY', 'SELL'] as const

/** No order is so large, by far: what is larger still is refused as this is. */
function together(one: Lots, other: Lots): Lots {
  return lots(Math.min(one + other, Number.MAX_SAFE_INTEGER))
}

/** Quotes at one price as one, best price first. */
function ladder(quotes: readonly GridQuote[]): GridQuote[] {
  const byPrice = new Map<number, GridQuote>()
  for (const quote of quotes) {
    const there = byPrice.get(quote.price)
    byPrice.set(quote.price, there === undefined ? quote : { ...there, size: together(there.size, quote.size) })
  }
  return [...byPrice.values()].sort((a, b) => (a.side === 'BUY' ? b.price - a.price : a.price - b.price))
}

export const boundLevels: Rule = (quotes, context, refuse) =>
  context.maxLevels > 0 && isOneEach(quotes) ? quotes : bounded(quotes, context, refuse)

/** Each on a leg of its own, in the order of the legs. */
function isOneEach(quotes: readonly GridQuote[]): boolean {
  let last = -1
  for (const quote of quotes) {
    const leg = legIndex(quote)
    if (leg <= last) return false
    last = leg
  }
  return true
}

const bounded: Rule = (quotes, { market, maxLevels }, refuse) =>
  OUTCOMES.flatMap((outcome) =>
    SIDES.flatMap((side) => {
      const levels = ladder(quotes.filter((quote) => quote.outcome === outcome && quote.side === side))
      for (const quote of levels.slice(maxLevels)) {
        refuse(
          asShown(quote, market),
          'too-many-levels',
          `expected at most ${maxLevels} levels of ${side}, got ${levels.length}`,
        )
      }
      return levels.slice(0, maxLevels)
    }),
  )
