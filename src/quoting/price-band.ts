// Quotes only inside a band of prices: near 0 and 1 a wrong fair value costs many times the spread.

import type { Rule } from './quoting-context.js'
import { asShown } from './shown.js'

/** Forgives rounding of the band's ends. */
const SLACK = 1e-9

export const keepInBand: Rule = (quotes, { market, band }, refuse) => {
  if (band === undefined) return quotes
  return quotes.filter((quote) => {
    const shown = asShown(quote, market)
    if (shown.price >= band.min - SLACK && shown.price <= band.max + SLACK) return true
    refuse(shown, 'price-band', `price: expected ${band.min} to ${band.max}, got ${shown.price}`)
    return false
  })
}
