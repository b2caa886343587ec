// Fills that were counted, so that one listed again is not counted again.

import type { Fill } from '../../domain/orders/fill.js'

export class SeenFills {
  readonly #most: number
  readonly #seen = new Set<string>()

  constructor(most = 50_000) {
    this.#most = most
  }

  /** The two sides of a match may both be ours. */
  isNew({ tradeId, hash }: Pick<Fill, 'tradeId' | 'hash'>): boolean {
    const key = `${tradeId}/${hash}`
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    const [oldest] = this.#seen
    if (this.#seen.size > this.#most && oldest !== undefined) this.#seen.delete(oldest)
    return true
  }
}
