// The best price at which a taker can buy each outcome now: from its sellers, or against bids on the other one (mint).

import { complement, type Ticks, ticks } from '../../../domain/amounts/price.js'
import type { MarketBook } from '../../../domain/market/book.js'
import { NO, type Outcome, otherOutcome, YES } from '../../../domain/market/side.js'

/** By outcome; selling the other outcome fetches the complement of these. */
export type BestOffers = readonly [Ticks | undefined, Ticks | undefined]

export function bestOffers(book: MarketBook, ticksPerUnit: number): BestOffers {
  const offer = (outcome: Outcome): Ticks | undefined => {
    const ask = book[outcome].asks[0]?.price
    const bid = book[otherOutcome(outcome)].bids[0]?.price
    if (bid === undefined) return ask
    const minted = complement(bid, ticksPerUnit)
    return ask === undefined ? minted : ticks(Math.min(ask, minted))
  }
  return [offer(YES), offer(NO)]
}
