// The venue's book as it would look with our simulated orders in it. A bot takes its own orders out of the book that it is told; one told
// of a book without them would take them out of what others show.

import type { Level, LevelChange, MarketBook } from '../../../domain/book.js'
import type { ConditionId, Market } from '../../../domain/market.js'
import type { OrderRecord } from '../../../domain/order.js'
import { type Ticks, ticks } from '../../../domain/price.js'
import { OUTCOMES, type Outcome, type Side } from '../../../domain/side.js'
import { type Lots, lots, rawToLots } from '../../../domain/size.js'
import type { MarketDataEvent } from '../../market-data.js'

interface Shown {
  /** What others show, and what rests of ours, by place. */
  readonly others: Map<number, number>
  readonly ours: Map<number, number>
  readonly orders: Map<string, { readonly place: number; readonly lots: number }>
  isKnown: boolean
}

/** One number per outcome, side and price: prices are below 2^30. */
const placeOf = (outcome: Outcome, side: Side, price: number) => (price * 2 + outcome) * 2 + (side === 'BUY' ? 0 : 1)

export class BookWithUs {
  readonly #markets = new Map<ConditionId, Shown>()

  /** The event as the bot is to hear it. */
  shown(event: MarketDataEvent): MarketDataEvent {
    if (event.kind === 'snapshot') {
      this.#learn(event.conditionId, event.book)
      return { ...event, book: this.withUs(event.conditionId, event.book) }
    }
    if (event.kind !== 'change') return event
    const { outcome, side, price, size } = event.change
    const market = this.#market(event.conditionId)
    const place = placeOf(outcome, side, price)
    put(market.others, place, size)
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
    const place = placeOf(outcome, side, price)
    const rests = rawToLots(record.remainingRaw, lotRaw)
    const before = market.orders.get(hash)?.lots ?? 0
    if (rests === before) return undefined
    if (rests > 0) market.orders.set(hash, { place, lots: rests })
    else market.orders.delete(hash)
    const own = (market.ours.get(place) ?? 0) + rests - before
    put(market.ours, place, own)
    if (!market.isKnown) return undefined
    return { outcome, side, price, size: lots((market.others.get(place) ?? 0) + own) }
  }

  #learn(conditionId: ConditionId, book: MarketBook): void {
    const market = this.#market(conditionId)
    market.isKnown = true
    market.others.clear()
    for (const outcome of OUTCOMES) {
      for (const { price, size } of book[outcome].bids) market.others.set(placeOf(outcome, 'BUY', price), size)
      for (const { price, size } of book[outcome].asks) market.others.set(placeOf(outcome, 'SELL', price), size)
    }
  }

  #market(conditionId: ConditionId): Shown {
    let market = this.#markets.get(conditionId)
    if (market === undefined) {
      market = { others: new Map(), ours: new Map(), orders: new Map(), isKnown: false }
      this.#markets.set(conditionId, market)
    }
    return market
  }
}

function put(levels: Map<number, number>, place: number, size: number): void {
  if (size > 0) levels.set(place, size)
  else levels.delete(place)
}

function withOurs(
  levels: readonly Level[],
  ours: ReadonlyMap<number, number>,
  { outcome, side }: { readonly outcome: Outcome; readonly side: Side },
): readonly Level[] {
  const sizes = new Map<Ticks, Lots>(levels.map(({ price, size }) => [price, size]))
  for (const [place, own] of ours) {
    const price = ticks(Math.floor(place / 4))
    if (placeOf(outcome, side, price) === place) sizes.set(price, lots((sizes.get(price) ?? 0) + own))
  }
  return [...sizes]
    .map(([price, size]) => ({ price, size }))
    .sort((a, b) => (side === 'BUY' ? b.price - a.price : a.price - b.price))
}
