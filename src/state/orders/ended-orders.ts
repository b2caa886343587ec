// Orders that have ended, each told of once, when all of it is told: what it has matched just before may be news. One of which that is not so yet
// is looked at again when it is, and not before: thousands may be cancelled at once, and be told of one by one.

import type { Hex } from '../../domain/market/market.js'

/** What is known of an end. */
export type End = 'told' | 'untold'

export interface EndedOrdersParts {
  /** `undefined` of an order that has not ended, or lives again. */
  readonly endOf: (hash: Hex) => End | undefined
  /** Orders of which all is told since the last call, and was not before. */
  readonly takeTold: () => readonly Hex[]
}

const NONE: readonly Hex[] = []

export class EndedOrders {
  readonly #parts: EndedOrdersParts
  #fresh: Hex[] = []
  /** Ended, and not told of. */
  readonly #untold = new Set<Hex>()

  constructor(parts: EndedOrdersParts) {
    this.#parts = parts
  }

  ended(hash: Hex): void {
    this.#fresh.push(hash)
  }

  /** Those that ended since the last call, or before, once all of them is told. */
  take(): readonly Hex[] {
    const told = this.#parts.takeTold()
    if (this.#fresh.length === 0 && told.length === 0) return NONE
    const fresh = this.#fresh
    this.#fresh = []
    const due = [...told.filter((hash) => this.#untold.delete(hash)), ...fresh]
    return due.filter((hash) => {
      const end = this.#parts.endOf(hash)
      if (end === 'untold') this.#untold.add(hash)
      return end === 'told'
    })
  }
}
