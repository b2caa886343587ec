// What the others' book pays and asks for a size of ours, seen from YES: orders much smaller than ours say little about a price.
//
//   bids for YES   bids on YES, and offers of NO at the complement        asks for YES   offers of YES, and bids on NO at the complement
//   bid, ask       average price over the first lots of a side, as many as ours (all of it where there is less)
//   middle         between bid and ask, leaning to the side with less behind it, at most three to one: a size is free to show

import type { Level, MarketBook } from '../../domain/market/book.js'

/** Most weight of one end in the middle. */
const MOST_LEAN = 0.75

/** Probabilities of YES, and lots; one object per owner, looked through again for every book, so that a book allocates nothing. */
export class SizeTouch {
  /** Both sides quote, and do not cross. */
  isTwoSided = false
  /** Not a number where nobody quotes. */
  bestBid = Number.NaN
  bestAsk = Number.NaN
  /** What is bid for NO, in its own terms. */
  bestNoBid = Number.NaN
  bid = Number.NaN
  ask = Number.NaN
  /** On the levels that the averages touch: at least ours, where there is so much. */
  bidLots = 0
  askLots = 0
  #price = Number.NaN
  #lots = 0

  /** `lots`: ours, at least 1. */
  look(book: MarketBook, ticksPerUnit: number, lots: number): void {
    const [yes, no] = book
    const bid = best(yes.bids, no.asks, ticksPerUnit)
    const noBid = best(no.bids, yes.asks, ticksPerUnit)
    const ask = ticksPerUnit - noBid
    this.bestNoBid = noBid / ticksPerUnit
    this.isTwoSided = bid < ask
    this.bestBid = bid / ticksPerUnit
    this.bestAsk = ask / ticksPerUnit
    this.#walk(yes.bids, no.asks, ticksPerUnit, lots)
    this.bid = this.#price
    this.bidLots = this.#lots
    this.#walk(no.bids, yes.asks, ticksPerUnit, lots)
    this.ask = 1 - this.#price
    this.askLots = this.#lots
  }

  get spread(): number {
    return this.ask - this.bid
  }

  /** Halfway between bid and ask. */
  get mid(): number {
    return (this.bid + this.ask) / 2
  }

  get middle(): number {
    const share = this.bidLots / (this.bidLots + this.askLots)
    return this.bid + this.spread * Math.min(MOST_LEAN, Math.max(1 - MOST_LEAN, share))
  }

  /** Bids on one outcome and offers of the other as one queue, best first. */
  #walk(bids: readonly Level[], asks: readonly Level[], ticksPerUnit: number, lots: number): void {
    let i = 0
    let j = 0
    let left = lots
    let sum = 0
    this.#lots = 0
    while (left > 0) {
      const bid = bids[i]
      const ask = asks[j]
      const sold = ask === undefined ? Number.NEGATIVE_INFINITY : ticksPerUnit - ask.price
      const isBid = bid !== undefined && bid.price >= sold
      const level = isBid ? bid : ask
      if (level === undefined) break
      if (isBid) i++
      else j++
      const taken = Math.min(left, level.size)
      sum += taken * (isBid ? level.price : sold)
      left -= taken
      this.#lots += level.size
    }
    this.#price = sum / ((lots - left) * ticksPerUnit)
  }
}

/** Ticks; not a number for nobody. */
function best([bid]: readonly Level[], [ask]: readonly Level[], ticksPerUnit: number): number {
  const sold = ask === undefined ? Number.NaN : ticksPerUnit - ask.price
  return bid === undefined || bid.price < sold ? sold : bid.price
}

/** Lots that others bid for YES above `p` (`up`), or offer below it. */
export function lotsBeyond(book: MarketBook, ticksPerUnit: number, { p, up }: { p: number; up: boolean }): number {
  const [mine, other] = up ? book : [book[1], book[0]]
  const least = (up ? p : 1 - p) * ticksPerUnit
  let lots = 0
  for (const { price, size } of mine.bids) {
    if (price <= least) break
    lots += size
  }
  for (const { price, size } of other.asks) {
    if (ticksPerUnit - price <= least) break
    lots += size
  }
  return lots
}
