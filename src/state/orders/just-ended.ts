// Orders of one market that rest no more, for as long as the venue's book may still show them. The change of their level may come after the
// answer to a cancel, and seconds after where the stream is behind: until it has come, what the level shows is ours.

import type { LevelChange } from '../../domain/market/book.js'
import { isOver, type LivingOrder, type OverOrder, type OwnOrder } from '../../domain/orders/own-order.js'

/** Whatever its level has told. */
export const JUST_ENDED_MS = 750
/** Where its level has told nothing since: as much as a stream may be behind by default (`feed.maxLagMs`). */
export const UNTOLD_MS = 3000
/** The venue ended it before we knew, by the answer's way and by what its clock is off. */
const KNOWN_LATER_MS = 1000

type Place = Pick<LevelChange, 'outcome' | 'side' | 'price'>

export class JustEnded {
  /** In the order of their ends. */
  #orders: OverOrder[] = []
  /** When the venue last told of an order's level, by its stamp, by intent; of orders that may live too, for their level may tell before the answer. */
  readonly #toldMonoMs = new Map<number, number>()

  /** A level has changed: the venue stamped it at that moment, monotonic. Whether it is that of one of these orders. */
  told(living: readonly LivingOrder[], place: Place, stampMonoMs: number): boolean {
    for (const { intentId, draft } of living) if (isAt(draft, place)) this.#tell(intentId, stampMonoMs)
    let isOne = false
    for (const { intentId, draft } of this.#orders) {
      if (!isAt(draft, place)) continue
      this.#tell(intentId, stampMonoMs)
      isOne = true
    }
    return isOne
  }

  /** All levels were told at that moment, monotonic. */
  bookTold(living: readonly LivingOrder[], atMonoMs: number): void {
    for (const { intentId } of [...living, ...this.#orders]) this.#tell(intentId, atMonoMs)
  }

  /** Where nobody looks at the book, nobody else drops what is past. */
  add(order: OverOrder): void {
    this.#drop((one) => order.sinceMonoMs - one.sinceMonoMs > UNTOLD_MS)
    this.#orders.push(order)
  }

  /** The same order in other words, if it is here. */
  replace(before: OwnOrder, after: OverOrder): void {
    const at = isOver(before) ? this.#orders.indexOf(before) : -1
    if (at >= 0) this.#orders[at] = after
  }

  /** It lives again. */
  remove(before: OwnOrder): void {
    this.#orders = this.#orders.filter((order) => order !== before)
  }

  at(nowMonoMs: number): readonly OverOrder[] {
    if (this.#orders.length === 0) return this.#orders
    this.#drop((order) => nowMonoMs - order.sinceMonoMs > UNTOLD_MS)
    return this.#orders.filter((order) => nowMonoMs <= this.#untilMonoMs(order))
  }

  /** `at` says the same until then, if no order changes and no level tells; monotonic. */
  untilMonoMs(nowMonoMs: number): number {
    let untilMonoMs = Number.POSITIVE_INFINITY
    for (const order of this.#orders) {
      const ownMonoMs = this.#untilMonoMs(order)
      if (ownMonoMs >= nowMonoMs && ownMonoMs < untilMonoMs) untilMonoMs = ownMonoMs
    }
    return untilMonoMs
  }

  /** A change may come after a snapshot that was made later. */
  #tell(intentId: number, stampMonoMs: number): void {
    const before = this.#toldMonoMs.get(intentId)
    if (before === undefined || before < stampMonoMs) this.#toldMonoMs.set(intentId, stampMonoMs)
  }

  #untilMonoMs({ intentId, sinceMonoMs }: OverOrder): number {
    const isTold = (this.#toldMonoMs.get(intentId) ?? Number.NEGATIVE_INFINITY) >= sinceMonoMs - KNOWN_LATER_MS
    return sinceMonoMs + (isTold ? JUST_ENDED_MS : UNTOLD_MS)
  }

  #drop(isPast: (order: OverOrder) => boolean): void {
    const isOld = this.#orders.filter(isPast)
    if (isOld.length === 0) return
    for (const { intentId } of isOld) this.#toldMonoMs.delete(intentId)
    this.#orders = this.#orders.filter((order) => !isPast(order))
  }
}

function isAt({ outcome, side, price }: Place, place: Place): boolean {
  return price === place.price && outcome === place.outcome && side === place.side
}
