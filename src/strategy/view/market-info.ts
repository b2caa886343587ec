// A market in the units of strategies: what of it does not move.

import { lotsToRaw } from '../../domain/amounts/size.js'
import { type Market, rawToShares } from '../../domain/market/market.js'
import type { MarketInfo } from './market-view.js'

export function marketInfo(market: Market): MarketInfo {
  return Object.freeze({
    id: market.id,
    conditionId: market.conditionId,
    question: market.question,
    tickSize: 1 / market.ticksPerUnit,
    minSize: rawToShares(lotsToRaw(market.minLots, market.lotRaw), market),
    endMs: market.endMs,
    tagSlugs: Object.freeze([...market.tagSlugs]),
    ...(market.startMs === undefined ? {} : { startMs: market.startMs }),
    ...(market.matchStartMs === undefined ? {} : { matchStartMs: market.matchStartMs }),
    ...(market.matchEndMs === undefined ? {} : { matchEndMs: market.matchEndMs }),
    ...(market.groupId === undefined ? {} : { groupId: market.groupId }),
    ...(market.category === undefined ? {} : { category: market.category }),
  })
}

/** A market that was read again is another object, and mostly says the same. */
export function isSameInfo(a: MarketInfo, b: MarketInfo): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** One market as strategies see it: another object only when it says something else. */
export class SeenMarket {
  #market: Market | undefined
  #info: MarketInfo | undefined

  info(market: Market): MarketInfo {
    if (market !== this.#market || this.#info === undefined) {
      const info = marketInfo(market)
      if (this.#info === undefined || !isSameInfo(info, this.#info)) this.#info = info
      this.#market = market
    }
    return this.#info
  }
}
