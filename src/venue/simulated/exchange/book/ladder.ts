// The resting orders of one outcome and side: at each price a first-in first-out queue, whose links are columns of the order table.

import { type Ticks, ticks } from '../../../../domain/amounts/price.js'
import { type Lots, lots } from '../../../../domain/amounts/size.js'
import type { Level } from '../../../../domain/market/book.js'
import type { Side } from '../../../../domain/market/side.js'
import { type Links, NEXT, PREVIOUS } from '../orders/links.js'
import { NONE } from '../slot.js'
import { LevelSet } from './level-set.js'

/** Prices of a page, a power of two: on a fine grid most prices stay empty, and pages without orders are not made. */
const PAGE_BITS = 8
const PAGE = 1 << PAGE_BITS

/** The queues at neighbouring prices. */
interface Page {
  readonly heads: Int32Array
  readonly tails: Int32Array
  readonly totals: Float64Array
}

/** What it asks of the rows of orders. */
export interface QueuedOrders extends Links {
  price(slot: number): number
  restingLots(slot: number): number
  addResting(slot: number, byLots: number): void
  setOnLadder(slot: number, is: boolean): void
}

export class Ladder {
  readonly #orders: QueuedOrders
  readonly #highestFirst: boolean
  readonly #pages: (Page | undefined)[]
  readonly #levels: LevelSet
  #best: number = NONE

  /** Prices run from 1 to `ticksPerUnit - 1`; BUY orders are best at the highest, SELL orders at the lowest. */
  constructor(orders: QueuedOrders, side: Side, ticksPerUnit: number) {
    this.#orders = orders
    this.#highestFirst = side === 'BUY'
    const highest = ticksPerUnit - 1
    this.#pages = Array.from({ length: (highest >> PAGE_BITS) + 1 }, () => undefined)
    this.#levels = new LevelSet(highest)
  }

  /** Joins the back of the queue at the order's price. */
  append(slot: number): void {
    const orders = this.#orders
    const price = orders.price(slot)
    const { heads, tails, totals } = this.#page(price)
    const at = price & (PAGE - 1)
    const tail = tails[at] ?? NONE
    orders.setLink(slot, PREVIOUS, tail)
    orders.setLink(slot, NEXT, NONE)
    orders.setOnLadder(slot, true)
    if (tail === NONE) {
      heads[at] = slot
      this.#levels.add(price)
      if (this.#best === NONE || this.#isBefore(price, this.#best)) this.#best = price
    } else {
      orders.setLink(tail, NEXT, slot)
    }
    tails[at] = slot
    totals[at] = (totals[at] ?? 0) + orders.restingLots(slot)
  }

  /** Leaves the queue. Call it before `restingLots` changes. */
  remove(slot: number): void {
    const orders = this.#orders
    const price = orders.price(slot)
    const { heads, tails, totals } = this.#page(price)
    const at = price & (PAGE - 1)
    const previous = orders.link(slot, PREVIOUS)
    const next = orders.link(slot, NEXT)
    if (previous === NONE) heads[at] = next
    else orders.setLink(previous, NEXT, next)
    if (next === NONE) tails[at] = previous
    else orders.setLink(next, PREVIOUS, previous)
    totals[at] = (totals[at] ?? 0) - orders.restingLots(slot)
    orders.setOnLadder(slot, false)
    if (previous !== NONE || next !== NONE) return
    this.#levels.delete(price)
    if (price === this.#best) this.#best = this.#levelFrom(price)
  }

  /** Changes the size of an order in its place in the queue; an order without rest leaves. */
  resize(slot: number, byLots: number): void {
    const price = this.#orders.price(slot)
    const { totals } = this.#page(price)
    const at = price & (PAGE - 1)
    this.#orders.addResting(slot, byLots)
    totals[at] = (totals[at] ?? 0) + byLots
    if (this.#orders.restingLots(slot) === 0) this.remove(slot)
  }

  /** Pages that are in memory. */
  get pages(): number {
    return this.#pages.filter((page) => page !== undefined).length
  }

  /** Keeps no page any more where no order is left, as in a market that is over: a venue of short markets has thousands of those a day. */
  letGo(): void {
    if (this.#best === NONE) this.#pages.fill(undefined)
  }

  /** Of the order that is matched first, or `NONE`. */
  get bestPrice(): number {
    return this.#best
  }

  /** The order that is matched first, or `NONE`. */
  first(): number {
    return this.#best === NONE ? NONE : this.#headAt(this.#best)
  }

  /** The order matched after `slot`, or `NONE`. */
  after(slot: number): number {
    const next = this.#orders.link(slot, NEXT)
    if (next !== NONE) return next
    const level = this.#levelFrom(this.#orders.price(slot) + this.#step)
    return level === NONE ? NONE : this.#headAt(level)
  }

  totalAt(price: Ticks): Lots {
    return lots(this.#pages[price >> PAGE_BITS]?.totals[price & (PAGE - 1)] ?? 0)
  }

  /** Whether so many lots more at the price still make a total that a number holds exactly. */
  hasRoomAt(price: number, sizeLots: number): boolean {
    return Number.isSafeInteger(this.totalAt(ticks(price)) + sizeLots)
  }

  /** Best price first. */
  *levels(): Generator<Level> {
    for (let level = this.#best; level !== NONE; level = this.#levelFrom(level + this.#step)) {
      const price = ticks(level)
      yield { price, size: this.totalAt(price) }
    }
  }

  /** In the order of matching. */
  *orders(): Generator<number> {
    for (let slot = this.first(); slot !== NONE; slot = this.after(slot)) yield slot
  }

  get #step(): number {
    return this.#highestFirst ? -1 : 1
  }

  #isBefore(a: number, b: number): boolean {
    return this.#highestFirst ? a > b : a < b
  }

  #headAt(level: number): number {
    return this.#pages[level >> PAGE_BITS]?.heads[level & (PAGE - 1)] ?? NONE
  }

  #levelFrom(from: number): number {
    return this.#highestFirst ? this.#levels.atOrBelow(from) : this.#levels.atOrAbove(from)
  }

  #page(price: number): Page {
    return this.#pages[price >> PAGE_BITS] ?? this.#newPage(price >> PAGE_BITS)
  }

  #newPage(number: number): Page {
    const page = {
      heads: new Int32Array(PAGE).fill(NONE),
      tails: new Int32Array(PAGE).fill(NONE),
      totals: new Float64Array(PAGE),
    }
    this.#pages[number] = page
    return page
  }
}
