// Our own order as the bot believes in it.
//
//   signing --> sent --> live --> ended         sent --> unknown --> live | ended
//   ended --> live | unknown   only when a settlement has failed, or the venue says that it rests after all
//   A cancel asked for does not end an order; only the venue's word, or the proof that it is dead (state/orders/unknowns.ts), does.

import type { Hex } from './market.js'
import type { OrderDraft, OrderRecord } from './order.js'

export type OrderPhase = 'signing' | 'sent' | 'live' | 'unknown' | 'ended'

export interface OwnOrder {
  /** Ours, unique in the run: counts up from 1. Recovered orders have one too. */
  readonly intentId: number
  readonly draft: OrderDraft
  readonly phase: OrderPhase
  /** Known once signed. */
  readonly hash?: Hex
  /** Found by listing, and in no journal of ours. */
  readonly isStrange?: true
  /** When the phase began, monotonic. */
  readonly sinceMonoMs: number
  /** When a cancel was last sent; `undefined` when none is under way. */
  readonly cancelSentMonoMs?: number
  /** The venue's last word. */
  readonly record?: OrderRecord
  /** Gross raw tokens matched, settled or not. */
  readonly matchedRaw: bigint
  /** Of these, not settled yet. */
  readonly pendingRaw: bigint
  /** Raw tokens that may still be matched; 0 once ended. */
  readonly restingRaw: bigint
  /** Raw tokens that rested when it ended: the book may show them for a moment longer. */
  readonly justEndedRaw?: bigint
}
