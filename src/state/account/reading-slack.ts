// How far a reading of the account may lie from our count of tokens: matches count at once, the venue's holdings move at settlement; and
// what rests, or rested a moment ago, may have been matched and settled unheard of.

import { largerRaw } from '../../domain/amounts/money.js'
import type { Outcome } from '../../domain/market/side.js'
import { isOver, matchedRawOf, type OwnOrder, pendingRawOf } from '../../domain/orders/own-order.js'
import { UNHEARD_MS } from '../orders/own-orders.js'

/** How far a reading may lie from the count while orders are under way, raw tokens. */
export interface Slack {
  readonly below: bigint
  readonly above: bigint
}

interface SlackContext {
  /** Beside what the orders explain, raw tokens. */
  readonly aboveRaw: bigint
  readonly belowRaw: bigint
  readonly nowMonoMs: number
  /** Whether a reading may not show yet what was settled of the order. */
  readonly recently: (order: OwnOrder) => boolean
}

export function slackOf(outcome: Outcome, orders: readonly OwnOrder[], context: SlackContext): Slack {
  let { below, above } = unsettledOf(outcome, orders, context)
  // of the orders that ended a moment ago one may have been matched unheard, hardly several
  const unheard = { BUY: 0n, SELL: 0n }
  for (const order of orders) {
    const { outcome: of, side } = order.draft
    if (of !== outcome) continue
    const restingRaw = isOver(order) || order.phase === 'unknown' ? 0n : order.restingRaw
    if (side === 'BUY') above += restingRaw
    else below += restingRaw
    const isFresh = isOver(order) && context.nowMonoMs - order.sinceMonoMs < UNHEARD_MS
    if (isFresh) unheard[side] = largerRaw(unheard[side], order.restedRaw)
  }
  below += unheard.SELL
  above += unheard.BUY
  return { below, above }
}

/** Without what rests, for all that is known: lists tell soon what was matched of that. Nothing else tells of an order of unknown outcome. */
export function unsettledOf(
  outcome: Outcome,
  orders: readonly OwnOrder[],
  { aboveRaw, belowRaw, recently }: SlackContext,
): Slack {
  let below = belowRaw
  let above = aboveRaw
  for (const order of orders) {
    const { outcome: of, side } = order.draft
    if (of !== outcome) continue
    const unsettledRaw = recently(order) ? matchedRawOf(order) : pendingRawOf(order)
    const unknownRaw = order.phase === 'unknown' ? order.restingRaw : 0n
    below += side === 'BUY' ? unsettledRaw : unknownRaw
    above += side === 'BUY' ? unknownRaw : unsettledRaw
  }
  return { below, above }
}
