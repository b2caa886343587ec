// The book of a market without our own orders, made anew: of what the venue shows, less every order of ours that is in it.

import type { Level, MarketBook } from '../../../src/domain/market/book.js'
import type { Market } from '../../../src/domain/market/market.js'
import { bookOfBids } from '../../../src/state/market/books.js'
import { withoutOwn } from '../../../src/state/market/venue-book.js'
import { isLiving, type PlainTurn } from './plain-turn.js'

/** As the core says it: an order that ended may be in the book for as long. */
const JUST_ENDED_MS = 750

export function compareBook(turn: PlainTurn, market: Market): void {
  const others = othersOf(turn, market)
  const believed = turn.core.beliefs.others(market)
  if (!isSameBook(others, believed))
    turn.differ(`book without us of ${market.conditionId}`, JSON.stringify(others), JSON.stringify(believed))
}

export function othersOf(turn: PlainTurn, market: Market): MarketBook {
  const { monoMs } = turn.at
  const { feeds, bookWatch } = turn.core.beliefs
  const { conditionId } = market
  const polled = feeds.trustsSocket(conditionId, monoMs) ? undefined : feeds.polledBids(conditionId)
  if (polled) return bookOfBids(polled)
  const inBook = turn.ordersOf(conditionId).filter((o) => isLiving(o) || monoMs - o.sinceMonoMs <= JUST_ENDED_MS)
  return withoutOwn(bookWatch.books.venueBook(conditionId), market, inBook)
}

function isSameBook(a: MarketBook, b: MarketBook): boolean {
  return a.every((side, i) => isSameSide(side.bids, b[i]?.bids) && isSameSide(side.asks, b[i]?.asks))
}

function isSameSide(a: readonly Level[], b: readonly Level[] = []): boolean {
  return a.length === b.length && a.every(({ price, size }, i) => price === b[i]?.price && size === b[i]?.size)
}
