// Which fee may still be signed, and which is already asked for.

import type { ConditionId } from '../domain/market.js'

/** An unanswered question is asked again after this. */
const ANSWER_MS = 3000
/** Part of the allowed age that is left for signing. */
const SIGNING_SHARE = 0.5

export class FeeReads {
  readonly #asked = new Map<ConditionId, number>()
  readonly #maxAgeMs: number

  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs
  }

  isFresh(readAtMonoMs: number, nowMonoMs: number): boolean {
    return nowMonoMs - readAtMonoMs <= this.#maxAgeMs * SIGNING_SHARE
  }

  isAsked(conditionId: ConditionId, nowMonoMs: number): boolean {
    const at = this.#asked.get(conditionId)
    return at !== undefined && nowMonoMs - at < ANSWER_MS
  }

  asked(conditionId: ConditionId, nowMonoMs: number): void {
    this.#asked.set(conditionId, nowMonoMs)
  }

  answered(conditionId: ConditionId): void {
    this.#asked.delete(conditionId)
  }
}
