// The best bid for each outcome, counting those who sell the other one: four queues of two complementary books seen as two.

import type { MarketBook } from './book.js'

export interface BestPrice {
  /** Probability. */
  readonly price: number
  /** Lots. */
  readonly size: number
}

/** Best bid of each outcome as probability and size; a bid on the other outcome is an ask here, a direct ask competes with it. */
export function bestPair(
  book: MarketBook,
  ticksPerUnit: number,
): readonly [BestPrice | undefined, BestPrice | undefined] {
  const side = (mine: 0 | 1): BestPrice | undefined => {
    const bid = book[mine].bids[0]
    // somebody who sells the other outcome bids for this one
    const sold = book[mine === 0 ? 1 : 0].asks[0]
    const soldPrice = sold ? ticksPerUnit - sold.price : -1
    if (bid && bid.price >= soldPrice) return { price: bid.price / ticksPerUnit, size: bid.size }
    return sold ? { price: soldPrice / ticksPerUnit, size: sold.size } : undefined
  }
  return [side(0), side(1)]
}

/** Best ask less best bid, a probability; `undefined` for a one-sided book. */
export function spreadOf(book: MarketBook, ticksPerUnit: number): number | undefined {
  const [yes, no] = bestPair(book, ticksPerUnit)
  return yes && no && 1 - yes.price - no.price
}
