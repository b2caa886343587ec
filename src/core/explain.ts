// The record of what was decided about one market.

import type { MarketDecision } from '../domain/decision.js'
import type { OrderPlan } from '../execution/planning/order-planner.js'
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
  { conditionId, wanted }: Pick<Cell, 'conditionId' | 'wanted'>,
  { approval, plans, stop }: Explanation,
): MarketDecision {
  return {
    conditionId,
    approved: approval.approved,
    refused: [...wanted.refused, ...approval.refused],
    waiting: plans.flatMap(({ waiting }) => waiting.get(conditionId) ?? []),
    ...(stop === undefined ? {} : { stopped: stop.detail }),
    ...(wanted.fair === undefined ? {} : { fair: wanted.fair }),
    ...(wanted.note === undefined ? {} : { note: wanted.note }),
    ...(wanted.terms === undefined ? {} : { terms: wanted.terms }),
    ...(wanted.wished === undefined ? {} : { wished: wanted.wished }),
    ...(wanted.memoryHash === undefined ? {} : { memoryHash: wanted.memoryHash }),
    ...(wanted.memory === undefined ? {} : { memory: wanted.memory }),
  }
}
