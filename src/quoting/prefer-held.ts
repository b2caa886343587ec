// Choice of the leg: a bid on NO at n and a sale of YES at 1 - n are the same quote, but the sale needs no collateral and leaves no full set
// locked. So a bid on one outcome becomes a sale of the other where enough of it is held.

import { NO, OUTCOMES, type Outcome, otherOutcome, YES } from '../domain/market/side.js'
import type { WishedQuote } from '../domain/orders/wish.js'

/** Part of the bid that must be held. */
const WORTH_SELLING = 0.5

export interface HeldShares {
  /** Shares that can be sold, by outcome. */
  readonly held: readonly [number, number]
  /** Smallest order, shares. */
  readonly minSize: number
  /** Outcomes on which a bid of ours rests already: it keeps its place in the queue until it is moved anyway. */
  readonly bidding?: Pick<ReadonlySet<Outcome>, 'has'>
}

/** The same wish with sales where they are possible, dearest bids first. Sales already wished for keep their tokens. */
export function preferHeld(
  quotes: readonly WishedQuote[],
  { held, minSize, bidding }: HeldShares,
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
    for (const bid of bidsOn(outcome, quotes)) {
      const sold = Math.min(bid.size, left[token])
      // one order a side: a sale that would be much smaller than the bid is not worth the change
      if (bidding?.has(outcome) || sold < minSize || sold < bid.size * WORTH_SELLING) chosen.push(bid)
      else {
        left[token] -= sold
        chosen.push({ outcome: token, side: 'SELL', price: 1 - bid.price, size: sold })
      }
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
