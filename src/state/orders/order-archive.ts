// Orders that are over for good: looked up by hash and by intent for a while, never walked; a late word may take one out again.

import type { Hex } from '../../domain/market/market.js'
import type { OrderEntry } from './order-entry.js'

/** An order is forgotten this long after its end. */
const FORGET_AFTER_MS = 600_000
const NONE: readonly OrderEntry[] = []

export class OrderArchive {
  readonly #byIntent = new Map<number, OrderEntry>()
  readonly #byHash = new Map<Hex, OrderEntry>()
  /** With the moment from which it may be forgotten, the first one first. */
  readonly #due = new Map<OrderEntry, number>()
  /** Of the first one at the earliest. */
  #nextDueMonoMs = Number.POSITIVE_INFINITY

  get size(): number {
    return this.#due.size
  }

  byHash(hash: Hex): OrderEntry | undefined {
    return this.#byHash.get(hash)
  }

  byIntent(intentId: number): OrderEntry | undefined {
    return this.#byIntent.get(intentId)
  }

  /** Those that are not forgotten yet. */
  all(): Iterable<OrderEntry> {
    return this.#due.keys()
  }

  /** The order has ended. */
  put(entry: OrderEntry, atMonoMs: number): void {
    this.#byIntent.set(entry.order.intentId, entry)
    if (entry.hash !== undefined) this.#byHash.set(entry.hash, entry)
    const dueMonoMs = atMonoMs + FORGET_AFTER_MS
    this.#due.set(entry, dueMonoMs)
    this.#nextDueMonoMs = Math.min(this.#nextDueMonoMs, dueMonoMs)
  }

  /** It has not, after all, or is forgotten. */
  remove(entry: OrderEntry): void {
    this.#byIntent.delete(entry.order.intentId)
    if (entry.hash !== undefined) this.#byHash.delete(entry.hash)
    this.#due.delete(entry)
  }

  /** Takes out what ended long ago, the first one first. */
  takeDue(nowMonoMs: number): readonly OrderEntry[] {
    if (nowMonoMs < this.#nextDueMonoMs) return NONE
    this.#nextDueMonoMs = Number.POSITIVE_INFINITY
    const due: OrderEntry[] = []
    for (const [entry, dueMonoMs] of this.#due) {
      if (dueMonoMs > nowMonoMs) {
        this.#nextDueMonoMs = dueMonoMs
        break
      }
      due.push(entry)
    }
    for (const entry of due) this.remove(entry)
    return due
  }
}
