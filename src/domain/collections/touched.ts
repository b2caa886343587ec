// The markets that something concerns, collected until they are taken. An event touches few: a list that is begun anew costs less than a set
// that is emptied.

import type { ConditionId } from '../market/market.js'

const NONE: readonly ConditionId[] = []

export class Touched {
  #markets: ConditionId[] | undefined

  add(conditionId: ConditionId): void {
    if (this.#markets === undefined) this.#markets = [conditionId]
    else if (this.#markets.at(-1) !== conditionId) this.#markets.push(conditionId)
  }

  get isEmpty(): boolean {
    return this.#markets === undefined
  }

  /** Those since the last call; one may be named several times. */
  take(): readonly ConditionId[] {
    const markets = this.#markets
    if (markets === undefined) return NONE
    this.#markets = undefined
    return markets
  }
}
