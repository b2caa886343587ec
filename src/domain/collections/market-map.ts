// What is kept of each market. An event is asked about in one market, again and again: the one that was looked up last is at hand.

import type { ConditionId } from '../market/market.js'

export class MarketMap<T> {
  readonly #byId = new Map<ConditionId, T>()
  #lastId: ConditionId | undefined
  #last: T | undefined

  get(conditionId: ConditionId): T | undefined {
    if (conditionId !== this.#lastId) {
      this.#last = this.#byId.get(conditionId)
      this.#lastId = conditionId
    }
    return this.#last
  }

  set(conditionId: ConditionId, value: T): void {
    this.#byId.set(conditionId, value)
    this.#lastId = conditionId
    this.#last = value
  }

  delete(conditionId: ConditionId): void {
    this.#byId.delete(conditionId)
    this.#lastId = undefined
    this.#last = undefined
  }

  has(conditionId: ConditionId): boolean {
    return this.#byId.has(conditionId)
  }

  entries(): IterableIterator<[ConditionId, T]> {
    return this.#byId.entries()
  }

  values(): IterableIterator<T> {
    return this.#byId.values()
  }
}
