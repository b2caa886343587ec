// The venue's book as it would look with our simulated orders in it. A bot takes its own orders out of the book that it is told; one told
// of a book without them would take them out of what others show.

import { lots, rawToLots } from '../../../domain/amounts/size.js'
import { type LevelMap, levelKey, levelMap, levelOf, putLevel } from '../../../domain/collections/level-map.js'
import type { Level, LevelChange, MarketBook } from '../../../domain/market/book.js'
import { type ConditionId, isFinal, type Market } from '../../../domain/market/market.js'
import type { Outcome, Side } from '../../../domain/market/side.js'
import type { OrderRecord } from '../../../domain/orders/order.js'
import type { MarketDataEvent } from '../../market-data.js'

interface Shown {
  /** What others show, and what rests of ours, by place. */
  others: LevelMap
  readonly ours: LevelMap
  readonly orders: Map<string, { readonly place: number; readonly lots: number }>
  isKnown: boolean
  isOver: boolean
}

export class BookWithUs {
  readonly #markets = new Map<ConditionId, Shown>()

  /** On another tick or size step it is another book. */
  forget(conditionId: ConditionId): void {
    this.#markets.delete(conditionId)
  }

  /** The event as the bot is to hear it. */
  shown(event: MarketDataEvent): MarketDataEvent {
    if (event.kind === 'snapshot') {
      this.#learn(event.conditionId, event.book)
      return { ...event, book: this.withUs(event.conditionId, event.book) }
    }
    if (event.kind === 'status' && isFinal(event)) this.#end(event.conditionId)
    if (event.kind !== 'change') return event
    const { outcome, side, price, size } = event.change
    const market = this.#market(event.conditionId)
    const place = levelKey(outcome, side, price)
    putLevel(market.others, place, size)
    const own = market.ours.get(place)
    return own === undefined ? event : { ...event, change: { ...event.change, size: lots(size + own) } }
  }

  /** A book of others as it was read, ours put in. */
  withUs(conditionId: ConditionId, book: MarketBook): MarketBook {
    const { ours } = this.#market(conditionId)
    if (ours.size === 0) return book
    const merged = (outcome: Outcome) => ({
      bids: withOurs(book[outcome].bids, ours, { outcome, side: 'BUY' }),
      asks: withOurs(book[outcome].asks, ours, { outcome, side: 'SELL' }),
    })
    return [merged(0), merged(1)]
  }

  /** What the venue would tell of the book when this of our orders becomes known; `undefined` where nothing of it changes. */
  orderTold(record: OrderRecord, { lotRaw }: Pick<Market, 'lotRaw'>): LevelChange | undefined {
    const { conditionId, hash, outcome, side, price } = record
    const market = this.#market(conditionId)
    const place = levelKey(outcome, side, price)
    const rests = rawToLots(record.remainingRaw, lotRaw)
    const before = market.orders.get(hash)?.lots ?? 0
    if (rests === before) return undefined
    if (rests > 0) market.orders.set(hash, { place, lots: rests })
    else market.orders.delete(hash)
    const own = (market.ours.get(place) ?? 0) + rests - before
    putLevel(market.ours, place, own)
    if (market.isOver) this.#end(conditionId)
    if (!market.isKnown) return undefined
    return { outcome, side, price, size: lots((market.others.get(place) ?? 0) + own) }
  }

  /** Nobody reads the book of a market that is over, once the last of our orders is told to be gone; of a long run there are tens of thousands. */
  #end(conditionId: ConditionId): void {
    const market = this.#markets.get(conditionId)
    if (market === undefined) return
    market.isOver = true
    if (market.orders.size === 0) this.#markets.delete(conditionId)
  }

  #learn(conditionId: ConditionId, book: MarketBook): void {
    const market = this.#market(conditionId)
    market.isKnown = true
    market.others = levelMap(book)
  }

  #market(conditionId: ConditionId): Shown {
    let market = this.#markets.get(conditionId)
    if (market === undefined) {
      market = { others: new Map(), ours: new Map(), orders: new Map(), isKnown: false, isOver: false }
      this.#markets.set(conditionId, market)
    }
    return market
  }
}

function withOurs(
  levels: readonly Level[],
  ours: ReadonlyMap<number, number>,
  { outcome, side }: { readonly outcome: Outcome; readonly side: Side },
): readonly Level[] {
  let merged: Level[] | undefined
  for (const [place, own] of ours) {
    const level = levelOf(place, own)
    if (level.outcome !== outcome || level.side !== side) continue
    merged ??= [...levels]
    putInto(merged, level)
  }
  return merged ?? levels
}

/** Adds what is ours to a side, best level first. */
function putInto(levels: Level[], { side, price, size }: LevelChange): void {
  const at = levels.findIndex((level) => (side === 'BUY' ? level.price <= price : level.price >= price))
  const there = at === -1 ? undefined : levels[at]
  if (there?.price === price) levels[at] = { price, size: lots(there.size + size) }
  else levels.splice(at === -1 ? levels.length : at, 0, { price, size })
}
