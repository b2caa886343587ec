// The book of a market without our own orders, made anew: of what the venue shows, less every order of ours that is in it.

import type { Level, MarketBook } from '../../../src/domain/market/book.js'
import type { Market } from '../../../src/domain/market/market.js'
import { bookOfBids } from '../../../src/state/market/books.js'
import { withoutOwn } from '../../../src/state/market/venue-book.js'
import { isLiving, type PlainTurn } from './plain-turn.js'

/** As the core says it: an order that ended may be in the book for as long; longer where the core has heard nothing of its level, which is a fact. */
const JUST_ENDED_MS = 750
const UNTOLD_MS = 3000

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
  const told = new Set(turn.core.beliefs.orders.inBook(conditionId, monoMs))
  const inBook = turn.ordersOf(conditionId).filter((order) => {
    const endedMs = isLiving(order) ? 0 : monoMs - order.sinceMonoMs
    return endedMs <= JUST_ENDED_MS || (endedMs <= UNTOLD_MS && told.has(order))
  })
  return withoutOwn(bookWatch.books.venueBook(conditionId), market, inBook)
}

function isSameBook(a: MarketBook, b: MarketBook): boolean {
  return a.every((side, i) => isSameSide(side.bids, b[i]?.bids) && isSameSide(side.asks, b[i]?.asks))
}

function isSameSide(a: readonly Level[], b: readonly Level[] = []): boolean {
  return a.length === b.length && a.every(({ price, size }, i) => price === b[i]?.price && size === b[i]?.size)
}
