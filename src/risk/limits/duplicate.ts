// Two orders of one intent: the same price of the same leg, while the first of them stands and nobody cancels it.

import type { Market } from '../../domain/market/market.js'
import { YES } from '../../domain/market/side.js'
import type { Quote } from '../../domain/orders/quote.js'
import type { Breach } from './breach.js'

type Place = Pick<Quote, 'outcome' | 'side' | 'price'>

/** Why `candidate` may not be sent beside those that `standing` holds of its market; being cancelled, or about to be, none of them stands. */
export function duplicateOf(
  candidate: Place,
  standing: readonly Place[],
  { ticksPerUnit }: Pick<Market, 'ticksPerUnit'>,
): Breach | undefined {
  for (const { outcome, side, price } of standing) {
    if (outcome !== candidate.outcome || side !== candidate.side || price !== candidate.price) continue
    const words = `${side} ${outcome === YES ? 'YES' : 'NO'} at ${price / ticksPerUnit}`
    return { reason: 'duplicate', detail: `an order of ours stands there: ${words}` }
  }
  return undefined
}
