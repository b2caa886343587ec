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

type Draft = { -readonly [K in keyof MarketDecision]: MarketDecision[K] }

export function explain(
  { conditionId, wanted }: Pick<Cell, 'conditionId' | 'wanted'>,
  { approval, plans, stop }: Explanation,
): MarketDecision {
  const decision: Draft = {
    conditionId,
    approved: approval.approved,
    refused: [...wanted.refused, ...approval.refused],
    waiting: plans.flatMap(({ waiting }) => waiting.get(conditionId) ?? []),
  }
  if (stop !== undefined) decision.stopped = stop.detail
  if (wanted.fair !== undefined) decision.fair = wanted.fair
  if (wanted.note !== undefined) decision.note = wanted.note
  if (wanted.terms !== undefined) decision.terms = wanted.terms
  if (wanted.wished !== undefined) decision.wished = wanted.wished
  if (wanted.memoryHash !== undefined) decision.memoryHash = wanted.memoryHash
  if (wanted.memory !== undefined) decision.memory = wanted.memory
  return decision
}
