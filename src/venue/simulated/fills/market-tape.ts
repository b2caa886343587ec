// Order against tape, for one market: which public trades and levels fill our resting orders, and by how much.
//
//   trade through our price   fills us, up to its size            trade at our price   the queue ahead first, then us
//   level through our price   fills us at our price, up to what of it we have not taken before
//
// A trade hits the side its taker sells to or buys from: a BUY of NO at q hits bids on YES at 1 - q. A level that only grows
// or shrinks fills nobody. Which comes first, a trade or the level that it took from, does not matter once both are in.

import type { LevelChange, MarketBook } from '../../../domain/book.js'
import type { PublicTrade } from '../../../domain/fill.js'
import type { ConditionId, Hex } from '../../../domain/market.js'
import type { OrderRecord } from '../../../domain/order.js'
import { betterBy, opposite, type YesPlace, type YesSide, yesPlace } from '../../../domain/yes-view.js'
import type { Exchange, MarketSpec, NewOrder } from '../exchange/exchange.js'
import type { QueueModel } from './queue-models.js'
import type { QueuePlace } from './queue-place.js'
import { QueuePlaces } from './queue-places.js'
import type { TapeAccount } from './tape-account.js'
import { VisibleBook } from './visible-book.js'

export interface MarketTapeOptions {
  readonly conditionId: ConditionId
  readonly exchange: Exchange
  readonly tape: TapeAccount
  readonly queue: QueueModel
}

/** A resting order of ours with its place in the queue. */
interface Resting {
  readonly own: QueuePlace
  readonly lots: number
}

export class MarketTape {
  readonly #options: MarketTapeOptions
  readonly #book = new VisibleBook()
  readonly #queue: QueuePlaces

  constructor(options: MarketTapeOptions) {
    this.#options = options
    this.#queue = new QueuePlaces(options.queue)
  }

