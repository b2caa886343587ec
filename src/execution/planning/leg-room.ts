// How many orders of a leg (market, outcome, side) may live at once: twice what is wanted there, the old ones and their successors.
// An order whose cancel is not confirmed counts: while cancels go unanswered, successors must not pile up behind them.

import type { LivingOrder } from '../../domain/own-order.js'
import type { Quote } from '../../domain/quote.js'
import { legKey } from './leg-back-off.js'

export class LegRoom {
  readonly #wanted = new Map<string, number>()
  readonly #living = new Map<string, number>()

  constructor(approved: readonly Quote[], orders: readonly LivingOrder[]) {
    for (const quote of approved) add(this.#wanted, legKey(quote))
    for (const { draft } of orders) add(this.#living, legKey(draft))
  }

  hasRoom(quote: Quote): boolean {
    const leg = legKey(quote)
    return (this.#living.get(leg) ?? 0) < 2 * (this.#wanted.get(leg) ?? 0)
  }

  /** The quote is sent: it counts from now on. */
  take(quote: Quote): void {
    add(this.#living, legKey(quote))
  }
}

function add(counts: Map<string, number>, leg: string): void {
  counts.set(leg, (counts.get(leg) ?? 0) + 1)
}
