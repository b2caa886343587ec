// How far a reading of the account may lie from our count of tokens: matches count at once, the venue's holdings move at settlement; and
// what rests, or rested a moment ago, may have been matched and settled unheard of.

import { largerRaw } from '../../domain/amounts/money.js'
import type { Outcome } from '../../domain/market/side.js'
import { isOver, matchedRawOf, type OwnOrder, pendingRawOf } from '../../domain/orders/own-order.js'
import { UNHEARD_MS } from '../orders/own-orders.js'
import type { Slack } from './reconciliation.js'

interface SlackContext {
  /** Beside what the orders explain, raw tokens. */
  readonly aboveRaw: bigint
  readonly belowRaw: bigint
  readonly nowMonoMs: number
  /** Whether a reading may not show yet what was settled of the order. */
  readonly recently: (order: OwnOrder) => boolean
}

export function slackOf(
  outcome: Outcome,
  orders: readonly OwnOrder[],
  { aboveRaw, belowRaw, nowMonoMs, recently }: SlackContext,
): Slack {
  let below = belowRaw
  let above = aboveRaw
  // of the orders that ended a moment ago one may have been matched unheard, hardly several
  const unheard = { BUY: 0n, SELL: 0n }
  for (const order of orders) {
    const { outcome: of, side } = order.draft
    if (of !== outcome) continue
    const restingRaw = isOver(order) ? 0n : order.restingRaw
    const unsettledRaw = recently(order) ? matchedRawOf(order) : pendingRawOf(order)
    below += side === 'BUY' ? unsettledRaw : restingRaw
    above += side === 'BUY' ? restingRaw : unsettledRaw
    const isFresh = isOver(order) && nowMonoMs - order.sinceMonoMs < UNHEARD_MS
    if (isFresh) unheard[side] = largerRaw(unheard[side], order.restedRaw)
  }
  below += unheard.SELL
  above += unheard.BUY
  return { below, above }
}
