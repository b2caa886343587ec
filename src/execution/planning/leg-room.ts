// How many orders of a leg (outcome and side of one market) may live at once: twice what is wanted there, the old ones and their successors.
// An order whose cancel is not confirmed counts: while cancels go unanswered, successors must not pile up behind them.

import { legIndex } from '../../domain/market/side.js'
import type { LivingOrder } from '../../domain/orders/own-order.js'
import type { Quote } from '../../domain/orders/quote.js'

/** By leg. */
type Counts = [number, number, number, number]

export class LegRoom {
  readonly #wanted: Counts = [0, 0, 0, 0]
  readonly #living: Counts = [0, 0, 0, 0]

  /** Of one market. */
  constructor(approved: readonly Quote[], orders: readonly LivingOrder[]) {
    for (const quote of approved) add(this.#wanted, quote)
    for (const { draft } of orders) add(this.#living, draft)
  }

  hasRoom(quote: Quote): boolean {
    const leg = legIndex(quote)
    return (this.#living[leg] ?? 0) < 2 * (this.#wanted[leg] ?? 0)
  }

  /** The quote is sent: it counts from now on. */
  take(quote: Quote): void {
    add(this.#living, quote)
  }
}

function add(counts: Counts, leg: Pick<Quote, 'outcome' | 'side'>): void {
  const index = legIndex(leg)
  counts[index] = (counts[index] ?? 0) + 1
}
