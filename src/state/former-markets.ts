// What is known of a market that is not what it was: all of it is forgotten once the market is over and settled. On another tick or size step
// what is counted in them begins anew, or is told on them, and the rest is known on: what its price has done to our fills, where a jump was
// measured from, what its stream did wrong, that a fee has changed.

import type { ConditionId, Market } from '../domain/market/market.js'
import type { OwnMatches } from './account/own-matches.js'
import type { BookWatch } from './market/book-watch.js'
import type { Estimates } from './market/estimates.js'
import type { OwnOrders } from './orders/own-orders.js'

export interface MarketPasts {
  readonly bookWatch: Pick<BookWatch, 'forgetMarket' | 'regrid'>
  readonly estimates: Pick<Estimates, 'forgetMarket' | 'regrid'>
  readonly ownMatches: Pick<OwnMatches, 'forgetMarket'>
  readonly orders: Pick<OwnOrders, 'regrid'>
}

interface Known {
  readonly beliefs: MarketPasts
  readonly fees: Pick<OwnMatches, 'forgetMarket'>
}

/** It is over and settled. */
export function forgetMarket({ beliefs, fees }: Known, conditionId: ConditionId): void {
  const { bookWatch, estimates, ownMatches } = beliefs
  for (const past of [bookWatch, estimates, ownMatches, fees]) past.forgetMarket(conditionId)
}

/** Returns whether its tick or size step is another. */
export function regrid(
  { orders, bookWatch, ownMatches, estimates }: MarketPasts,
  before: Market,
  now: Market,
): boolean {
  if (!orders.regrid(before, now)) return false
  bookWatch.regrid(now.conditionId)
  ownMatches.forgetMarket(now.conditionId)
  estimates.regrid(before, now)
  return true
}
