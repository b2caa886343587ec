// A plan in the making: what is sent, what waits for what, and when each market is looked at again.

import type { ConditionId } from '../../domain/market/market.js'
import type { OpenOrder } from '../../domain/orders/own-order.js'
import type { Quote, Refusal } from '../../domain/orders/quote.js'
import type { Command } from '../../domain/run/command.js'
import type { Instant } from '../../domain/time.js'
import { firstRenewalInMs } from './lifetime.js'
import type { PlanMarket } from './market-plan.js'
import type { Held } from './place-gate.js'
import type { RepriceRate } from './reprice-rate.js'
import { type Pressure, press } from './starved.js'

export interface OrderPlan {
  readonly commands: readonly Command[]
  /** Orders whose cancel is sent now. */
  readonly cancelled: readonly OpenOrder[]
  readonly waiting: ReadonlyMap<ConditionId, readonly string[]>
  /** What the gate alone has refused; absent where it has nothing. */
  readonly refused: ReadonlyMap<ConditionId, readonly Refusal[]> | undefined
  /** When a market is to be planned again although nothing changes, monotonic. */
  readonly due: ReadonlyMap<ConditionId, number>
  /** Markets that wait for nothing but a budget: planned again where there is `room`. */
  readonly starved: ReadonlyMap<ConditionId, Pressure>
  /** Markets in which something approved has no room beside what may still be matched; absent where none is. */
  readonly cramped: ReadonlySet<ConditionId> | undefined
}

const NOTHING_WAITS: OrderPlan['waiting'] = new Map()
const NOBODY_STARVES: OrderPlan['starved'] = new Map()

export interface Draft {
  readonly commands: Command[]
  readonly cancels: OpenOrder[]
  /** Absent while nothing waits. */
  waiting: Map<ConditionId, string[]> | undefined
  /** What the gate alone has refused; absent while it has nothing. */
  refused: Map<ConditionId, Refusal[]> | undefined
  readonly due: Map<ConditionId, number>
  /** Markets that wait for nothing but a budget; absent while there is none. */
  starved: Map<ConditionId, Pressure> | undefined
  cramped: Set<ConditionId> | undefined
  readonly rate: RepriceRate
}

/** What no moment is known for is looked at again after so long. */
const LOOK_AGAIN_MS = 1000

export function emptyDraft(rate: RepriceRate): Draft {
  return {
    commands: [],
    cancels: [],
    waiting: undefined,
    refused: undefined,
    due: new Map(),
    starved: undefined,
    cramped: undefined,
    rate,
  }
}

export function planOf(draft: Draft): OrderPlan {
  const { commands, cancels, waiting = NOTHING_WAITS, refused, due, starved = NOBODY_STARVES, cramped } = draft
  return { commands, cancelled: cancels, waiting, refused, due, starved, cramped }
}

/** Of all plans, in their order. */
export function commandsOf(plans: readonly OrderPlan[]): readonly Command[] {
  const [first] = plans
  if (plans.length === 1 && first !== undefined) return first.commands
  const commands: Command[] = []
  for (const plan of plans) commands.push(...plan.commands)
  return commands
}

/** The market is looked at again at this moment at the latest, monotonic. */
export function dueBy({ due }: Draft, conditionId: ConditionId, monoMs: number): void {
  due.set(conditionId, Math.min(due.get(conditionId) ?? Number.POSITIVE_INFINITY, monoMs))
}

/** Each market is looked at again when the first of its orders may have to be renewed. */
export function renewBy(
  draft: Draft,
  markets: readonly Pick<PlanMarket, 'market' | 'orders'>[],
  now: Instant,
  settings: Parameters<typeof firstRenewalInMs>[2],
): void {
  for (const { market, orders } of markets) {
    const firstMs = firstRenewalInMs(orders, now.venueMs, settings)
    if (firstMs < Number.POSITIVE_INFINITY) dueBy(draft, market.conditionId, now.monoMs + firstMs)
  }
}

/** Something is held back, for a person to read, until this moment. */
export function wait(draft: Draft, conditionId: ConditionId, reason: string, untilMonoMs: number): void {
  tell(draft, conditionId, reason)
  dueBy(draft, conditionId, untilMonoMs)
}

/** The gate before a place is what holds the quote back. */
export function hold(draft: Draft, quote: Quote, held: Held, nowMonoMs: number): void {
  const { waitsFor, untilMonoMs, refusal, hasNoRoom } = held
  const { conditionId } = quote
  if (hasNoRoom === true) {
    draft.cramped ??= new Set()
    draft.cramped.add(conditionId)
  }
  wait(draft, conditionId, waitsFor, untilMonoMs ?? nowMonoMs + LOOK_AGAIN_MS)
  if (refusal === undefined) return
  draft.refused ??= new Map()
  const known = draft.refused.get(conditionId)
  const refused = { quote, ...refusal }
  if (known) known.push(refused)
  else draft.refused.set(conditionId, [refused])
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
