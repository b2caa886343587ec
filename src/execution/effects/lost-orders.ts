// Orders that were given up without an answer, and of which nothing was heard since: a list may not show yet that they are there. So are those
// of a former run, which may have sent them right before it died.

import type { Hex } from '../../domain/market/market.js'
import type { Clock } from '../../domain/time.js'
import type { Trading } from '../../venue/trading.js'

export interface LostOrdersParts {
  readonly clock: Pick<Clock, 'monoMs' | 'wallMs'>
  readonly trading: Pick<Trading, 'submit' | 'cancelMany' | 'readOrder'>
}

/** Between an executor and the venue: an answer, a record, and a cancel that went through tell that the venue has an order. */
export class LostOrders {
  readonly #parts: LostOrdersParts
  /** When each was sent last, monotonic. */
  readonly #sent = new Map<Hex, number>()

  constructor(parts: LostOrdersParts) {
    this.#parts = parts
  }

  /** Of a former run, which sent each right after it was signed. */
  inherit(orders: readonly { readonly hash: Hex; readonly atWallMs: number }[]): void {
    const { clock } = this.#parts
    const [monoMs, wallMs] = [clock.monoMs(), clock.wallMs()]
    for (const { hash, atWallMs } of orders) this.#sent.set(hash, monoMs - Math.max(0, wallMs - atWallMs))
  }

  submit(...[order, done, paidFrom]: Parameters<Trading['submit']>): void {
    const { clock, trading } = this.#parts
    const sentMonoMs = clock.monoMs()
    const answered: typeof done = (answer) => {
      if (answer.ok) this.over(order.hash)
      else if (answer.failure.mayHaveHappened) this.#sent.set(order.hash, sentMonoMs)
      done(answer)
    }
    trading.submit(order, answered, paidFrom)
  }

  cancelMany(...[hashes, done, paidFrom]: Parameters<Trading['cancelMany']>): void {
    const answered: typeof done = (answer) => {
      if (answer.ok) for (const hash of answer.value.cancelled) this.over(hash)
      done(answer)
    }
    this.#parts.trading.cancelMany(hashes, answered, paidFrom)
  }

  readOrder(...[hash, done, paidFrom]: Parameters<Trading['readOrder']>): void {
    const answered: typeof done = (answer) => {
      if (answer.ok) this.over(hash)
      done(answer)
    }
    this.#parts.trading.readOrder(hash, answered, paidFrom)
  }

  /** Nothing of it can come any more, or it is there. */
  over(hash: Hex): void {
    this.#sent.delete(hash)
  }

  /** How many were sent less than so long ago. */
  within(seconds: number): number {
    const sinceMonoMs = this.#parts.clock.monoMs() - seconds * 1000
    return [...this.#sent.values()].filter((at) => at > sinceMonoMs).length
  }
}
