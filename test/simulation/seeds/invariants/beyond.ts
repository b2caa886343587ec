// Whether orders besides those that count would bring an amount beyond its limit, by plain sums.

import type { ConditionId, Market } from '../../../../src/domain/market/market.js'
import type { Quote, Refusal, RefusalReason } from '../../../../src/domain/orders/quote.js'
import type { RiskLimits } from '../../../../src/risk/schema.js'
import { limitRaw } from '../unit.js'
import { NOTHING, OF_ALL, OF_MARKET, plus, type Totals } from './limit-rules.js'
import type { wrongOrder } from './order-limits.js'
import type { PlainExposure, PlainOrder } from './plain-exposure.js'

interface Approval {
  readonly approved: readonly Quote[]
  readonly refused: readonly Refusal[]
}

/** One market as it is judged. */
export interface Judged extends Approval {
  readonly market: Market
  readonly tokensRaw: readonly [bigint, bigint]
  readonly wanted: readonly Quote[]
  readonly cell: Parameters<typeof wrongOrder>[2]
  /** With what may be matched although nobody wants it, and with what is approved besides. */
  readonly base: PlainExposure
  readonly whole: PlainExposure
}

/** How much room there is beside all that counts. */
export interface Room {
  readonly totals: Totals
  readonly freeRaw: bigint
  readonly heldRaw: (conditionId: ConditionId, outcome: 0 | 1) => bigint
  /** What the group of a market may lose, raw, if this is how the market counts; nothing where groups have no limit. */
  readonly groupLossRaw: (market: Market, instead: PlainExposure) => bigint | undefined
}

/** With these besides, the amount that the reason names would be beyond its limit. */
export function isBeyond(
  reason: RefusalReason,
  { market, whole }: Judged,
  { risk, room, orders }: { risk: RiskLimits; room: Room; orders: readonly PlainOrder[] },
): boolean {
  const more = whole.with(orders)
  const [before, after] = [whole.sums, more.sums]
  for (const rule of OF_MARKET)
    if (
      rule.reason === reason &&
      rule.amount(after) > limitRaw(rule.limit(risk), market.unitRaw) &&
      rule.amount(after) > rule.amount(before)
    )
      return true
  for (const rule of OF_ALL) {
    if (rule.reason !== reason) continue
    const addedRaw = rule.amount(plus(NOTHING, after)) - rule.amount(plus(NOTHING, before))
    if (addedRaw > 0n && rule.amount(room.totals) + addedRaw > limitRaw(rule.limit(risk), market.unitRaw)) return true
  }
  if (reason === 'group-loss') {
    const [beforeRaw = 0n, afterRaw = 0n] = [room.groupLossRaw(market, whole), room.groupLossRaw(market, more)]
    return afterRaw > limitRaw(risk.maxGroupLoss ?? 0, market.unitRaw) && afterRaw > beforeRaw
  }
  if (reason === 'no-collateral')
    return (
      after.lockedRaw > before.lockedRaw && room.totals.lockedRaw + after.lockedRaw - before.lockedRaw > room.freeRaw
    )
  if (reason === 'not-held')
    return ([0, 1] as const).some(
      (outcome) =>
        more.soldRaw(outcome) > whole.soldRaw(outcome) &&
        more.soldRaw(outcome) > room.heldRaw(market.conditionId, outcome),
    )
  return false
}

export const ofSize = (
  { outcome, side, price }: Omit<PlainOrder, 'sizeRaw'>,
  lots: number,
  { lotRaw }: Market,
): PlainOrder => ({
  ...{ outcome, side, price },
  sizeRaw: BigInt(lots) * lotRaw,
})
