// The levels of both outcomes' books in one map: a number for each outcome, side and price.

import { ticks } from '../amounts/price.js'
import { lots } from '../amounts/size.js'
import type { Level, LevelChange, MarketBook } from '../market/book.js'
import { OUTCOMES, type Outcome, type Side } from '../market/side.js'

/** Lots by `levelKey`. */
export type LevelMap = Map<number, number>

/** Prices are below 2^30 ticks. */
export function levelKey(outcome: Outcome, side: Side, price: number): number {
  return (price * 2 + outcome) * 2 + (side === 'BUY' ? 0 : 1)
}

/** The level that a key stands for, with so many lots. Throws `bad-argument` for lots that are not whole, or below 0. */
export function levelOf(key: number, size: number): LevelChange {
  const outcome: Outcome = (key >> 1) % 2 === 0 ? 0 : 1
  return { outcome, side: key % 2 === 0 ? 'BUY' : 'SELL', price: ticks(Math.floor(key / 4)), size: lots(size) }
}

/** No lots are no level. */
export function putLevel(levels: LevelMap, key: number, size: number): void {
  if (size > 0) levels.set(key, size)
  else levels.delete(key)
}

export function levelMap(book: MarketBook): LevelMap {
  const levels: LevelMap = new Map()
  for (const outcome of OUTCOMES) {
    for (const { price, size } of book[outcome].bids) putLevel(levels, levelKey(outcome, 'BUY', price), size)
    for (const { price, size } of book[outcome].asks) putLevel(levels, levelKey(outcome, 'SELL', price), size)
  }
  return levels
}

/** Best level first. */
export function bookOfLevels(levels: LevelMap): MarketBook {
  const half = () => ({ bids: [] as Level[], asks: [] as Level[] })
  const halves = [half(), half()] as const
  for (const [key, size] of levels) {
    const { outcome, side, price, size: held } = levelOf(key, size)
    halves[outcome][side === 'BUY' ? 'bids' : 'asks'].push({ price, size: held })
  }
  for (const outcome of OUTCOMES) {
    halves[outcome].bids.sort((a, b) => b.price - a.price)
    halves[outcome].asks.sort((a, b) => a.price - b.price)
  }
  return halves
}
