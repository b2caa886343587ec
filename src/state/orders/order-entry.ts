// An own order with the bookkeeping behind it, and what follows from the venue's words about it.

import type { Fill } from '../../domain/fill.js'
import { largerRaw } from '../../domain/money.js'
import type { OwnOrder } from '../../domain/own-order.js'

/** Mutable inside `state`, read-only (as `OwnOrder`) everywhere else. */
export interface OrderEntry extends OwnOrder {
  phase: OwnOrder['phase']
  hash?: NonNullable<OwnOrder['hash']>
  sinceMonoMs: number
  isStrange?: true
  cancelSentMonoMs?: number
  record?: NonNullable<OwnOrder['record']>
  matchedRaw: bigint
  pendingRaw: bigint
  restingRaw: bigint
  justEndedRaw?: bigint
  /** When what is matched or settled of it last changed, monotonic. */
  movedMonoMs?: number
  /** The venue has answered that it is cancelled: it never rests again, whatever older words still arrive. */
  isCancelled?: boolean
  readonly originalRaw: bigint
  /** Number of the event that last said something of it: a list asked for earlier cannot deny it. */
  seenSeq: number
  /** Placed by an earlier run or by hand: its records count, single fills are not followed. */
  readonly foreign: boolean
  /** Settled before we knew of it: part of the holdings read at start, not of our fills. */
  baselineRaw: bigint
  readonly fills: Map<string, Fill>
}

/** Fills that stand, how much of them is settled, newest time among all of them. */
function sumFills(entry: OrderEntry): {
  readonly matched: bigint
  readonly settled: bigint
  readonly newestMs: number
} {
  let matched = 0n
  let settled = 0n
  let newestMs = 0
  for (const fill of entry.fills.values()) {
    newestMs = Math.max(newestMs, fill.venueMs)
    if (fill.status === 'failed') continue
    matched += fill.sizeRaw
    if (fill.status === 'settled') settled += fill.sizeRaw
  }
  return { matched, settled, newestMs }
}

/** Raw tokens that the record calls matched, what was settled before we knew of the order left out. */
function recordedRaw({ record, baselineRaw }: OrderEntry): bigint {
  return record ? record.filledRaw + record.pendingRaw - baselineRaw : 0n
}

/**
 * Matched, pending and resting raw tokens. The order record and the list of fills travel apart: a record not older than the newest
 * fill is the truth; otherwise the larger of the two is, because matches are reported before failures are.
 * What either of them calls settled is settled for ever.
 */
export function matchedOf(entry: OrderEntry): Pick<OrderEntry, 'matchedRaw' | 'pendingRaw' | 'restingRaw'> {
  const fills = sumFills(entry)
  const { record } = entry
  if (!record) {
    return {
      matchedRaw: fills.matched,
      pendingRaw: fills.matched - fills.settled,
      restingRaw: entry.originalRaw - fills.matched,
    }
  }
  const recorded = recordedRaw(entry)
  const matched = record.updatedMs < fills.newestMs && fills.matched > recorded ? fills.matched : recorded
  const settled = largerRaw(record.filledRaw - entry.baselineRaw, fills.settled)
  return {
    matchedRaw: matched,
    pendingRaw: matched > settled ? matched - settled : 0n,
    restingRaw: record.remainingRaw,
  }
}

/** The record counts more than the fills that stand: after a failed settlement it has to be read again. */
export function countsFailedFills(entry: OrderEntry): boolean {
  return recordedRaw(entry) > sumFills(entry).matched
}
