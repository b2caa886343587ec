// A plan in the making: what is sent, what waits for what, and when each market is looked at again.

import type { Command } from '../../domain/command.js'
import type { ConditionId } from '../../domain/market.js'
import type { OpenOrder } from '../../domain/own-order.js'
import type { RepriceRate } from './reprice-rate.js'
import { type Pressure, press } from './starved.js'

export interface Draft {
  readonly commands: Command[]
  readonly cancels: OpenOrder[]
  /** Absent while nothing waits. */
  waiting: Map<ConditionId, string[]> | undefined
  readonly due: Map<ConditionId, number>
  /** Markets that wait for nothing but a budget; absent while there is none. */
  starved: Map<ConditionId, Pressure> | undefined
  readonly rate: RepriceRate
}

export function emptyDraft(rate: RepriceRate): Draft {
  return { commands: [], cancels: [], waiting: undefined, due: new Map(), starved: undefined, rate }
}

/** The market is looked at again at this moment at the latest, monotonic. */
export function dueBy({ due }: Draft, conditionId: ConditionId, monoMs: number): void {
  due.set(conditionId, Math.min(due.get(conditionId) ?? Number.POSITIVE_INFINITY, monoMs))
}

/** Something is held back, for a person to read, until this moment. */
export function wait(draft: Draft, conditionId: ConditionId, reason: string, untilMonoMs: number): void {
  tell(draft, conditionId, reason)
  dueBy(draft, conditionId, untilMonoMs)
}

/** Something is held back for want of a budget; it is planned again when there is one. */
export function starve(draft: Draft, conditionId: ConditionId, reason: string, pressure: Partial<Pressure>): void {
  tell(draft, conditionId, reason)
  draft.starved ??= new Map()
  press(draft.starved, conditionId, pressure)
}

function tell(draft: Draft, conditionId: ConditionId, reason: string): void {
  draft.waiting ??= new Map()
  const reasons = draft.waiting.get(conditionId)
  if (reasons) reasons.push(reason)
  else draft.waiting.set(conditionId, [reason])
}
