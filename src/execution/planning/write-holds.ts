// Writes promised to markets whose fee is on its way: without the promise the fee would be read in vain.

import type { ConditionId } from '../../domain/market/market.js'

/** A promise whose fee does not come lapses after this. */
const HOLD_MS = 3000

export class WriteHolds {
  readonly #holds = new Map<ConditionId, { readonly writes: number; readonly untilMonoMs: number }>()

  hold(conditionId: ConditionId, writes: number, nowMonoMs: number): void {
    this.#holds.set(conditionId, { writes, untilMonoMs: nowMonoMs + HOLD_MS })
  }

  release(conditionId: ConditionId): void {
    this.#holds.delete(conditionId)
  }

  /** Writes promised to other markets; without one, to all. */
  heldByOthers(conditionId: ConditionId | undefined, nowMonoMs: number): number {
    let held = 0
    for (const [holder, { writes, untilMonoMs }] of this.#holds) {
      if (untilMonoMs <= nowMonoMs) this.#holds.delete(holder)
      else if (holder !== conditionId) held += writes
    }
    return held
  }
}
