// The others' book as one ladder of YES, best level first: a bid on NO at p stands as an ask at 1 - p.

import { lots, lotsToRaw } from '../../domain/amounts/size.js'
import type { Level, MarketBook } from '../../domain/market/book.js'
import { type Market, rawToShares } from '../../domain/market/market.js'
import type { PriceSize } from '../../domain/run/snapshot.js'

export interface Depth {
  readonly bids: readonly PriceSize[]
  readonly asks: readonly PriceSize[]
}

const MOST_LEVELS = 8

export function depthOf([yes, no]: MarketBook, market: Market): Depth {
  const mirrored = (levels: readonly Level[]) =>
    levels.map(({ price, size }) => ({ price: market.ticksPerUnit - price, size }))
  const ladder = (levels: readonly { readonly price: number; readonly size: number }[], best: 1 | -1) => {
    const sizes = new Map<number, number>()
    for (const { price, size } of levels) sizes.set(price, (sizes.get(price) ?? 0) + size)
    return [...sizes]
      .sort(([a], [b]) => best * (b - a))
      .slice(0, MOST_LEVELS)
      .map(([price, size]) => ({
        price: price / market.ticksPerUnit,
        size: rawToShares(lotsToRaw(lots(size), market.lotRaw), market),
      }))
  }
  return { bids: ladder([...yes.bids, ...mirrored(no.asks)], 1), asks: ladder([...yes.asks, ...mirrored(no.bids)], -1) }
}
