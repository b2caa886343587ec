// The venue's book of every market as the feed tells it, our own orders inside; and the same without us.

import type { BestBids, Level, LevelChange, MarketBook, OutcomeBook } from '../../domain/book.js'
import { EMPTY_BOOK } from '../../domain/book.js'
import type { ConditionId, Market } from '../../domain/market.js'
import { isOver, type OwnOrder } from '../../domain/own-order.js'
import type { Outcome, Side } from '../../domain/side.js'
import { type Lots, NO_LOTS, rawToLots } from '../../domain/size.js'

type Levels = Level[]
interface Sides {
  bids: Levels
  asks: Levels
}

function withChange(levels: Levels, { price, size }: LevelChange, falling: boolean): void {
  const index = levels.findIndex((l) => (falling ? l.price <= price : l.price >= price))
  const at = index === -1 ? levels.length : index
  const found = levels[at]?.price === price
  if (size === 0) {
    if (found) levels.splice(at, 1)
  } else if (found) levels[at] = { price, size }
  else levels.splice(at, 0, { price, size })
}

export class Books {
  readonly #books = new Map<ConditionId, [Sides, Sides]>()

  replace(conditionId: ConditionId, book: MarketBook): void {
    const copy = (b: OutcomeBook): Sides => ({ bids: [...b.bids], asks: [...b.asks] })
    this.#books.set(conditionId, [copy(book[0]), copy(book[1])])
  }

  change(conditionId: ConditionId, change: LevelChange): void {
    const sides = this.#books.get(conditionId)?.[change.outcome]
    if (!sides) return
    if (change.side === 'BUY') withChange(sides.bids, change, true)
    else withChange(sides.asks, change, false)
  }

  /** Of a level, our own orders inside; none where there is no level. */
  sizeAt(conditionId: ConditionId, { outcome, side, price }: Pick<LevelChange, 'outcome' | 'side' | 'price'>): Lots {
    const { bids, asks } = this.venueBook(conditionId)[outcome]
    return (side === 'BUY' ? bids : asks).find((level) => level.price === price)?.size ?? NO_LOTS
  }

  /** With our own orders inside. */
  venueBook(conditionId: ConditionId): MarketBook {
    return this.#books.get(conditionId) ?? EMPTY_BOOK
  }
}

/** Level by level, both outcomes. */
export function isSameBook(a: MarketBook, b: MarketBook): boolean {
  const isSame = (one: readonly Level[], other: readonly Level[]) =>
    one.length === other.length &&
    one.every(({ price, size }, i) => price === other[i]?.price && size === other[i]?.size)
  return ([0, 1] as const).every((i) => isSame(a[i].bids, b[i].bids) && isSame(a[i].asks, b[i].asks))
}

/** A venue book without what rests of `own`, and without what rested of those of them that have just ended. */
export function withoutOwn(book: MarketBook, market: Market, own: Iterable<OwnOrder>): MarketBook {
  const ours = new Map<string, number>()
  for (const order of own) {
    const size = justEndedLots(order, market)
    if (size === 0) continue
    const key = levelKey(order.draft.outcome, order.draft.side, order.draft.price)
    ours.set(key, (ours.get(key) ?? 0) + size)
  }
  if (ours.size === 0) return book
  const strip = (outcome: Outcome): OutcomeBook => ({
    bids: withoutOurs(book[outcome].bids, outcome, 'BUY', ours),
    asks: withoutOurs(book[outcome].asks, outcome, 'SELL', ours),
  })
  return [strip(0), strip(1)]
}

function levelKey(outcome: Outcome, side: Side, price: number): string {
  return `${outcome}${side}${price}`
}

function justEndedLots(order: OwnOrder, market: Market): Lots {
  // nobody has seen an order that is not signed yet
  if (order.phase === 'signing') return NO_LOTS
  return rawToLots(isOver(order) ? order.restedRaw : order.restingRaw, market.lotRaw)
}

function withoutOurs(levels: readonly Level[], outcome: Outcome, side: Side, ours: Map<string, number>): Level[] {
  const rest: Level[] = []
  for (const level of levels) {
    const size = level.size - (ours.get(levelKey(outcome, side, level.price)) ?? 0)
    if (size > 0) rest.push({ price: level.price, size: size as Lots })
  }
  return rest
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
