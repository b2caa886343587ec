// What a former run has left resting is left alone in the first seconds of a start: before the market's book and the account are read nobody can
// tell whether it is as it should be, and whoever cancels it meanwhile gives its place in the queue away.

import type { ConditionId } from '../../domain/market/market.js'
import { isForeign } from '../../domain/orders/own-order.js'
import type { RefusalReason } from '../../domain/orders/quote.js'
import type { Instant } from '../../domain/time.js'
import type { Beliefs } from '../../state/beliefs.js'

/** From the first sign-in on, before which nothing can be cancelled. */
const LEFT_ALONE_MS = 5000
/** Why nothing may rest in a market of which nothing has been told yet. */
const UNTOLD: ReadonlySet<RefusalReason> = new Set(['not-signed-in', 'feed-stale'])

export interface LeftAloneParts {
  readonly beliefs: Pick<Beliefs, 'funds' | 'orders' | 'signedIn'>
  /** Why nothing may rest in the market now. */
  readonly stopOf: (conditionId: ConditionId, at: Instant) => { readonly reason: RefusalReason } | undefined
}

export class LeftAlone {
  readonly #parts: LeftAloneParts
  #endMonoMs = Number.POSITIVE_INFINITY

  constructor(parts: LeftAloneParts) {
    this.#parts = parts
  }

  /** Until when, monotonic, what rests in the market stays as it is; `undefined` where it need not. */
  untilMonoMs(conditionId: ConditionId, at: Instant): number | undefined {
    if (at.monoMs >= this.#endMonoMs) return undefined
    const { beliefs, stopOf } = this.#parts
    if (beliefs.signedIn) this.#endMonoMs = Math.min(this.#endMonoMs, at.monoMs + LEFT_ALONE_MS)
    const stop = stopOf(conditionId, at)
    if (stop === undefined ? beliefs.funds.isKnown : !UNTOLD.has(stop.reason)) return undefined
    const orders = beliefs.orders.livingOf(conditionId)
    return orders.length > 0 && orders.every(isForeign) ? this.#endMonoMs : undefined
  }
}
