// Orders that are over for good: looked up by hash and by intent for a while, never walked; a late word may take one out again.

import type { Hex } from '../../domain/market.js'
import type { OrderEntry } from './order-entry.js'

/** An order is forgotten this long after its end. */
const FORGET_AFTER_MS = 600_000

export class OrderArchive {
  readonly #byIntent = new Map<number, OrderEntry>()
  readonly #byHash = new Map<Hex, OrderEntry>()
  /** With the moment from which it may be forgotten, the first one first. */
  readonly #due = new Map<OrderEntry, number>()

  get size(): number {
    return this.#due.size
  }

  byHash(hash: Hex): OrderEntry | undefined {
    return this.#byHash.get(hash)
  }

  byIntent(intentId: number): OrderEntry | undefined {
    return this.#byIntent.get(intentId)
  }

  /** The order has ended. */
  put(entry: OrderEntry, atMonoMs: number): void {
    this.#byIntent.set(entry.order.intentId, entry)
    if (entry.hash !== undefined) this.#byHash.set(entry.hash, entry)
    this.#due.set(entry, atMonoMs + FORGET_AFTER_MS)
  }

  /** It has not, after all, or is forgotten. */
  remove(entry: OrderEntry): void {
    this.#byIntent.delete(entry.order.intentId)
    if (entry.hash !== undefined) this.#byHash.delete(entry.hash)
    this.#due.delete(entry)
  }

  /** Takes out what ended long ago, the first one first. */
  *takeDue(nowMonoMs: number): Generator<OrderEntry> {
    for (const [entry, dueMonoMs] of this.#due) {
      if (dueMonoMs > nowMonoMs) return
      this.remove(entry)
      yield entry
    }
  }
}
