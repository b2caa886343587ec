// What can happen to one order, and what each event brings along.

import type { Hex } from '../../domain/market/market.js'
import type { Fill } from '../../domain/orders/fill.js'
import type { OrderRecord } from '../../domain/orders/order.js'

interface Reported {
  readonly record: OrderRecord
}

export type OrderEvent =
  /** A quote is to be placed. */
  | { readonly kind: 'intended' }
  /** The journal names it: signed by an earlier run, and not known to be over. */
  | { readonly kind: 'recovered'; readonly hash: Hex }
  | { readonly kind: 'signed'; readonly hash: Hex }
  /** The answer to sending it: it rests, or is matched. */
  | { readonly kind: 'accepted'; readonly hash: Hex }
  /** The answer to sending it: it was over at once. */
  | { readonly kind: 'accepted-over'; readonly hash: Hex }
  /** It could not be signed, or was refused: it never existed. */
  | { readonly kind: 'refused' }
  /** No answer to sending it, or one that says nothing: it may exist. */
  | { readonly kind: 'unanswered' }
  /** Any of the answers above, after the venue has reported on the order: the report is the later word. */
  | { readonly kind: 'answered-late' }
  | { readonly kind: 'cancel-sent'; readonly atMonoMs: number }
  | { readonly kind: 'cancelled' }
  /** The venue would not cancel it: over, settling, or not known to it. */
  | { readonly kind: 'cancel-refused' }
  /** No answer to the cancel. */
  | { readonly kind: 'cancel-failed' }
  /** The venue's record, not older than the last one: it rests. */
  | ({ readonly kind: 'reported-open' } & Reported)
  /** The venue's record: all of it is matched, and not yet settled. */
  | ({ readonly kind: 'reported-settling' } & Reported)
  /** The venue's record: nothing more of it can be matched. Matches of it may wait for their settlement. */
  | ({ readonly kind: 'reported-over' } & Reported)
  /** The venue has answered that it is cancelled, and a complete list asked for after that still has it. */
  | { readonly kind: 'still-listed' }
  /** A complete list asked for after it was last heard of does not have it. */
  | { readonly kind: 'unlisted' }
  /** A match is heard of, has settled, or has failed as the venue's record says already. */
  | { readonly kind: 'fill'; readonly fill: Fill }
  /** The settlement of a match has failed that the venue's record still counts. */
  | { readonly kind: 'fill-failed'; readonly fill: Fill }
  /** Nothing of it rests, and the venue knows neither it nor its matches that are not settled: see the forgotten matches. */
  | { readonly kind: 'forgotten' }
  /** The holdings at start are read: what is settled of it by now is part of them. */
  | { readonly kind: 'rebased' }
  /** Its expiration has passed: see the unknowns. */
  | { readonly kind: 'overdue' }
  /** Proven dead: see the unknowns. */
  | { readonly kind: 'dead' }

export type OrderEventKind = OrderEvent['kind']
