// Choice of the leg: a bid on NO at n and a sale of YES at 1 - n are the same quote, but the sale needs no collateral and leaves no full set
// locked. So a bid on one outcome becomes a sale of the other where enough of it is held: for the bid, or for as much of it as can be paid.

import { NO, OUTCOMES, type Outcome, otherOutcome, YES } from '../domain/market/side.js'
import type { WishedQuote } from '../domain/orders/wish.js'

/** Part of the bid, as far as it can be paid, that must be held. */
const WORTH_SELLING = 0.5
const NO_SALE = 0

export interface HeldShares {
  /** Shares that can be sold, by outcome. */
  readonly held: readonly [number, number]
  /** Smallest order, shares. */
  readonly minSize: number
  /** How many bids of ours rest on an outcome already: they keep their place in the queue until they are moved anyway. */
  readonly bidding?: (outcome: Outcome) => number
  /** Collateral that a bid may lock at most, units. Default: whatever it takes. */
  readonly collateral?: number
}

/** The same wish with sales where they are possible, dearest bids first. Sales already wished for keep their tokens. */
export function preferHeld(
  quotes: readonly WishedQuote[],
  { held, minSize, bidding, collateral = Number.POSITIVE_INFINITY }: HeldShares,
): readonly WishedQuote[] {
  if (held[YES] < minSize && held[NO] < minSize) return quotes
  const left: [number, number] = [held[YES], held[NO]]
  const chosen: WishedQuote[] = []
  for (const quote of quotes) {
    if (quote.side !== 'SELL') continue
    left[quote.outcome] -= quote.size
    chosen.push(quote)
  }
  for (const outcome of OUTCOMES) {
    const token = otherOutcome(outcome)
    const bids = bidsOn(outcome, quotes)
    let staying = bidding?.(outcome) ?? 0
    const sales = bids.map(({ size, price }) => {
      const sold = Math.min(size, left[token])
      // one order for each: a sale that would be much smaller than the bid is not worth the change, unless there is no money for the bid
      const paid = price > 0 ? Math.min(size, collateral / price) : size
      if (sold < minSize || sold < paid * WORTH_SELLING) {
        staying--
        return NO_SALE
      }
      left[token] -= sold
      return sold
    })
    // who stays is counted beside the bids that are wanted anyway: else the bid behind a sale would take the sale back, and the sale the bid
    for (let i = sales.length - 1; i >= 0 && staying > 0; i--) {
      if (sales[i] === NO_SALE) continue
      sales[i] = NO_SALE
      staying--
    }
    for (const [i, bid] of bids.entries()) {
      const size = sales[i] ?? NO_SALE
      chosen.push(size === NO_SALE ? bid : { outcome: token, side: 'SELL', price: 1 - bid.price, size })
    }
  }
  return chosen
}

/** Dearest first. */
function bidsOn(outcome: Outcome, quotes: readonly WishedQuote[]): readonly WishedQuote[] {
  const bids: WishedQuote[] = []
  for (const quote of quotes) if (quote.side === 'BUY' && quote.outcome === outcome) bids.push(quote)
  return bids.length > 1 ? bids.sort((a, b) => b.price - a.price) : bids
}
