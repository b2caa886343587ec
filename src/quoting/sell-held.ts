// Only tokens we hold can be sold: sales are cut to whole lots of the holding, best price first.

import { rawToLots } from '../domain/amounts/size.js'
import { lotsToShares } from '../domain/market/market.js'
import type { Rule } from './quoting-context.js'
import { asShown } from './shown.js'

export const sellOnlyHeld: Rule = (quotes, { market, heldRaw }, refuse) => {
  if (quotes.every(({ side }) => side === 'BUY')) return quotes
  const left = heldRaw.map((raw) => rawToLots(raw, market.lotRaw))
  return quotes.flatMap((quote) => {
    if (quote.side === 'BUY') return [quote]
    const available = left[quote.outcome] ?? 0
    const size = available < quote.size ? rawToLots(BigInt(available), 1n) : quote.size
    if (size < Math.max(1, market.minLots)) {
      const [least, got] = [lotsToShares(market.minLots, market), lotsToShares(size, market)]
      refuse(asShown(quote, market), 'not-held', `size: expected at least ${least} shares held, got ${got}`)
      return []
    }
    left[quote.outcome] = rawToLots(BigInt(available - size), 1n)
    return [{ ...quote, size }]
  })
}
