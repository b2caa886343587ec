// An own order with the bookkeeping behind it, and what follows from the venue's words about it.

import type { Fill } from '../domain/fill.js'
import type { OwnOrder } from '../domain/own-order.js'

/** Mutable inside `state`, read-only (as `OwnOrder`) everywhere else. */
export interface OrderEntry extends OwnOrder {
  phase: OwnOrder['phase']
  hash?: NonNullable<OwnOrder['hash']>
  sinceMonoMs: number
  cancelSentMonoMs?: number
  record?: NonNullable<OwnOrder['record']>
  matchedRaw: bigint
  pendingRaw: bigint
  restingRaw: bigint
  readonly originalRaw: bigint
  /** Number of the event that last said something of it: a list asked for earlier cannot deny it. */
  seenSeq: number
  /** Placed by an earlier run or by hand: its records count, single fills are not followed. */
  readonly foreign: boolean
  /** Settled before we knew of it: part of the holdings read at start, not of our fills. */
  baselineRaw: bigint
  readonly fills: Map<string, Fill>
  /** Look-ups that found nothing so far. */
  lookUps: number
  /** When it may be looked up again, monotonic. */
  lookUpAtMonoMs?: number
}

/** Fills that stand, newest time among all of them. */
function sumFills(entry: OrderEntry): {
  readonly matched: bigint
  readonly pending: bigint
  readonly newestMs: number
} {
  let matched = 0n
  let pending = 0n
  let newestMs = 0
  for (const fill of entry.fills.values()) {
    newestMs = Math.max(newestMs, fill.venueMs)
    if (fill.status === 'failed') continue
    matched += fill.sizeRaw
    if (fill.status === 'pending') pending += fill.sizeRaw
  }
  return { matched, pending, newestMs }
}

/**
 * Matched, pending and resting raw tokens. The order record and the list of fills travel apart: a record not older than the newest
 * fill is the truth; otherwise the larger of the two is, because matches are reported before failures are.
 */
export function matchedOf(entry: OrderEntry): Pick<OrderEntry, 'matchedRaw' | 'pendingRaw' | 'restingRaw'> {
  const fills = sumFills(entry)
  const { record } = entry
  if (!record) {
    return { matchedRaw: fills.matched, pendingRaw: fills.pending, restingRaw: entry.originalRaw - fills.matched }
  }
  const recorded = record.filledRaw + record.pendingRaw - entry.baselineRaw
  const trusted = record.updatedMs >= fills.newestMs || recorded >= fills.matched
  return {
    matchedRaw: trusted ? recorded : fills.matched,
    pendingRaw: trusted ? record.pendingRaw : fills.pending,
    restingRaw: record.remainingRaw,
  }
}
