// The venue's book of one market as the feed tells it, our own orders inside; and the same without us.

import type { Ticks } from '../../domain/amounts/price.js'
import { type Lots, NO_LOTS, rawToLots } from '../../domain/amounts/size.js'
import { EMPTY_BOOK, type Level, type LevelChange, type MarketBook } from '../../domain/market/book.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import type { Outcome, Side } from '../../domain/market/side.js'
import { isOver, type OwnOrder, type UnknownOrder } from '../../domain/orders/own-order.js'

type Place = Pick<LevelChange, 'outcome' | 'side' | 'price'>

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

const levelsOf = ({ bids, asks }: Sides, side: Side): Levels => (side === 'BUY' ? bids : asks)
const copyOf = (book: MarketBook): Queues => [
  { bids: [...book[0].bids], asks: [...book[0].asks] },
  { bids: [...book[1].bids], asks: [...book[1].asks] },
]

/**
 * Levels are never changed themselves, so that whoever keeps one keeps what it said, and two books may have the same. Returns the size before,
 * none where there was no level.
 */
function setLevel(levels: Levels, side: Side, level: Level): Lots {
  const { price, size } = level
  let at = 0
  if (side === 'BUY') for (; at < levels.length && (levels[at]?.price ?? 0) > price; at++);
  else for (; at < levels.length && (levels[at]?.price ?? 0) < price; at++);
  const there = levels[at]
  const isThere = there?.price === price
  if (size > 0) {
    if (isThere) levels[at] = level
    else levels.splice(at, 0, level)
  } else if (isThere) levels.splice(at, 1)
  return isThere ? there.size : NO_LOTS
}

export class VenueBook {
  #venue: Queues = copyOf(EMPTY_BOOK)
  /** The same without us, changed along with it. */
  #others: Queues = copyOf(EMPTY_BOOK)
  #ours: readonly OwnLevel[] = []
  /** What is ours has changed since `others` was made. */
  #isOwnOutdated = true
  #ownUntilMonoMs = Number.POSITIVE_INFINITY
  /** A snapshot has come; before the first, changes say nothing. */
  #isKnown = false

  replace(book: MarketBook): void {
    this.#venue = copyOf(book)
    this.#isKnown = true
    this.#isOwnOutdated = true
  }

  /** Returns the size that the level had, our own orders inside; none where there was no level. */
  change(change: LevelChange): Lots {
    if (!this.#isKnown) return NO_LOTS
    const { outcome, side, price, size } = change
    const level = { price, size }
    const before = setLevel(levelsOf(this.#venue[outcome], side), side, level)
    if (!this.#isOwnOutdated) {
      const left = lessOurs(size, this.#ours, change)
      setLevel(levelsOf(this.#others[outcome], side), side, left === size ? level : { price, size: left })
    }
    return before
  }

  /** Orders of ours in this market are others than before. */
  ownChanged(): void {
    this.#isOwnOutdated = true
  }

  /** With our own orders inside. */
  get venue(): MarketBook {
    return this.#venue
  }

  /** Without what is ours of it; good until the next event: it is changed in place. */
  others(market: Market, own: (conditionId: ConditionId) => OwnPart, nowMonoMs: number): MarketBook {
    if (!this.#isKnown) return EMPTY_BOOK
    if (this.#isOwnOutdated || nowMonoMs > this.#ownUntilMonoMs) {
      const { orders, untilMonoMs } = own(market.conditionId)
      this.#ours = ownLevels(orders, market)
      this.#others = strip(this.#venue, this.#ours)
      this.#isOwnOutdated = false
      this.#ownUntilMonoMs = untilMonoMs
    }
    return this.#others
  }
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

function isAt(level: OwnLevel, { outcome, side, price }: Place): boolean {
  return level.price === price && level.outcome === outcome && level.side === side
}

function lessOurs(size: Lots, ours: readonly OwnLevel[], place: Place): Lots {
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
    if (found) setLevel(levels, side, { price, size: lessOurs(found.size, ours, level) })
  }
  return queues
}

function lotsInBook(order: OwnOrder, market: Market): Lots {
  // nobody has seen an order that is not signed yet
  if (order.phase === 'signing') return NO_LOTS
  if (isOver(order)) return rawToLots(order.restedRaw, market.lotRaw)
  return rawToLots(order.phase === 'unknown' ? order.restingRaw + doubtedRaw(order) : order.restingRaw, market.lotRaw)
}

/**
 * What the order's record still calls matched, and the settlement of which has failed: the venue puts it back to rest, and the book tells of that
 * before the record is read again.
 */
function doubtedRaw({ fills, matchedRaw }: UnknownOrder): bigint {
  let [standing, failed] = [0n, 0n]
  for (const { status, sizeRaw } of fills) {
    if (status === 'failed') failed += sizeRaw
    else standing += sizeRaw
  }
  const doubted = matchedRaw - standing
  if (doubted <= 0n) return 0n
  return doubted < failed ? doubted : failed
}
