// The record of what was decided about one market.

import type { ConditionId } from '../domain/market/market.js'
import type { Refusal } from '../domain/orders/quote.js'
import type { WishedQuote } from '../domain/orders/wish.js'
import type { MarketDecision } from '../domain/run/decision.js'
import type { Instant } from '../domain/time.js'
import type { OrderPlan } from '../execution/planning/plan-draft.js'
import type { Breach } from '../risk/limits/breach.js'
import type { Approval } from '../risk/totals/grants.js'
import type { Cell } from './cells.js'
import type { RiskStage } from './risk-stage.js'

export interface Explanation {
  readonly approval: Approval
  readonly plans: readonly OrderPlan[]
  /** Why nothing may rest in it. */
  readonly stop: Breach | undefined
}

type Draft = { -readonly [K in keyof MarketDecision]: MarketDecision[K] }

export interface ExplainedBy {
  readonly risk: Pick<RiskStage, 'approval' | 'stopOf'>
  readonly plans: readonly OrderPlan[]
  readonly at: Instant
}

export function explainAll(cells: readonly Cell[], { risk, plans, at }: ExplainedBy): readonly MarketDecision[] {
  return cells.map((cell) => {
    const { conditionId } = cell
    return explain(cell, { approval: risk.approval(conditionId), plans, stop: risk.stopOf(conditionId, at) })
  })
}

export function explain(
  { conditionId, wanted }: Pick<Cell, 'conditionId' | 'wanted'>,
  { approval, plans, stop }: Explanation,
): MarketDecision {
  const decision: Draft = {
    conditionId,
    approved: approval.approved,
    refused: joined(joined(wanted.refused, approval.refused), refusedIn(conditionId, plans)),
    waiting: waitingIn(conditionId, plans),
  }
  if (stop !== undefined) {
    decision.stopped = stop.detail
    decision.stoppedBy = stop.reason
  }
  if (wanted.fair !== undefined) decision.fair = wanted.fair
  if (wanted.note !== undefined) decision.note = wanted.note
  if (wanted.terms !== undefined && typeof wanted.terms !== 'function') decision.terms = wanted.terms
  if (saysWhy(wanted.wished)) decision.wished = wanted.wished
  if (wanted.cautions !== undefined) decision.cautions = wanted.cautions
  if (wanted.memoryHash !== undefined) decision.memoryHash = wanted.memoryHash
  if (wanted.memory !== undefined) decision.memory = wanted.memory
  return decision
}

function saysWhy(wished: readonly WishedQuote[]): boolean {
  for (const { terms } of wished) if (terms !== undefined) return true
  return false
}

const NONE_REFUSED: readonly Refusal[] = []

/** At the last check before a place. */
function refusedIn(conditionId: ConditionId, plans: readonly OrderPlan[]): readonly Refusal[] {
  let all = NONE_REFUSED
  for (const { refused } of plans) {
    const here = refused?.get(conditionId)
    if (here !== undefined) all = joined(all, here)
  }
  return all
}

const NOTHING_WAITS: readonly string[] = []

/** Mostly one of the two says nothing. */
function joined<T>(some: readonly T[], others: readonly T[]): readonly T[] {
  if (others.length === 0) return some
  return some.length === 0 ? others : [...some, ...others]
}

function waitingIn(conditionId: ConditionId, plans: readonly OrderPlan[]): readonly string[] {
  let all = NOTHING_WAITS
  for (const { waiting } of plans) {
    const here = waiting.size === 0 ? undefined : waiting.get(conditionId)
    if (here !== undefined) all = joined(all, here)
  }
  return all
}
