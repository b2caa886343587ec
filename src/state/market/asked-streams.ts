// Streams that were asked for a snapshot which has not come, and when the first of them is due: asked at each event, of however many.

import type { ConditionId } from '../../domain/market/market.js'

export class AskedStreams {
  readonly #asked = new Set<ConditionId>()
  readonly #dueOf: (conditionId: ConditionId, patienceMs: number) => number
  #due: { readonly monoMs: number; readonly patienceMs: number } | undefined

  /** `dueOf`: when one that was asked is, monotonic. */
  constructor(dueOf: (conditionId: ConditionId, patienceMs: number) => number) {
    this.#dueOf = dueOf
  }

  add(conditionId: ConditionId): void {
    this.#asked.add(conditionId)
    this.moved()
  }

  delete(conditionId: ConditionId): void {
    if (this.#asked.delete(conditionId)) this.moved()
  }

  /** What was said of one of them may be otherwise. */
  moved(): void {
    this.#due = undefined
  }

  [Symbol.iterator](): Iterator<ConditionId> {
    return this.#asked.values()
  }

  /** Infinite while there are none. */
  dueMonoMs(patienceMs: number): number {
    if (this.#due?.patienceMs === patienceMs) return this.#due.monoMs
    let monoMs = Number.POSITIVE_INFINITY
    for (const conditionId of this.#asked) monoMs = Math.min(monoMs, this.#dueOf(conditionId, patienceMs))
    this.#due = { monoMs, patienceMs }
    return monoMs
  }
}
