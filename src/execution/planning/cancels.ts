// Which cancels go out now: in batches, inside the budget, and the same order not again at once after a cancel that failed.

import type { Hex } from '../../domain/market/market.js'
import { MOST_CANCELS } from '../../domain/orders/order.js'
import type { OpenOrder } from '../../domain/orders/own-order.js'
import type { Command } from '../../domain/run/command.js'
import type { Budget } from '../budget/budget.js'

/** A cancel that failed at once is repeated after this. */
const AGAIN_MS = 250

export interface CancelRound {
  readonly commands: readonly Command[]
  readonly sent: readonly OpenOrder[]
  readonly unsent: readonly OpenOrder[]
  /** When the rest may be sent, monotonic; `Infinity` without a rest. */
  readonly againMonoMs: number
}

export class Cancels {
  readonly #budget: Budget
  readonly #askedAt = new Map<Hex, number>()

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** When a cancel of the order may go out, monotonic; in the past when now. */
  earliestMonoMs({ hash }: OpenOrder): number {
    const askedAt = this.#askedAt.get(hash)
    return askedAt === undefined ? 0 : askedAt + AGAIN_MS
  }

  send(orders: readonly OpenOrder[], nowMonoMs: number): CancelRound {
    this.#forget(nowMonoMs)
    const due = orders.filter((order) => this.earliestMonoMs(order) <= nowMonoMs)
    const early = orders.filter((order) => !due.includes(order)).map((order) => this.earliestMonoMs(order))
    let againMonoMs = Math.min(Number.POSITIVE_INFINITY, ...early)
    const commands: Command[] = []
    const sent: OpenOrder[] = []
    for (let i = 0; i < due.length; i += MOST_CANCELS) {
      const permits = this.#budget.take('cancel', 1, nowMonoMs)
      if (permits.length === 0) {
        againMonoMs = Math.min(againMonoMs, this.#budget.nextMonoMs('cancel', nowMonoMs, { priority: 'urgent' }))
        break
      }
      const batch = due.slice(i, i + MOST_CANCELS)
      const hashes = batch.map(({ hash }) => hash)
      for (const hash of hashes) this.#askedAt.set(hash, nowMonoMs)
      commands.push({ kind: 'cancel', hashes, permits })
      sent.push(...batch)
    }
    const gone = new Set(sent)
    return { commands, sent, unsent: orders.filter((order) => !gone.has(order)), againMonoMs }
  }

  #forget(nowMonoMs: number): void {
    for (const [hash, askedAt] of this.#askedAt) if (askedAt + AGAIN_MS <= nowMonoMs) this.#askedAt.delete(hash)
  }
}
