// The venue's book of every market as the feed tells it, our own orders inside; and the same without us.

import type { BestBids, Level, LevelChange, MarketBook } from '../../domain/book.js'
import { EMPTY_BOOK } from '../../domain/book.js'
import type { ConditionId, Market } from '../../domain/market.js'
import { isOver, type OwnOrder } from '../../domain/own-order.js'
import type { Ticks } from '../../domain/price.js'
import type { Outcome, Side } from '../../domain/side.js'
import { type Lots, NO_LOTS, rawToLots } from '../../domain/size.js'

type Levels = Level[]
interface Sides {
  readonly bids: Levels
  readonly asks: Levels
}
type Queues = readonly [Sides, Sides]

interface OwnLevel {
  readonly outcome: Outcome
  readonly side: Side
  readonly price: Ticks
  size: Lots
}

/** Our own part of a book. */
export interface OwnPart {
  /** What rests, and what has just ended. */
  readonly orders: readonly OwnOrder[]
  /** It changes by time alone after this moment, monotonic. */
  readonly untilMonoMs: number
}

interface Entry {
  venue: Queues
  /** The same without us, changed along with it. */
  others: Queues
  ours: readonly OwnLevel[]
  /** What is ours has changed since `others` was made. */
  isOwnOutdated: boolean
  ownUntilMonoMs: number
}

const levelsOf = ({ bids, asks }: Sides, side: Side): Levels => (side === 'BUY' ? bids : asks)
const copyOf = (book: MarketBook): Queues => [
  { bids: [...book[0].bids], asks: [...book[0].asks] },
  { bids: [...book[1].bids], asks: [...book[1].asks] },
]

/** Levels are never changed themselves, so that whoever keeps one keeps what it said. */
function setLevel(levels: Levels, { side, price }: LevelChange, size: Lots): void {
  let at = 0
  if (side === 'BUY') for (; at < levels.length && (levels[at]?.price ?? 0) > price; at++);
  else for (; at < levels.length && (levels[at]?.price ?? 0) < price; at++);
  const isThere = levels[at]?.price === price
  if (size > 0) {
    if (isThere) levels[at] = { price, size }
    else levels.splice(at, 0, { price, size })
  } else if (isThere) levels.splice(at, 1)
}

export class Books {
  readonly #books = new Map<ConditionId, Entry>()

  replace(conditionId: ConditionId, book: MarketBook): void {
    this.#books.set(conditionId, {
      venue: copyOf(book),
      others: copyOf(book),
      ours: [],
      isOwnOutdated: true,
      ownUntilMonoMs: Number.POSITIVE_INFINITY,
    })
  }

  change(conditionId: ConditionId, change: LevelChange): void {
    const entry = this.#books.get(conditionId)
    if (!entry) return
    const { outcome, side, size } = change
    setLevel(levelsOf(entry.venue[outcome], side), change, size)
    if (entry.isOwnOutdated) return
    setLevel(levelsOf(entry.others[outcome], side), change, lessOurs(size, entry.ours, change))
  }

  /** Orders of ours in this market are others than before. */
  ownChanged(conditionId: ConditionId): void {
    const entry = this.#books.get(conditionId)
    if (entry) entry.isOwnOutdated = true
  }

  /** Of a level, our own orders inside; none where there is no level. */
  sizeAt(conditionId: ConditionId, { outcome, side, price }: Pick<LevelChange, 'outcome' | 'side' | 'price'>): Lots {
    const levels = this.#books.get(conditionId)?.venue[outcome]
    if (levels) for (const level of levelsOf(levels, side)) if (level.price === price) return level.size
    return NO_LOTS
  }

  /** With our own orders inside. */
  venueBook(conditionId: ConditionId): MarketBook {
    return this.#books.get(conditionId)?.venue ?? EMPTY_BOOK
  }

  /** Without what is ours of it; good until the next event: it is changed in place. */
  others(market: Market, own: (conditionId: ConditionId) => OwnPart, nowMonoMs: number): MarketBook {
    const entry = this.#books.get(market.conditionId)
    if (!entry) return EMPTY_BOOK
    if (entry.isOwnOutdated || nowMonoMs > entry.ownUntilMonoMs) {
      const { orders, untilMonoMs } = own(market.conditionId)
      entry.ours = ownLevels(orders, market)
      entry.others = strip(entry.venue, entry.ours)
      entry.isOwnOutdated = false
      entry.ownUntilMonoMs = untilMonoMs
    }
    return entry.others
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
export function withoutOwn(book: MarketBook, market: Market, own: readonly OwnOrder[]): MarketBook {
  const ours = ownLevels(own, market)
  return ours.length === 0 ? book : strip(book, ours)
}

function ownLevels(own: readonly OwnOrder[], market: Market): OwnLevel[] {
  const levels: OwnLevel[] = []
  for (const order of own) {
    const size = lotsInBook(order, market)
    const { outcome, side, price } = order.draft
    const known = levels.find((level) => isAt(level, { outcome, side, price }))
    if (known) known.size = (known.size + size) as Lots
    else if (size > 0) levels.push({ outcome, side, price, size })
  }
  return levels
}

function isAt(level: OwnLevel, { outcome, side, price }: Pick<LevelChange, 'outcome' | 'side' | 'price'>): boolean {
  return level.price === price && level.outcome === outcome && level.side === side
}

function lessOurs(size: Lots, ours: readonly OwnLevel[], place: Pick<LevelChange, 'outcome' | 'side' | 'price'>): Lots {
  for (const level of ours) if (isAt(level, place)) return level.size < size ? ((size - level.size) as Lots) : NO_LOTS
  return size
}

function strip(book: MarketBook, ours: readonly OwnLevel[]): Queues {
  const queues = copyOf(book)
  for (const level of ours) {
    const { outcome, side, price } = level
    const levels = levelsOf(queues[outcome], side)
    const at = levels.findIndex((other) => other.price === price)
    const found = levels[at]
    if (found) setLevel(levels, { outcome, side, price, size: found.size }, lessOurs(found.size, ours, level))
  }
  return queues
}

function lotsInBook(order: OwnOrder, market: Market): Lots {
  // nobody has seen an order that is not signed yet
  if (order.phase === 'signing') return NO_LOTS
  return rawToLots(isOver(order) ? order.restedRaw : order.restingRaw, market.lotRaw)
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
