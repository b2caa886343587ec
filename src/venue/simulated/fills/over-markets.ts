// Markets that are over on paper. A bot that is tried for weeks sees them by the ten thousand: once nobody asks any more the exchange lets go of them,
// their ladders and holdings, and what is left is that they are over.

import type { ConditionId } from '../../../domain/market/market.js'
import type { Exchange } from '../exchange/exchange.js'

/** As long as what became of its orders may be asked for. */
const KEPT_MS = 600_000

export class OverMarkets {
  readonly #exchange: Pick<Exchange, 'forgetMarket'>
  /** Since when, those that the exchange still has, in the order in which they ended. */
  readonly #kept = new Map<ConditionId, number>()
  readonly #forgotten = new Set<ConditionId>()

  constructor(exchange: Pick<Exchange, 'forgetMarket'>) {
    this.#exchange = exchange
  }

  add(conditionId: ConditionId, nowMs: number): void {
    if (!this.#forgotten.has(conditionId)) this.#kept.set(conditionId, nowMs)
  }

  has(conditionId: ConditionId): boolean {
    return this.#kept.has(conditionId) || this.#forgotten.has(conditionId)
  }

  /** One that is not settled yet waits. */
  passTo(nowMs: number): void {
    for (const [conditionId, overMs] of this.#kept) {
      if (overMs >= nowMs - KEPT_MS) return
      if (!this.#exchange.forgetMarket(conditionId)) continue
      this.#kept.delete(conditionId)
      this.#forgotten.add(conditionId)
    }
  }
}
