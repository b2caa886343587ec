// The last check before a place, while old orders may still live: limits, funds and self-cross against all of them.

import type { LiveOrder, MarketPosition } from '../../domain/account/exposure.js'
import type { Quote } from '../../domain/orders/quote.js'
import type { Headroom } from '../totals/headroom.js'
import type { Breach } from './breach.js'
import { selfCross } from './self-cross.js'

export interface GateContext {
  /** The market's position; `undefined` while it is not known. */
  readonly position: MarketPosition | undefined
  /** Everything that may still be matched, counted. */
  readonly room: Headroom
}

/**
 * Why `candidate` may not be sent while every order counted in `room` may still be matched; `undefined` when it may. `living` holds at least
 * the orders of its market. Sending several: the ones let through are taken by `room` and join `living` before the next is asked for.
 */
export function fits(
  candidate: Quote,
  living: readonly LiveOrder[],
  { position, room }: GateContext,
): Breach | undefined {
  if (position === undefined) {
    return { reason: 'market-not-open', detail: 'the position of the market is not known' }
  }
  const { market } = position
  return selfCross(candidate, living, market) ?? room.breaches([candidate])[0]
}
