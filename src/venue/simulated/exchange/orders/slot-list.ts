// Orders in the order of joining, each of which can leave at once, wherever it stands. The links are columns of the order table.

import { NONE } from '../slot.js'
import { ACCOUNT_AFTER, ACCOUNT_BEFORE, type Links, MARKET_AFTER, MARKET_BEFORE } from './links.js'

export class SlotList {
  readonly #before: number
  readonly #after: number
  #first: number = NONE
  #last: number = NONE
  #size = 0

  /** An order is in one list of its account, and in one of its market. */
  constructor(of: 'account' | 'market') {
    this.#before = of === 'account' ? ACCOUNT_BEFORE : MARKET_BEFORE
    this.#after = of === 'account' ? ACCOUNT_AFTER : MARKET_AFTER
  }

  get size(): number {
    return this.#size
  }

  append(orders: Links, slot: number): void {
    orders.setLink(slot, this.#before, this.#last)
    orders.setLink(slot, this.#after, NONE)
    if (this.#last === NONE) this.#first = slot
    else orders.setLink(this.#last, this.#after, slot)
    this.#last = slot
    this.#size += 1
  }

  /** `slot` is in this list. */
  remove(orders: Links, slot: number): void {
    const before = orders.link(slot, this.#before)
    const after = orders.link(slot, this.#after)
    if (before === NONE) this.#first = after
    else orders.setLink(before, this.#after, after)
    if (after === NONE) this.#last = before
    else orders.setLink(after, this.#before, before)
    this.#size -= 1
  }

  /** First to last. */
  toArray(orders: Links): number[] {
    const slots: number[] = []
    for (let slot = this.#first; slot !== NONE; slot = orders.link(slot, this.#after)) slots.push(slot)
    return slots
  }
}
