// Choice of the leg: a bid on NO at n and a sale of YES at 1 - n are the same quote, but the sale needs no collateral and leaves no full set
// locked. So bids on one outcome become sales of the other as far as it is held; what is left over stays a bid.

import { NO, OUTCOMES, otherOutcome, YES } from '../domain/side.js'
import type { WishedQuote } from '../domain/wish.js'

export interface HeldShares {
  /** Shares that can be sold, by outcome. */
  readonly held: readonly [number, number]
  /** Smallest order, shares; a smaller part is not split off. */
  readonly minSize: number
}

/** The same wish with sales where they are possible, dearest bids first. Sales already wished for keep their tokens. */
export function preferHeld(quotes: readonly WishedQuote[], { held, minSize }: HeldShares): WishedQuote[] {
  const left = [held[YES], held[NO]]
  for (const { outcome, side, size } of quotes) if (side === 'SELL') left[outcome] = (left[outcome] ?? 0) - size
  const sales = quotes.filter((quote) => quote.side === 'SELL')
  const changed = OUTCOMES.flatMap((outcome) => {
    const token = otherOutcome(outcome)
    const bids = quotes.filter((quote) => quote.side === 'BUY' && quote.outcome === outcome)
    return bids
      .sort((a, b) => b.price - a.price)
      .flatMap((bid): WishedQuote[] => {
        const sold = Math.min(bid.size, left[token] ?? 0)
        if (!(sold > 0) || sold < minSize) return [bid]
        left[token] = (left[token] ?? 0) - sold
        const sale: WishedQuote = { outcome: token, side: 'SELL', price: 1 - bid.price, size: sold }
        return bid.size - sold >= minSize ? [sale, { ...bid, size: bid.size - sold }] : [sale]
      })
  })
  return [...sales, ...changed]
}
