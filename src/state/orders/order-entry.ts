// What is known of one own order, and the amounts that follow from it. Changed by `OrderStore` only, and never seen outside this folder.

import { largerRaw } from '../../domain/amounts/money.js'
import type { Hex } from '../../domain/market/market.js'
import type { Fill } from '../../domain/orders/fill.js'
import type { OrderDraft, OrderRecord } from '../../domain/orders/order.js'
import { isOver, type OrderOrigin, type OwnOrder } from '../../domain/orders/own-order.js'
import type { OrderEvent } from './order-event.js'

export interface OrderEntry {
  /** What everybody else sees. */
  order: OwnOrder
  origin: OrderOrigin
  hash: Hex | undefined
  /** Number of the event that last said something of it: a list asked for earlier cannot deny it. */
  seenSeq: number
  /** The venue's last word. */
  record: OrderRecord | undefined
  fills: readonly Fill[]
  /** Settled before we knew of it: part of the holdings read at start, not of our fills. */
  baselineRaw: bigint
  /** The venue has answered that it is cancelled: it never rests again, whatever older words still arrive. */
  isCancelled: boolean
  /** When a cancel was last sent, monotonic milliseconds; `undefined` when none is on its way. */
  cancelSentMonoMs: number | undefined
  matchedRaw: bigint
  pendingRaw: bigint
  restingRaw: bigint
}

/** What is known of an order at its beginning. */
export interface OrderSeed {
  /** Given anew where it is absent. */
  readonly intentId?: number
  readonly draft: OrderDraft
  readonly originalRaw: bigint
  readonly origin: OrderOrigin
}

export function newEntry({ draft, originalRaw, origin }: OrderSeed, intentId: number, atMonoMs: number): OrderEntry {
  const order: OwnOrder = Object.freeze({
    intentId,
    draft: Object.freeze(draft),
    originalRaw,
    origin,
    sinceMonoMs: atMonoMs,
    phase: 'signing',
    restingRaw: originalRaw,
  })
  return {
    order,
    origin,
    hash: undefined,
    seenSeq: 0,
    record: undefined,
    fills: [],
    baselineRaw: 0n,
    isCancelled: false,
    cancelSentMonoMs: undefined,
    matchedRaw: 0n,
    pendingRaw: 0n,
    restingRaw: originalRaw,
  }
}

/** Takes note of what an event says, without drawing conclusions. */
export function learn(entry: OrderEntry, event: OrderEvent): void {
  switch (event.kind) {
    case 'recovered':
      // a listing was faster than the journal
      entry.origin = entry.origin === 'listed' ? 'recovered' : entry.origin
      entry.hash ??= event.hash
      return
    case 'signed':
    case 'accepted':
    case 'accepted-over':
      entry.hash ??= event.hash
      return
    case 'cancel-sent':
      if (!isOver(entry.order)) entry.cancelSentMonoMs = event.atMonoMs
      return
    case 'cancelled':
      entry.isCancelled = true
      entry.cancelSentMonoMs = undefined
      return
    case 'cancel-refused':
    case 'cancel-failed':
      entry.cancelSentMonoMs = undefined
      return
    case 'reported-open':
    case 'reported-settling':
    case 'reported-over':
      report(entry, event.record)
      return
    case 'still-listed':
      entry.isCancelled = false
      return
    case 'forgotten':
      // whatever tells of them again is the later word
      entry.fills = entry.fills.filter(({ status }) => status !== 'pending')
      if (entry.record) entry.record = { ...entry.record, pendingRaw: 0n, updatedMs: 0 }
      return
    case 'rebased':
      if (entry.record === undefined) return
      entry.baselineRaw = entry.record.filledRaw
      // those that are not part of it are listed again
      entry.fills = []
      return
    case 'fill':
    case 'fill-failed':
      entry.fills = Object.freeze([...entry.fills.filter((f) => f.tradeId !== event.fill.tradeId), event.fill])
  }
}

function report(entry: OrderEntry, record: OrderRecord): void {
  entry.hash ??= record.hash
  // what was settled before we knew of it is part of the holdings read at start
  if (entry.origin !== 'placed' && !entry.record) entry.baselineRaw = record.filledRaw
  entry.record = record
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
export function recount(entry: OrderEntry): void {
  let matched = 0n
  let settled = 0n
  let newestMs = 0
  for (const fill of entry.fills) {
    newestMs = Math.max(newestMs, fill.venueMs)
    if (fill.status === 'failed') continue
    matched += fill.sizeRaw
    if (fill.status === 'settled') settled += fill.sizeRaw
  }
  const { record } = entry
  let resting = entry.order.originalRaw - matched
  if (record) {
    const recorded = recordedRaw(entry)
    matched = record.updatedMs < newestMs && matched > recorded ? matched : recorded
    // what was matched since does not rest any more, and would count twice
    const unrecorded = matched - recorded
    resting = record.remainingRaw > unrecorded ? record.remainingRaw - unrecorded : 0n
    settled = largerRaw(record.filledRaw - entry.baselineRaw, settled)
  }
  entry.restingRaw = resting
  entry.matchedRaw = matched
  entry.pendingRaw = matched > settled ? matched - settled : 0n
}

/** Whether the record counts more than the fills that stand without this one: after its settlement has failed, it has to be read again. */
export function countsWithout(entry: OrderEntry, tradeId: string): boolean {
  let standing = 0n
  for (const fill of entry.fills) if (fill.status !== 'failed' && fill.tradeId !== tradeId) standing += fill.sizeRaw
  return recordedRaw(entry) > standing
}
