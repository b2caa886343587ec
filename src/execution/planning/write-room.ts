// Requests to write that orders may be sent with: what the budget has, less what other markets are promised whose fee is on its way.

import type { ConditionId } from '../../domain/market/market.js'
import type { Quote } from '../../domain/orders/quote.js'
import type { Permit } from '../../domain/permit.js'
import type { Budget } from '../budget/budget.js'
import { WriteHolds } from './write-holds.js'

/** What the budget keeps back from routine requests is there for an order that may have to be sent again, and for nothing else. */
const BESIDE_A_RESEND = { priority: 'routine' } as const
const ALL = { priority: 'urgent' } as const

export class WriteRoom {
  readonly #budget: Budget
  readonly #mayResend: () => boolean
  readonly #holds = new WriteHolds()

  /** `mayResend`: some order is of unknown outcome. */
  constructor(budget: Budget, mayResend: () => boolean) {
    this.#budget = budget
    this.#mayResend = mayResend
  }

  get perMinute(): number {
    return this.#budget.perMinute('write')
  }

  /** Whoever they are promised to. */
  free(nowMonoMs: number): number {
    return this.#budget.available('write', nowMonoMs, this.#need)
  }

  /** Without those that other markets are promised; that all are, without a market. */
  freeFor(conditionId: ConditionId | undefined, nowMonoMs: number): number {
    const free = this.free(nowMonoMs)
    return free === 0 ? 0 : Math.max(0, free - this.#holds.heldByOthers(conditionId, nowMonoMs))
  }

  /** When one may be free, monotonic. */
  nextMonoMs(nowMonoMs: number): number {
    return this.#budget.nextMonoMs('write', nowMonoMs, this.#need)
  }

  promise(conditionId: ConditionId, requests: number, nowMonoMs: number): void {
    this.#holds.hold(conditionId, requests, nowMonoMs)
  }

  /** The market's promise is kept. */
  take(conditionId: ConditionId, requests: number, nowMonoMs: number): readonly Permit[] {
    this.#holds.release(conditionId)
    return this.#budget.take('write', requests, nowMonoMs)
  }

  get #need(): typeof ALL | typeof BESIDE_A_RESEND {
    return this.#mayResend() ? BESIDE_A_RESEND : ALL
  }
}

/** So many of them, in their order; where not all, those whose predecessor is cancelled before the others. */
export function firstOf(quotes: readonly Quote[], replaced: ReadonlySet<Quote>, most: number): readonly Quote[] {
  if (quotes.length <= most) return quotes
  return quotes.toSorted((a, b) => Number(replaced.has(b)) - Number(replaced.has(a))).slice(0, most)
}
