// The record of what was decided about one market.

import type { MarketDecision } from '../domain/decision.js'
import type { OrderPlan } from '../execution/order-planner.js'
import type { Breach } from '../risk/breach.js'
import type { Approval } from '../risk/grants.js'
import type { Cell } from './cells.js'

export interface Explanation {
  readonly approval: Approval
  readonly plans: readonly OrderPlan[]
  /** Why nothing may rest in it. */
  readonly stop: Breach | undefined
}

export function explain(
  { conditionId, target }: Pick<Cell, 'conditionId' | 'target'>,
  { approval, plans, stop }: Explanation,
): MarketDecision {
  return {
    conditionId,
    approved: approval.approved,
    refused: [...target.refused, ...approval.refused],
    waiting: plans.flatMap(({ waiting }) => waiting.get(conditionId) ?? []),
    ...(stop === undefined ? {} : { stopped: stop.detail }),
    ...(target.fair === undefined ? {} : { fair: target.fair }),
    ...(target.note === undefined ? {} : { note: target.note }),
  }
}
