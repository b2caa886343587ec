// A resting quote must not meet the others' book, neither directly nor through the complement:
//
//   bid YES <= min(best ask YES, 1 - best bid NO) - tick, and the mirror image for asks; a quote that would is moved back

import { isLegalPrice } from '../domain/amounts/price.js'
import type { GridQuote, Rule } from './quoting-context.js'
import { asShown } from './shown.js'
import { movedBack, othersTouch } from './yes-terms.js'

export const keepPostOnly: Rule = (quotes, { market, others }, refuse) => {
  const { ticksPerUnit } = market
  const { bid, ask } = othersTouch(others, ticksPerUnit)
  const limits = { ceiling: ask - 1, floor: bid + 1 }
  const kept: GridQuote[] = []
  for (const quote of quotes) {
    const moved = movedBack(quote, limits, ticksPerUnit)
    if (isLegalPrice(moved.price, ticksPerUnit)) kept.push(moved)
    else refuse(asShown(quote, market), 'would-cross', othersWords(bid / ticksPerUnit, ask / ticksPerUnit))
  }
  return kept
}

const othersWords = (bid: number, ask: number) => `others bid ${bid} and ask ${ask} for YES; no price is left`
