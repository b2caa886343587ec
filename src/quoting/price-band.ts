// Quotes only inside a band of prices: near 0 and 1 a wrong fair value costs many times the spread.

import { probability } from '../domain/amounts/price.js'
import { yesTicks } from '../domain/market/yes-view.js'
import type { Rule } from './quoting-context.js'
import { asShown } from './shown.js'

/** Forgives rounding of the band's ends. */
const SLACK = 1e-9

export const keepInBand: Rule = (quotes, { market, band }, refuse) => {
  if (band === undefined) return quotes
  return quotes.filter((quote) => {
    const { ticksPerUnit } = market
    const price = probability(yesTicks(quote.outcome, quote.price, ticksPerUnit), ticksPerUnit)
    if (price >= band.min - SLACK && price <= band.max + SLACK) return true
    refuse(asShown(quote, market), 'price-band', `price of YES: expected ${band.min} to ${band.max}, got ${price}`)
    return false
  })
}
