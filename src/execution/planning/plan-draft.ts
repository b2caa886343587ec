// A plan in the making: what is sent, what waits for what, and when each market is looked at again.

import type { Command } from '../../domain/command.js'
import type { ConditionId } from '../../domain/market.js'
import type { OpenOrder } from '../../domain/own-order.js'
import type { RepriceRate } from './reprice-rate.js'

export interface Draft {
  readonly commands: Command[]
  readonly cancels: OpenOrder[]
  readonly waiting: Map<ConditionId, string[]>
  readonly due: Map<ConditionId, number>
  readonly starved: Set<ConditionId>
  readonly rate: RepriceRate
}

export function emptyDraft(rate: RepriceRate): Draft {
  return { commands: [], cancels: [], waiting: new Map(), due: new Map(), starved: new Set(), rate }
}

/** The market is looked at again at this moment at the latest, monotonic. */
export function dueBy({ due }: Draft, conditionId: ConditionId, monoMs: number): void {
  due.set(conditionId, Math.min(due.get(conditionId) ?? Number.POSITIVE_INFINITY, monoMs))
}

/** Something is held back, for a person to read, until this moment. */
export function wait(draft: Draft, conditionId: ConditionId, reason: string, untilMonoMs: number): void {
  const reasons = draft.waiting.get(conditionId) ?? []
  reasons.push(reason)
  draft.waiting.set(conditionId, reasons)
  dueBy(draft, conditionId, untilMonoMs)
}
