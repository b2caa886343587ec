// How many requests of a class may be without an answer. Where the venue, or the way to it, is slower than the limits allow, more of them would
// wait for each other before a connection, in the order of their asking: a fee would be too old when it comes, an order's price, too. What
// has no permit yet is chosen anew at each turn.

import { MOST_UNDER_WAY, type RouteClassName } from '../../domain/permit.js'
import type { Need } from './need.js'

/** Part of the second's reads that may be unanswered. */
const UNANSWERED_SHARE = 0.5
/** Of what is routine, or leaves a part of the minute to others: lists and fees find the rest, and whoever asks whether a cancel is done. */
const MOST_BESIDE = 0.75 * MOST_UNDER_WAY

export interface Unanswered {
  /** Permits of which nobody has told yet. */
  readonly taken: number
  /** Requests that were given up, and may lie before the venue. */
  readonly unheard: number
  /** The limit of the second. */
  readonly perSecond: number
}

/** For one more request; infinite for what must not wait for other answers: cancels, the account, and all of an emergency. */
export function roomUnderWay(
  routeClass: RouteClassName,
  { priority = 'routine', reserve = 0 }: Need,
  { taken, unheard, perSecond }: Unanswered,
): number {
  if (priority === 'emergency' || (routeClass !== 'read' && routeClass !== 'write')) return Number.POSITIVE_INFINITY
  const most = priority === 'urgent' && reserve === 0 ? MOST_UNDER_WAY : MOST_BESIDE
  if (routeClass === 'write' || priority === 'urgent') return most - taken
  const bySecond = Math.max(1, Math.floor(perSecond * UNANSWERED_SHARE))
  return Math.min(most - taken, bySecond - taken - unheard)
}