  onSnapshot(book: MarketBook, nowMs: number): void {
    const first = !this.#book.isKnown
    const changes = this.#book.changesTo(book)
    const spec = this.#spec()
    if (spec === undefined) {
      for (const change of changes) this.#book.apply(change)
      return
    }
    // all levels first: a book half replaced may look crossed
    const grown = changes.filter((change) => this.#applyLevel(change, spec, nowMs))
    if (first) this.#queue.learn((place) => this.#book.sizeAt(place, spec.ticksPerUnit))
    for (const change of grown) this.#crossLevel(yesPlace(change, spec.ticksPerUnit), spec, nowMs)
  }

  onLevel(change: LevelChange, nowMs: number): void {
    const spec = this.#spec()
    if (spec === undefined) this.#book.apply(change)
    else if (this.#applyLevel(change, spec, nowMs)) this.#crossLevel(yesPlace(change, spec.ticksPerUnit), spec, nowMs)
  }

  onTrade(trade: PublicTrade, nowMs: number): void {
    const spec = this.#spec()
    if (spec === undefined) return
    const taker = yesPlace(trade, spec.ticksPerUnit)
    const hit: YesPlace = { on: opposite(taker.on), price: taker.price }
    const tradedLots = Number(trade.sizeRaw / spec.lotRaw)
    const left = this.#fillThrough(hit, tradedLots, nowMs)
    this.#fillAt(hit, left, nowMs)
    this.#queue.noteTrade(hit, tradedLots)
  }

  /** Matches an arriving order with the visible book, as the venue would, and queues what rests of it. */
  enter(order: NewOrder, nowMs: number): OrderRecord {
    const { exchange, tape, conditionId } = this.#options
    const spec = this.#spec()
    const known = exchange.order(order.hash) !== undefined
    if (spec === undefined || known || exchange.market(conditionId)?.status !== 'OPEN') {
      return exchange.submit(order, nowMs)
    }
    const shown = this.#counterOrders(order, spec).map(({ place, lots }) => ({
      place,
      hash: tape.show(conditionId, place, lots, nowMs),
    }))
    try {
      exchange.submit(order, nowMs)
    } finally {
      for (const { place, hash } of shown) this.#book.take(place, tape.hide(hash, conditionId, nowMs))
    }
    this.#join(order, spec)
    // the same order again only reads its record, now without the orders shown to it
    return exchange.submit(order, nowMs)
  }

  /** An order of ours is over. */
  forget(hash: Hex): void {
    this.#queue.leave(hash)
  }

  #spec(): MarketSpec | undefined {
    return this.#options.exchange.market(this.#options.conditionId)?.spec
  }

  #join(order: NewOrder, { ticksPerUnit }: MarketSpec): void {
    const record = this.#options.exchange.order(order.hash)
    if (record === undefined || record.remainingRaw === 0n) return
    const place = yesPlace(order, ticksPerUnit)
    const visible = this.#book.isKnown ? this.#book.sizeAt(place, ticksPerUnit) : Number.POSITIVE_INFINITY
    this.#queue.join(order.hash, place, visible)
  }

  /** What an arriving order meets: one lot is enough to turn a POST_ONLY away. */
  #counterOrders(order: NewOrder, { ticksPerUnit }: MarketSpec): { place: YesPlace; lots: number }[] {
    const own = yesPlace(order, ticksPerUnit)
    const on = opposite(own.on)
    const met = this.#book
      .prices(on, ticksPerUnit)
      .map((price): YesPlace => ({ on, price }))
      .filter((place) => betterBy(place, own.price) >= 0)
    if (order.type === 'POST_ONLY') return met.slice(0, 1).map((place) => ({ place, lots: 1 }))
    return met.map((place) => ({ place, lots: this.#book.leftAt(place, ticksPerUnit) })).filter(({ lots }) => lots > 0)
  }

  /** Returns whether the level grew. */
  #applyLevel(change: LevelChange, { ticksPerUnit }: MarketSpec, nowMs: number): boolean {
    const place = yesPlace(change, ticksPerUnit)
    const before = this.#book.sizeAt(place, ticksPerUnit)
    this.#book.apply(change)
    const after = this.#book.sizeAt(place, ticksPerUnit)
    this.#queue.noteLevel(place, { before, after }, nowMs)
    if (after < before) this.#book.forgetTaken(place, ticksPerUnit)
    return after > before
  }

  /** A level of others went through our prices. */
  #crossLevel(level: YesPlace, { ticksPerUnit }: MarketSpec, nowMs: number): void {
    if (this.#queue.isEmpty) return
    const available = this.#book.leftAt(level, ticksPerUnit)
    if (available === 0) return
    const left = this.#fillThrough({ on: opposite(level.on), price: level.price }, available, nowMs)
    this.#book.take(level, available - left)
  }

  /** Fills our orders that are better than `limit`; returns what is left of `lots`. */
  #fillThrough(limit: YesPlace, lots: number, nowMs: number): number {
    let left = lots
    if (this.#queue.isEmpty) return left
    for (const { own, lots: resting } of this.#resting(limit.on)) {
      if (betterBy(own.place, limit.price) <= 0) break
      own.clear()
      if (left > 0) left -= this.#hit(own, Math.min(left, resting), nowMs)
    }
    return left
  }

  /** Fills our orders at exactly `at`, others ahead of them first. */
  #fillAt(at: YesPlace, lots: number, nowMs: number): void {
    if (this.#queue.isEmpty) return
    let ours = 0
    for (const { own, lots: resting } of this.#resting(at.on)) {
      if (own.place.price !== at.price) continue
      const reached = Math.min(resting, own.reachedBy(lots - ours, nowMs))
      if (reached > 0) ours += this.#hit(own, reached, nowMs)
      own.traded(lots, ours, nowMs)
    }
  }

  #hit({ place }: QueuePlace, lots: number, nowMs: number): number {
    const { tape, conditionId } = this.#options
    return tape.hit(conditionId, place, lots, nowMs)
  }

  /** Our orders that can be matched now, in the order in which they are. */
  #resting(on: YesSide): Resting[] {
    const spec = this.#spec()
    if (spec === undefined) return []
    const found: Resting[] = []
    for (const { hash, remainingRaw } of this.#options.exchange.restingOrders(this.#options.conditionId)) {
      const own = this.#queue.get(hash)
      if (own?.place.on === on) found.push({ own, lots: Number(remainingRaw / spec.lotRaw) })
    }
    return found.sort((a, b) => betterBy(b.own.place, a.own.place.price) || a.own.arrival - b.own.arrival)
  }
}
