// Everything the core can ask for. Each answer comes back as an event.

import type { Failure } from './error.js'
import type { ConditionId, Hex } from './market.js'
import type { OrderDraft } from './order.js'

export interface PlaceIntent {
  readonly intentId: number
  readonly draft: OrderDraft
}

export type Command =
  /** Signs, writes the journal, sends. Refused with `fee-stale` when the fee is older than allowed at the moment of signing. */
  | {
      readonly kind: 'place'
      readonly conditionId: ConditionId
      readonly intents: readonly PlaceIntent[]
      readonly feeReadAtMonoMs: number
    }
  /** At most `MOST_CANCELS` hashes, of any markets. */
  | { readonly kind: 'cancel'; readonly hashes: readonly Hex[] }
  | { readonly kind: 'read-fee'; readonly conditionId: ConditionId }
  | { readonly kind: 'read-best-bids'; readonly conditionId: ConditionId }
  | { readonly kind: 'read-book'; readonly conditionId: ConditionId }
  | { readonly kind: 'resync'; readonly conditionId: ConditionId }
  | { readonly kind: 'list-orders'; readonly askedSeq: number }
  | { readonly kind: 'list-fills'; readonly sinceVenueMs: number; readonly askedSeq: number }
  | { readonly kind: 'read-account'; readonly askedSeq: number }
  | { readonly kind: 'look-up'; readonly hash: Hex }
  /** The same bytes again: the venue answers for the first sending, or accepts the order now. */
  | { readonly kind: 'resend'; readonly hash: Hex }
  /** Something no waiting can mend: pull everything and end with the reason. */
  | { readonly kind: 'stop'; readonly failure: Failure }

/** Route class and number of requests of a command, for the budget. */
export function requestCost(command: Command): {
  readonly routeClass: 'read' | 'write' | 'cancel' | 'account'
  readonly requests: number
} {
  switch (command.kind) {
    case 'place':
      return { routeClass: 'write', requests: command.intents.length }
    case 'resend':
      return { routeClass: 'write', requests: 1 }
    case 'cancel':
      return { routeClass: 'cancel', requests: 1 }
    case 'resync':
    case 'stop':
      return { routeClass: 'read', requests: 0 }
    case 'read-account':
      return { routeClass: 'read', requests: 2 }
    default:
      return { routeClass: 'read', requests: 1 }
  }
}
