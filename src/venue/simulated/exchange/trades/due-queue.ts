// What happens by itself, earliest first: a heap of rows of numbers. At one moment: orders leave the book, matches settle, orders expire,
// markets end.

import type { MarketState } from '../markets/market-state.js'
import type { OrderTable } from '../orders/order-table.js'
import { isOver } from '../orders/read-order.js'
import { NONE } from '../slot.js'

/** In the order in which they happen at one moment. */
const KINDS = ['last-match', 'settlement', 'expiry', 'market-end'] as const
const [LAST_MATCH, SETTLEMENT, EXPIRY, MARKET_END] = [0, 1, 2, 3] as const

/** What is due; of the queue, it shows what was taken last. */
export interface Due {
  readonly dueMs: number
  readonly kind: (typeof KINDS)[number]
  /** Slot of the order, slot of the first match that settles, or number of the market. */
  readonly of: number
}

/** An entry: its moment, its place among those of one moment, what it is of, and for an order which one of its slot. */
const WIDTH = 4
const [DUE_MS, PLACE, OF, GENERATION] = [0, 1, 2, 3] as const
const FIRST_ENTRIES = 64
/** A place is the number of the kind times this, and how many entries came before. */
const PLACES = 2 ** 50

/** Below this size obsolete entries are left to come up by themselves. */
const SWEEP_FROM = 1024

class Taken implements Due {
  dueMs = 0
  kind: Due['kind'] = 'expiry'
  of: number = NONE
}

export class DueQueue {
  readonly #orders: OrderTable
  #heap = new Float64Array(FIRST_ENTRIES * WIDTH)
  #size = 0
  #sequence = 0
  #sweepAt = SWEEP_FROM
  readonly #taken = new Taken()

  constructor(orders: OrderTable) {
    this.#orders = orders
  }

  get size(): number {
    return this.#size
  }

  /** The order is too close to its expiration to be matched. */
  addLastMatch(dueMs: number, order: number): void {
    this.#add(dueMs, LAST_MATCH, order)
  }

  addExpiry(dueMs: number, order: number): void {
    this.#add(dueMs, EXPIRY, order)
  }

  /** Of a match, and all that settle with it. */
  addSettlement(dueMs: number, first: number): void {
    this.#add(dueMs, SETTLEMENT, first)
  }

  addMarketEnd(dueMs: number, market: MarketState): void {
    this.#add(dueMs, MARKET_END, this.#orders.markets.numberOf(market))
  }

  /**
   * The calendar moved by so many milliseconds: expirations and ends of markets are dates and stay, settlements keep the
   * time that is left to them. Tells the first match of each.
   */
  rebase(byMs: number, moved: (first: number) => void): void {
    this.#refill((at) => {
      if (this.#kindAt(at) !== SETTLEMENT) return true
      moved(this.#at(at, OF))
      this.#set(at, DUE_MS, this.#at(at, DUE_MS) + byMs)
      return true
    })
  }

  /** Moment of the next task that still matters. */
  nextMs(): number | undefined {
    while (this.#size > 0 && this.#isObsolete(0)) this.#drop()
    return this.#size === 0 ? undefined : this.#at(0, DUE_MS)
  }

  /** Takes the next task due by `nowMs`. It is read before the next is taken. */
  takeUntil(nowMs: number): Due | undefined {
    while (this.#size > 0 && this.#at(0, DUE_MS) <= nowMs) {
      const isObsolete = this.#isObsolete(0)
      this.#taken.dueMs = this.#at(0, DUE_MS)
      this.#taken.kind = KINDS[this.#kindAt(0)] ?? 'expiry'
      this.#taken.of = this.#at(0, OF)
      this.#drop()
      if (!isObsolete) return this.#taken
    }
    return undefined
  }

  #add(dueMs: number, kind: number, of: number): void {
    // an order that ended early would otherwise stay until its expiration, which may be years away
    if (this.#size >= this.#sweepAt) {
      this.#refill((at) => !this.#isObsolete(at))
      this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#size)
    }
    if ((this.#size + 1) * WIDTH > this.#heap.length) this.#grow()
    const at = this.#size++
    this.#set(at, DUE_MS, dueMs)
    this.#set(at, PLACE, kind * PLACES + this.#sequence++)
    this.#set(at, OF, of)
    this.#set(at, GENERATION, kind === LAST_MATCH || kind === EXPIRY ? this.#orders.generation(of) : 0)
    this.#rise(at)
  }

  /** Puts those entries that `keeps` wants in again. */
  #refill(keeps: (at: number) => boolean): void {
    const count = this.#size
    this.#size = 0
    for (let from = 0; from < count; from++) {
      if (!keeps(from)) continue
      const at = this.#size++
      this.#copy(from, at)
      this.#rise(at)
    }
  }

  #isObsolete(at: number): boolean {
    const kind = this.#kindAt(at)
    const of = this.#at(at, OF)
    if (kind === SETTLEMENT) return false
    if (kind === MARKET_END) return this.#orders.markets.at(of).status !== 'OPEN'
    return this.#orders.generation(of) !== this.#at(at, GENERATION) || isOver(this.#orders, of)
  }

  #kindAt(at: number): number {
    return Math.floor(this.#at(at, PLACE) / PLACES)
  }

  /** Takes the first off. */
  #drop(): void {
    this.#size -= 1
    if (this.#size === 0) return
    this.#copy(this.#size, 0)
    this.#sink()
  }

  #rise(from: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#isBefore(parent, at)) return
      this.#swap(parent, at)
      at = parent
    }
  }

  #sink(): void {
    for (let at = 0; ; ) {
      let child = 2 * at + 1
      if (child >= this.#size) return
      if (child + 1 < this.#size && this.#isBefore(child + 1, child)) child += 1
      if (this.#isBefore(at, child)) return
      this.#swap(at, child)
      at = child
    }
  }

  #isBefore(a: number, b: number): boolean {
    return (this.#at(a, DUE_MS) - this.#at(b, DUE_MS) || this.#at(a, PLACE) - this.#at(b, PLACE)) < 0
  }

  #swap(a: number, b: number): void {
    for (let column = 0; column < WIDTH; column++) {
      const kept = this.#at(a, column)
      this.#set(a, column, this.#at(b, column))
      this.#set(b, column, kept)
    }
  }

  #copy(from: number, to: number): void {
    for (let column = 0; column < WIDTH; column++) this.#set(to, column, this.#at(from, column))
  }

  #at(at: number, column: number): number {
    return this.#heap[at * WIDTH + column] ?? Number.NaN
  }

  #set(at: number, column: number, value: number): void {
    this.#heap[at * WIDTH + column] = value
  }

  #grow(): void {
    const heap = new Float64Array(2 * this.#heap.length)
    heap.set(this.#heap)
    this.#heap = heap
  }
}
