// Own orders that would match each other, seen from YES: an own bid must stay below every own ask.
//
//   BUY YES p, BUY NO q     p + q <= 1 - tick        BUY p, SELL q of one outcome     p <= q - tick
//   SELL YES p, SELL NO q   p + q >= 1 + tick

import type { LiveOrder } from '../../domain/account/exposure.js'
import type { Market } from '../../domain/market/market.js'
import { YES } from '../../domain/market/side.js'
import { betterBy, yesPlace } from '../../domain/market/yes-view.js'
import type { Quote } from '../../domain/orders/quote.js'
import type { Breach } from './breach.js'

/** The first order of `live` that `candidate` would match. */
export function selfCross(
  candidate: Quote,
  live: readonly LiveOrder[],
  { ticksPerUnit }: Pick<Market, 'ticksPerUnit'>,
): Breach | undefined {
  const own = yesPlace(candidate, ticksPerUnit)
  const crossed = live.find((order) => {
    if (order.conditionId !== candidate.conditionId || order.sizeRaw <= 0n) return false
    const other = yesPlace(order, ticksPerUnit)
    return other.on !== own.on && betterBy(own, other.price) >= 0
  })
  if (crossed === undefined) return undefined
  const words = (order: Pick<LiveOrder, 'outcome' | 'side' | 'price'>) =>
    `${order.side} ${order.outcome === YES ? 'YES' : 'NO'} at ${order.price / ticksPerUnit}`
  return { reason: 'self-cross', detail: `${words(candidate)} would match our own ${words(crossed)}` }
}
