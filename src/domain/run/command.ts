// Everything the core can ask for. Each answer comes back as an event, and each request is paid from the permits of its command.

import type { ChainAct } from '../account/chain-transaction.js'
import type { Failure } from '../error.js'
import type { ConditionId, Hex } from '../market/market.js'
import type { OrderDraft } from '../orders/order.js'
import type { Permit, StockOrder } from '../permit.js'

export interface PlaceIntent {
  readonly intentId: number
  readonly draft: OrderDraft
}

/** One permit per request that it surely costs; a list with more pages asks for more. */
interface Paid {
  readonly permits: readonly Permit[]
}

export type Command =
  /** Signs, writes the journal, sends. Refused with `fee-stale` when the fee is older than allowed at the moment of signing. */
  | ({
      readonly kind: 'place'
      readonly conditionId: ConditionId
      readonly intents: readonly PlaceIntent[]
      readonly feeReadAtMonoMs: number
    } & Paid)
  /** At most `MOST_CANCELS` hashes, of any markets. */
  | ({ readonly kind: 'cancel'; readonly hashes: readonly Hex[] } & Paid)
  | ({ readonly kind: 'read-fee'; readonly conditionId: ConditionId } & Paid)
  | ({ readonly kind: 'read-best-bids'; readonly conditionId: ConditionId } & Paid)
  | ({ readonly kind: 'read-book'; readonly conditionId: ConditionId } & Paid)
  | { readonly kind: 'resync'; readonly conditionId: ConditionId }
  | ({ readonly kind: 'list-orders'; readonly askedSeq: number } & Paid)
  | ({ readonly kind: 'list-fills'; readonly sinceVenueMs: number; readonly askedSeq: number } & Paid)
  | ({ readonly kind: 'read-account'; readonly askedSeq: number } & Paid)
  | ({ readonly kind: 'look-up'; readonly hash: Hex } & Paid)
  /** The same bytes again: the venue answers for the first sending, or accepts the order now. */
  | ({ readonly kind: 'resend'; readonly hash: Hex } & Paid)
  /** To the request that waits for it. */
  | { readonly kind: 'give-permit'; readonly wantId: number; readonly permit: Permit }
  | StockOrder
  /** A transaction; what becomes of it is told by events. */
  | { readonly kind: 'chain-act'; readonly act: ChainAct }
  /** Something no waiting can mend: pull everything and end with the reason. */
  | { readonly kind: 'stop'; readonly failure: Failure }

/** A command without its permits yet. */
export type Unpaid<C extends Command = Command> = C extends Paid ? Omit<C, 'permits'> : never
