// How far a taker comes into our resting orders of one market: which of them it fills, in their order, and by how much.

import type { ConditionId } from '../../../domain/market/market.js'
import { betterBy, type YesPlace, type YesSide } from '../../../domain/market/yes-view.js'
import type { Exchange } from '../exchange/exchange.js'
import type { QueuePlace } from './queue-place.js'
import type { QueuePlaces, Resting } from './queue-places.js'
import type { TapeAccount } from './tape-account.js'
import type { VisibleBook } from './visible-book.js'

export interface TakerReachParts {
  readonly conditionId: ConditionId
  readonly exchange: Exchange
  readonly tape: TapeAccount
  readonly book: VisibleBook
  readonly queue: QueuePlaces
}

/** A taker whom nobody else could serve. */
export interface InsideTaker {
  readonly lots: number
  /** How far beyond our best price it goes, ticks. */
  readonly reach: number
}

export class TakerReach {
  readonly #parts: TakerReachParts

  constructor(parts: TakerReachParts) {
    this.#parts = parts
  }

  /** Ours on a side that can be matched, in their order. */
  resting(on: YesSide): Resting[] {
    const { queue, exchange } = this.#parts
    return queue.resting(on, (hash) => exchange.lotsInBook(hash))
  }

  /** Fills our orders that are better than `limit`; returns what is left of `lots`. */
  through(limit: YesPlace, lots: number, nowMs: number): number {
    let left = lots
    if (this.#parts.queue.isEmpty) return left
    for (const { own, lots: resting } of this.resting(limit.on)) {
      if (betterBy(own.place, limit.price) <= 0) break
      own.clear()
      if (left > 0) left -= this.#hit(own, Math.min(left, resting), nowMs)
    }
    return left
  }

  /** Fills our orders at exactly `at`, others ahead of them first; returns the lots filled. */
  at(at: YesPlace, lots: number, nowMs: number): number {
    let ours = 0
    if (this.#parts.queue.isEmpty) return ours
    for (const { own, lots: resting } of this.resting(at.on)) {
      if (own.place.price !== at.price) continue
      const reached = Math.min(resting, own.reachedBy(lots - ours, nowMs))
      if (reached > 0) ours += this.#hit(own, reached, nowMs)
      own.traded(lots, ours, nowMs)
    }
    return ours
  }

  /** Ours on a side that are better than a price, best first: nobody is left before them. */
  before({ on, price }: { on: YesSide; price: number }, wanted: number, nowMs: number): void {
    let left = wanted
    for (const { own, lots } of this.resting(on)) {
      if (left <= 0 || betterBy(own.place, price) <= 0) break
      own.clear()
      left -= this.#hit(own, Math.min(left, lots), nowMs)
    }
  }

  /** Ours behind a price up to `limit`, for a taker who has gone on from there: what others show on its way is taken first. */
  behind({ on, price }: YesPlace, { lots: wanted, limit }: { lots: number; limit: number }, nowMs: number): void {
    let left = wanted
    for (const { own, lots } of this.resting(on)) {
      if (betterBy(own.place, price) >= 0) continue
      const reached = Math.min(lots, left - this.#othersBetween({ on, price }, own))
      if (reached <= 0 || betterBy(own.place, limit) < 0) break
      left -= this.#hit(own, reached, nowMs)
    }
  }

  /** Our best price first, then ours behind it as far as the taker goes, never past the others. */
  inside(on: YesSide, { lots: wanted, reach }: InsideTaker, others: number | undefined, nowMs: number): void {
    const [first, ...more] = this.resting(on)
    if (first === undefined) return
    let left = wanted
    for (const { own, lots } of [first, ...more]) {
      const isInside = others === undefined || betterBy(own.place, others) > 0
      const behind = -betterBy(own.place, first.own.place.price)
      if (left <= 0 || !isInside || behind > reach) break
      left -= this.#hit(own, Math.min(left, lots), nowMs)
    }
  }

  /** Lots of others behind a price and before an order of ours. */
  #othersBetween({ on, price }: YesPlace, own: QueuePlace): number {
    const { book, exchange, conditionId } = this.#parts
    const ticksPerUnit = exchange.market(conditionId)?.spec.ticksPerUnit
    if (ticksPerUnit === undefined) return own.ahead
    return book
      .prices(on, ticksPerUnit)
      .map((level): YesPlace => ({ on, price: level }))
      .filter((level) => betterBy(level, price) < 0 && betterBy(level, own.place.price) > 0)
      .reduce((sum, level) => sum + book.sizeAt(level, ticksPerUnit), own.ahead)
  }

  #hit({ place }: QueuePlace, lots: number, nowMs: number): number {
    return this.#parts.tape.hit(this.#parts.conditionId, place, lots, nowMs)
  }
}
