// Budgets, desks and permits for tests.

import { type Permit, ROUTE_CLASSES, type RouteClassName, type WindowLimits } from '../../../src/domain/permit.js'
import type { Clock } from '../../../src/domain/time.js'
import { Budget } from '../../../src/execution/budget/budget.js'
import type { GivenLimits } from '../../../src/execution/budget/class-budget.js'
import { LocalCount } from '../../../src/execution/budget/local-count.js'
import { Desk } from '../../../src/execution/budget/permit-desk.js'

type ByClass = Partial<Record<RouteClassName, GivenLimits>>

/** Further limits for a budget that may have some. */
export function limit(budget: Budget, limits: ByClass): void {
  for (const routeClass of ROUTE_CLASSES) {
    const given = limits[routeClass]
    if (given) budget.hear({ kind: 'budget', routeClass, ...given }, 0)
  }
}

export function budgetOf(limits: ByClass): Budget {
  const budget = new Budget()
  limit(budget, limits)
  return budget
}

/** The same limits for every class. */
export function all(limits: WindowLimits): Record<RouteClassName, WindowLimits> {
  return { read: limits, write: limits, cancel: limits, account: limits }
}

/** A desk with a count of its own, for a session without a core. */
export function countingDesk(limits: ByClass, clock: Clock, desk = new Desk()): Desk {
  new LocalCount({ budget: budgetOf(limits), desk, clock })
  return desk
}

/** The same limits, with one request alone until the first answer of a class. */
export function learningFirst(limits: Record<RouteClassName, WindowLimits>): ByClass {
  const of = (routeClass: RouteClassName) => ({ ...limits[routeClass], learnFirst: true })
  return { read: of('read'), write: of('write'), cancel: of('cancel'), account: of('account') }
}

export function permit(serial: number, routeClass: RouteClassName = 'read'): Permit {
  return { routeClass, serial, untilMonoMs: Number.POSITIVE_INFINITY }
}
