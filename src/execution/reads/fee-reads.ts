// Which fee may still be signed, and which is already asked for.

import type { ConditionId } from '../../domain/market.js'

/** An unanswered question is asked again after this. */
const ANSWER_MS = 3000
/** Part of the allowed age that is left for signing. */
const SIGNING_SHARE = 0.5

export class FeeReads {
  readonly #asked = new Map<ConditionId, number>()
  /** Questions older than a refusal or a change: their answers are not signed. */
  readonly #outdated = new Set<ConditionId>()
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
    this.#outdated.delete(conditionId)
    this.#asked.set(conditionId, nowMonoMs)
  }

  /** Whether the answer may be signed. */
  answered(conditionId: ConditionId): boolean {
    this.#asked.delete(conditionId)
    return !this.#outdated.delete(conditionId)
  }

  /** An order was refused or the fee has changed: an answer that is still on its way tells of the time before. */
  outdate(conditionId: ConditionId): void {
    if (this.#asked.has(conditionId)) this.#outdated.add(conditionId)
  }
}
