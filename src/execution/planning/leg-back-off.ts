// A leg whose orders are refused waits longer after each refusal: post-only refusals must not become a loop.

import type { ConditionId } from '../../domain/market/market.js'
import type { Outcome, Side } from '../../domain/market/side.js'

const FIRST_MS = 500
const LONGEST_MS = 15_000

export function legKey(leg: {
  readonly conditionId: ConditionId
  readonly outcome: Outcome
  readonly side: Side
}): string {
  return `${leg.conditionId}/${leg.outcome}/${leg.side}`
}

export class LegBackOff {
  readonly #legs = new Map<string, { refusals: number; untilMonoMs: number }>()

  refused(key: string, nowMonoMs: number, notBeforeMonoMs = 0): void {
    const refusals = (this.#legs.get(key)?.refusals ?? 0) + 1
    const waitMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** (refusals - 1))
    this.#legs.set(key, { refusals, untilMonoMs: Math.max(nowMonoMs + waitMs, notBeforeMonoMs) })
  }

  accepted(key: string): void {
    this.#legs.delete(key)
  }

  /** Monotonic; in the past when the leg is free. */
  until(key: string): number {
    return this.#legs.get(key)?.untilMonoMs ?? 0
  }
}
