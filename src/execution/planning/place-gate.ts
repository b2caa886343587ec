// The last check before a place, as the planner asks for it.

import type { OpenOrder } from '../../domain/orders/own-order.js'
import type { Quote, Refusal } from '../../domain/orders/quote.js'

/** What keeps a quote from being sent now. */
export interface Held {
  /** For a person. */
  readonly waitsFor: string
  /** When it is to be looked at again, monotonic; after a second by default. */
  readonly untilMonoMs?: number
  /** It has no room beside what may still be matched: where that is less than approved, somebody may take more than its due. */
  readonly hasNoRoom?: boolean
  /** Set for a limit that is checked nowhere before: it is counted as a refusal. */
  readonly refusal?: Pick<Refusal, 'reason' | 'detail'>
}

export interface PlaceGate {
  /** Why a quote may not be sent while every own order may still be matched; the order rate aside. */
  refuses(quote: Quote): Held | undefined
  /** What keeps any order at all from being sent now, beside so many others that are about to be. */
  isShut(beside: number): Held | undefined
  /** The quote is sent: it counts from now on. */
  sent(quote: Quote): void
  /** A cancel of the order is sent. */
  leaves(order: OpenOrder): void
}
