// The resting orders of one outcome and side: price levels are array slots, each a first-in first-out queue.

import { type Ticks, ticks } from '../../../../domain/amounts/price.js'
import { type Lots, lots } from '../../../../domain/amounts/size.js'
import type { Level } from '../../../../domain/market/book.js'
import type { Side } from '../../../../domain/market/side.js'
import { LevelSet } from './level-set.js'

/** Ticks for which a slot each is cheap. */
const DENSE_TICKS = 1000

/** What an order must have to stand in a queue. */
export interface Queued<T> {
  readonly terms: { readonly price: Ticks }
  restingLots: number
  onLadder: boolean
  previous: T | undefined
  next: T | undefined
}

export class Ladder<T extends Queued<T>> {
  readonly #highestFirst: boolean
  readonly #highest: number
  readonly #heads: (T | undefined)[]
  readonly #tails: (T | undefined)[]
  readonly #totals: number[]
  readonly #levels: LevelSet

  /** Prices run from 1 to `ticksPerUnit - 1`; BUY orders are best at the highest, SELL orders at the lowest. */
  constructor(side: Side, ticksPerUnit: number) {
    this.#highestFirst = side === 'BUY'
    this.#highest = ticksPerUnit - 1
    // on a finer grid most prices stay empty: an array without a length is kept as a table of what is in it
    const slots = ticksPerUnit <= DENSE_TICKS ? ticksPerUnit : 0
    this.#heads = Array.from({ length: slots }, () => undefined)
    this.#tails = Array.from({ length: slots }, () => undefined)
    this.#totals = Array.from({ length: slots }, () => 0)
    this.#levels = new LevelSet(this.#highest)
  }

  /** Joins the back of the queue at the order's price. */
  append(order: T): void {
    const { price } = order.terms
    const tail = this.#tails[price]
    order.previous = tail
    order.next = undefined
    order.onLadder = true
    if (tail === undefined) {
      this.#heads[price] = order
      this.#levels.add(price)
    } else {
      tail.next = order
    }
    this.#tails[price] = order
    this.#addToTotal(price, order.restingLots)
  }

  /** Leaves the queue. Call it before `restingLots` changes. */
  remove(order: T): void {
    const { price } = order.terms
    const { previous, next } = order
    if (previous === undefined) this.#heads[price] = next
    else previous.next = next
    if (next === undefined) this.#tails[price] = previous
    else next.previous = previous
    if (this.#heads[price] === undefined) this.#levels.delete(price)
    this.#addToTotal(price, -order.restingLots)
    order.previous = undefined
    order.next = undefined
    order.onLadder = false
  }

  /** Changes the size of an order in its place in the queue; an order without rest leaves. */
  resize(order: T, byLots: number): void {
    order.restingLots += byLots
    this.#addToTotal(order.terms.price, byLots)
    if (order.restingLots === 0) this.remove(order)
  }

  /** The order that is matched first. */
  first(): T | undefined {
    return this.#headFrom(this.#highestFirst ? this.#highest : 0)
  }

  /** The order matched after `order`. */
  after(order: T): T | undefined {
    return order.next ?? this.#headFrom(order.terms.price + (this.#highestFirst ? -1 : 1))
  }

  totalAt(price: Ticks): Lots {
    return lots(this.#totals[price] ?? 0)
  }

  /** Best price first. */
  *levels(): Generator<Level> {
    const step = this.#highestFirst ? -1 : 1
    let level = this.#levelFrom(this.#highestFirst ? this.#highest : 0)
    while (level !== undefined) {
      const price = ticks(level)
      yield { price, size: this.totalAt(price) }
      level = this.#levelFrom(level + step)
    }
  }

  /** In the order of matching. */
  *orders(): Generator<T> {
    for (let order = this.first(); order !== undefined; order = this.after(order)) yield order
  }

  #headFrom(from: number): T | undefined {
    const level = this.#levelFrom(from)
    return level === undefined ? undefined : this.#heads[level]
  }

  #levelFrom(from: number): number | undefined {
    return this.#highestFirst ? this.#levels.atOrBelow(from) : this.#levels.atOrAbove(from)
  }

  #addToTotal(price: Ticks, byLots: number): void {
    this.#totals[price] = (this.#totals[price] ?? 0) + byLots
  }
}
