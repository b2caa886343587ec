// The venue's books of all markets, and what is asked of any book.

import { type Lots, NO_LOTS } from '../../domain/amounts/size.js'
import { MarketMap } from '../../domain/collections/market-map.js'
import { type BestBids, EMPTY_BOOK, type Level, type LevelChange, type MarketBook } from '../../domain/market/book.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import { type OwnPart, VenueBook } from './venue-book.js'

export class Books {
  readonly #books = new MarketMap<VenueBook>()

  replace(conditionId: ConditionId, book: MarketBook): void {
    let known = this.#books.get(conditionId)
    if (known === undefined) {
      known = new VenueBook()
      this.#books.set(conditionId, known)
    }
    known.replace(book)
  }

  /** Returns the size that the level had, our own orders inside; none where there was no level. */
  change(conditionId: ConditionId, change: LevelChange): Lots {
    return this.#books.get(conditionId)?.change(change) ?? NO_LOTS
  }

  /** Orders of ours in this market are others than before. */
  ownChanged(conditionId: ConditionId): void {
    this.#books.get(conditionId)?.ownChanged()
  }

  /** The market is over and settled: its book says nothing any more. */
  forgetMarket(conditionId: ConditionId): void {
    this.#books.delete(conditionId)
  }

  /** With our own orders inside. */
  venueBook(conditionId: ConditionId): MarketBook {
    return this.#books.get(conditionId)?.venue ?? EMPTY_BOOK
  }

  /** Without what is ours of it; good until the next event: it is changed in place. */
  others(market: Market, own: (conditionId: ConditionId) => OwnPart, nowMonoMs: number): MarketBook {
    return this.#books.get(market.conditionId)?.others(market, own, nowMonoMs) ?? EMPTY_BOOK
  }
}

/** Level by level, both outcomes. */
export function isSameBook(a: MarketBook, b: MarketBook): boolean {
  const isSame = (one: readonly Level[], other: readonly Level[]) =>
    one.length === other.length &&
    one.every(({ price, size }, i) => price === other[i]?.price && size === other[i]?.size)
  return ([0, 1] as const).every((i) => isSame(a[i].bids, b[i].bids) && isSame(a[i].asks, b[i].asks))
}

/** Best bid of each outcome. */
export function topBids(book: MarketBook): BestBids {
  return [book[0].bids[0], book[1].bids[0]]
}

/** A book of which only the best bids are known. */
export function bookOfBids(bids: BestBids): MarketBook {
  const side = (i: 0 | 1) => ({ bids: bids[i] ? [bids[i]] : [], asks: [] })
  return [side(0), side(1)]
}
