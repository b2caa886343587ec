// Plans the request budget: counts what the core has asked for in both windows of every route class, and paces routine work.
// The session's gate enforces the same limits at the wire; this one decides what the next permit is spent on.

import type { RouteClassName } from '../../domain/core-event.js'
import type { BudgetSnapshot } from '../../domain/snapshot.js'

/** The venue counts at arrival, we at the request: windows are taken this much longer, limits this much lower. */
const WINDOW_SLACK_MS = 1000
const SECOND_SLACK_MS = 250
const LIMIT_SHARE = 0.9

interface ClassBudget {
  perSecond: number
  perMinute: number
  blockedUntilMonoMs: number
  /** Times of the requests of the last minute, oldest first. */
  readonly spent: number[]
}

export class BudgetPlanner {
  readonly #classes = new Map<RouteClassName, ClassBudget>()

  limit(
    routeClass: RouteClassName,
    limits: { perSecond: number; perMinute: number; blockedUntilMonoMs?: number },
  ): void {
    const budget = this.#of(routeClass)
    budget.perSecond = limits.perSecond
    budget.perMinute = limits.perMinute
    budget.blockedUntilMonoMs = limits.blockedUntilMonoMs ?? 0
  }

  perMinute(routeClass: RouteClassName): number {
    return this.#of(routeClass).perMinute
  }

  /** Requests that may be spent now while `reserve` requests of the minute stay untouched. */
  available(routeClass: RouteClassName, nowMonoMs: number, reserve = 0): number {
    const budget = this.#of(routeClass)
    if (budget.blockedUntilMonoMs > nowMonoMs) return 0
    this.#expire(budget, nowMonoMs)
    const inSecond = budget.spent.length - countBefore(budget.spent, nowMonoMs - 1000 - SECOND_SLACK_MS)
    const second = Math.max(1, Math.floor(budget.perSecond * LIMIT_SHARE)) - inSecond
    const minute = Math.floor(budget.perMinute * LIMIT_SHARE) - budget.spent.length - reserve
    return Math.max(0, Math.min(second, minute))
  }

  spend(routeClass: RouteClassName, requests: number, nowMonoMs: number): void {
    const { spent } = this.#of(routeClass)
    for (let i = 0; i < requests; i++) spent.push(nowMonoMs)
  }

  /** The gate had no permit: the request never left, and asking again makes sense from `untilMonoMs`. */
  refused(routeClass: RouteClassName, untilMonoMs: number): void {
    const budget = this.#of(routeClass)
    budget.spent.pop()
    budget.blockedUntilMonoMs = Math.max(budget.blockedUntilMonoMs, untilMonoMs)
  }

  /** When `requests` may be possible beside `reserve`, monotonic; `nowMonoMs` when they are possible now. */
  nextMonoMs(
    routeClass: RouteClassName,
    nowMonoMs: number,
    { requests = 1, reserve = 0 }: { readonly requests?: number; readonly reserve?: number } = {},
  ): number {
    const budget = this.#of(routeClass)
    if (this.available(routeClass, nowMonoMs, reserve) >= requests) return nowMonoMs
    const second = Math.max(1, Math.floor(budget.perSecond * LIMIT_SHARE)) - requests
    const minute = Math.floor(budget.perMinute * LIMIT_SHARE) - reserve - requests
    const bySecond = leavesAt(budget.spent, second, 1000 + SECOND_SLACK_MS)
    const byMinute = leavesAt(budget.spent, minute, 60_000 + WINDOW_SLACK_MS)
    return Math.max(budget.blockedUntilMonoMs, bySecond, byMinute, nowMonoMs + 50)
  }

  snapshot(nowMonoMs: number): BudgetSnapshot[] {
    return [...this.#classes].map(([routeClass, budget]) => {
      this.#expire(budget, nowMonoMs)
      return {
        routeClass,
        perSecond: budget.perSecond,
        perMinute: budget.perMinute,
        leftInMinute: Math.max(0, budget.perMinute - budget.spent.length),
        blockedForMs: Math.max(0, budget.blockedUntilMonoMs - nowMonoMs),
      }
    })
  }

  #expire(budget: ClassBudget, nowMonoMs: number): void {
    const gone = countBefore(budget.spent, nowMonoMs - 60_000 - WINDOW_SLACK_MS)
    if (gone > 0) budget.spent.splice(0, gone)
  }

  #of(routeClass: RouteClassName): ClassBudget {
    let budget = this.#classes.get(routeClass)
    if (!budget) {
      // nothing may be spent before the limits are known
      budget = { perSecond: 0, perMinute: 0, blockedUntilMonoMs: 0, spent: [] }
      this.#classes.set(routeClass, budget)
    }
    return budget
  }
}

/** When at most `room` of the sorted times are left in a window; never, when there is no such room. */
function leavesAt(spent: readonly number[], room: number, windowMs: number): number {
  if (room < 0) return Number.POSITIVE_INFINITY
  const last = spent[spent.length - 1 - room]
  return last === undefined ? 0 : last + windowMs
}

/** How many of the sorted times are at or before `limit`. */
function countBefore(times: readonly number[], limit: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
