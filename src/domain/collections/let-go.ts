// Markets that were let go, the last ones: whoever keeps something of every market forgets what is of an earlier one. A run of months meets
// tens of thousands.

import type { ConditionId } from '../market/market.js'

const MOST = 1000

export class LetGo {
  readonly #most: number
  /** The earliest first. */
  readonly #markets = new Set<ConditionId>()

  constructor(most = MOST) {
    this.#most = most
  }

  /** It is followed, again perhaps. */
  takeUp(conditionId: ConditionId): void {
    this.#markets.delete(conditionId)
  }

  /** Returns the one that is to be forgotten for it; `undefined` while there are few. */
  letGo(conditionId: ConditionId): ConditionId | undefined {
    this.#markets.delete(conditionId)
    this.#markets.add(conditionId)
    if (this.#markets.size <= this.#most) return undefined
    const [first] = this.#markets
    if (first !== undefined) this.#markets.delete(first)
    return first
  }
}
