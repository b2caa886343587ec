// The markets that the bot has met. Of short ones a run of weeks meets tens of thousands: those that are over, and of which nothing changes any
// more, are past, and what is told of them is kept. Whoever looks through markets again and again looks through those that are present.

import type { ConditionId, Market } from '../domain/market/market.js'
import type { OverSnapshot, PartOfTotals } from '../domain/run/snapshot.js'
import type { HeldTokens } from '../domain/run/standing.js'

/** What is told of a market of which nothing changes any more. */
export interface Past {
  readonly part: PartOfTotals
  /** Where what is held pays something. */
  readonly over: OverSnapshot | undefined
  /** Where something is held. */
  readonly held: HeldTokens | undefined
}

export class KnownMarkets extends Map<ConditionId, Market> {
  readonly #present = new Map<ConditionId, Market>()
  readonly #past = new Map<ConditionId, Past>()
  #pastChanges = 0

  /** Those that are not past. */
  get present(): ReadonlyMap<ConditionId, Market> {
    return this.#present
  }

  get past(): ReadonlyMap<ConditionId, Past> {
    return this.#past
  }

  /** Another number whenever `past` is another. */
  get pastChanges(): number {
    return this.#pastChanges
  }

  /** News of a market make it present. */
  override set(conditionId: ConditionId, market: Market): this {
    this.#forgetPast(conditionId)
    this.#present.set(conditionId, market)
    return super.set(conditionId, market)
  }

  /** Nothing of it changes any more. */
  leave(conditionId: ConditionId, past: Past): void {
    if (!this.#present.delete(conditionId)) return
    this.#past.set(conditionId, past)
    this.#pastChanges++
  }

  /** Something of it is about to change, after all. */
  comeBack(conditionId: ConditionId): void {
    const market = this.#past.has(conditionId) ? this.get(conditionId) : undefined
    if (market !== undefined) this.set(conditionId, market)
  }

  #forgetPast(conditionId: ConditionId): void {
    if (this.#past.delete(conditionId)) this.#pastChanges++
  }
}
