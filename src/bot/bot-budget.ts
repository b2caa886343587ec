// Where a bot's request budget starts from, and who is told of it.

import {
  type ByClass,
  type FormerUse,
  type PermitStock,
  ROUTE_CLASSES,
  type RouteClassName,
  type WindowLimits,
} from '../domain/permit.js'
import type { CoreInput } from '../domain/run/core-event.js'
import type { Budget } from '../execution/budget/budget.js'
import type { Desk } from '../execution/budget/permit-desk.js'

export interface BotBudget {
  /** To begin with: answers teach them. */
  readonly limits: Readonly<Record<RouteClassName, WindowLimits>>
  /** One request alone until the first answer of a class. Default true. */
  readonly learnFirst?: boolean
  /** What the process before this one has used with the same key; absent: nobody knows. */
  readonly former?: ByClass<FormerUse>
  /** Where the session pays for what no command pays. */
  readonly desk: Desk
  /** Draws permits ahead of need. */
  readonly stock?: PermitStock
}

/** From now on the core counts: all that concerns the budget reaches it as events. */
export function countInCore(
  { limits, learnFirst = true, former, desk, stock }: BotBudget,
  emit: (input: CoreInput) => void,
  count: Pick<Budget, 'uses' | 'leaves'>,
) {
  for (const routeClass of ROUTE_CLASSES) {
    const used = former && { former: former[routeClass] }
    emit({ kind: 'budget', routeClass, ...limits[routeClass], learnFirst, stocked: stock !== undefined, ...used })
  }
  stock?.listen((routeClass, count) => emit({ kind: 'permits-drawn', routeClass, count }))
  desk.redirect(emit, count)
}
