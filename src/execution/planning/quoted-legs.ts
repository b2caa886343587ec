// Which legs have had an order in this run: those that have not come first where the budget is short.

import type { ConditionId } from '../../domain/market/market.js'
import { LEGS, legIndex, type Outcome, type Side } from '../../domain/market/side.js'

interface Leg {
  readonly conditionId: ConditionId
  readonly outcome: Outcome
  readonly side: Side
}

export class QuotedLegs {
  readonly #markets = new Map<ConditionId, boolean[]>()

  /** It is about to be sent. */
  note(leg: Leg): void {
    const legs = this.#markets.get(leg.conditionId) ?? Array.from({ length: LEGS }, () => false)
    legs[legIndex(leg)] = true
    this.#markets.set(leg.conditionId, legs)
  }

  isFirst(leg: Leg): boolean {
    return this.#markets.get(leg.conditionId)?.[legIndex(leg)] !== true
  }

  /** The market leaves the work. */
  remove(conditionId: ConditionId): void {
    this.#markets.delete(conditionId)
  }
}
