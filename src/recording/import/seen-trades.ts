// Trades told of twice: recordings of two recorders overlap, and one that was torn is often begun again from a little before.

import type { PublicTrade } from '../../domain/orders/fill.js'

/** Two recorders' times of one trade differ by less: its time may be that at which it was recorded, and a side may be guessed. */
const SAME_WITHIN_MS = 10_000

/** Of one market. Rows of one trade with several makers have its id, and other prices or sizes: they are no repetition. */
export class SeenTrades {
  /** When each was told of first, venue milliseconds, the longest ago first. */
  readonly #told = new Map<string, number>()

  /** Whether an earlier one was the same; trades come in the order of time. */
  isRepeated({ tradeId, outcome, price, sizeRaw, venueMs }: PublicTrade): boolean {
    const what = `${tradeId} ${outcome} ${price} ${sizeRaw}`
    this.#forgetBefore(venueMs - SAME_WITHIN_MS)
    if (this.#told.has(what)) return true
    this.#told.set(what, venueMs)
    return false
  }

  #forgetBefore(sinceMs: number): void {
    for (const [what, toldMs] of this.#told) {
      if (toldMs >= sinceMs) return
      this.#told.delete(what)
    }
  }
}
