// The best bid for each outcome, counting those who sell the other one: four queues of two complementary books seen as two.

import { ticks } from '../amounts/price.js'
import type { BestBids, Level, MarketBook } from './book.js'
import { type Outcome, otherOutcome } from './side.js'

export interface BestPrice {
  /** Probability. */
  readonly price: number
  /** Lots. */
  readonly size: number
}

/** Best price in ticks that somebody bids for the outcome, sellers of the other one counted; `undefined` where nobody does. Makes no objects. */
export function bestBid(book: MarketBook, outcome: Outcome, ticksPerUnit: number): number | undefined {
  const bid = book[outcome].bids[0]?.price
  // somebody who sells the other outcome bids for this one
  const sold = book[otherOutcome(outcome)].asks[0]?.price
  if (sold === undefined) return bid
  return bid === undefined ? ticksPerUnit - sold : Math.max(bid, ticksPerUnit - sold)
}

/** The same in ticks and lots: what a venue shows whose best bids count sellers of the other outcome. */
export function mergedBids(book: MarketBook, ticksPerUnit: number): BestBids {
  const side = (outcome: Outcome): Level | undefined => {
    const price = bestBid(book, outcome, ticksPerUnit)
    const bid = book[outcome].bids[0]
    const sold = book[otherOutcome(outcome)].asks[0]
    if (price === undefined || sold === undefined || price === bid?.price) return bid
    return { price: ticks(price), size: sold.size }
  }
  return [side(0), side(1)]
}

/** Best bid of each outcome as probability and size; a bid on the other outcome is an ask here, a direct ask competes with it. */
export function bestPair(
  book: MarketBook,
  ticksPerUnit: number,
): readonly [BestPrice | undefined, BestPrice | undefined] {
  const asProbability = (level: Level | undefined) => level && { price: level.price / ticksPerUnit, size: level.size }
  const [yes, no] = mergedBids(book, ticksPerUnit)
  return [asProbability(yes), asProbability(no)]
}

/** Best ask less best bid, a probability; `undefined` for a one-sided book. */
export function spreadOf(book: MarketBook, ticksPerUnit: number): number | undefined {
  const [yes, no] = bestPair(book, ticksPerUnit)
  return yes && no && 1 - yes.price - no.price
}
