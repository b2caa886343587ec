// Whether a request may be sent now: per route class, two sliding windows on the monotonic clock, learned from the venue's headers.
//
//   free(window) = limit - used by others - used by us - reserve (routine requests only)
//
// Nothing waits in here: a request without a permit fails at once and the planner decides again with what is true then.

import { ROUTE_CLASSES, type RouteClass, type WindowLimits } from '../../wire/profile.js'
import { type ClassBudget, createClassBudget } from './class-budget.js'
import type { Availability, Permit, PermitStock, Priority } from './permit.js'
import type { Headers } from './rate-headers.js'

export interface BudgetGateOptions {
  readonly limits: Readonly<Record<RouteClass, WindowLimits>>
  /** Part of each window that routine requests leave to urgent ones, in [0, 1). Rounded up, never the whole window. */
  readonly reserves?: Partial<Record<RouteClass, number>>
  /** One request alone until the first answer of a class has shown what is left. Default true. */
  readonly learnFirst?: boolean
  readonly stock?: PermitStock
}

export type LimitsListener = (cls: RouteClass, limits: WindowLimits, blockedUntilMs: number | undefined) => void

export interface BudgetGate {
  /** A permit for one request, or `undefined`: nothing may be sent. Every permit must be settled. */
  tryTake(cls: RouteClass, now: number, priority?: Priority): Permit | undefined
  /** The answer came, or was given up at its deadline. `headers` of the answer teach the limits. */
  settle(permit: Permit, now: number, headers?: Headers): void
  /** The venue answered 429: silence in the class for as long as it asks. */
  onBlocked(cls: RouteClass, headers: Headers, now: number): void
  availability(cls: RouteClass, now: number, priority?: Priority): Availability
  /** Earliest monotonic time at which asking again makes sense. */
  nextFreeMs(cls: RouteClass, now: number, priority?: Priority): number
  /** Limits in force, the use of others taken off. */
  limits(cls: RouteClass): WindowLimits
  /** One listener: called when limits or a block change. */
  listen(listener: LimitsListener): void
}

/** A gate that starts from the profile's limits. */
export function createBudgetGate(options: BudgetGateOptions): BudgetGate {
  let listener: LimitsListener | undefined
  const build = (cls: RouteClass): ClassBudget =>
    createClassBudget({
      cls,
      limits: options.limits[cls],
      reserve: options.reserves?.[cls] ?? 0,
      learnFirst: options.learnFirst ?? true,
      stock: options.stock,
      changed: (limits, blockedUntilMs) => listener?.(cls, limits, blockedUntilMs),
    })
  const budgets = Object.fromEntries(ROUTE_CLASSES.map((cls) => [cls, build(cls)])) as Record<RouteClass, ClassBudget>
  return {
    tryTake: (cls, now, priority = 'urgent') => budgets[cls].tryTake(now, priority),
    settle: (permit, now, headers) => budgets[permit.cls].settle(permit, now, headers),
    onBlocked: (cls, headers, now) => budgets[cls].block(headers, now),
    availability: (cls, now, priority = 'urgent') => budgets[cls].availability(now, priority),
    nextFreeMs: (cls, now, priority = 'urgent') => budgets[cls].nextFreeMs(now, priority),
    limits: (cls) => budgets[cls].limits(),
    listen(next) {
      listener = next
    },
  }
}
