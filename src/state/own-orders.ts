// Our orders: every order that may live, and the finished ones whose fills may still change.
// The only owner of order phases; see domain/own-order.ts for the phases.

import type { Hex } from '../domain/market.js'
import { isTerminal, type OrderRecord } from '../domain/order.js'
import type { OwnOrder } from '../domain/own-order.js'
import { matchedOf, type OrderEntry } from './order-entry.js'

/** A finished order is forgotten this long after its end, once everything of it is settled. */
const FORGET_AFTER_MS = 600_000

export class OwnOrders {
  readonly #byIntent = new Map<number, OrderEntry>()
  readonly #byHash = new Map<Hex, OrderEntry>()
  readonly #onChange: (order: OrderEntry) => void
  #nextIntent = 1

  /** `onChange` is told after every change of an order, fills included. */
  constructor(onChange: (order: OrderEntry) => void) {
    this.#onChange = onChange
  }

  nextIntentId(): number {
    return this.#nextIntent++
  }

  add(entry: OrderEntry): void {
    this.#byIntent.set(entry.intentId, entry)
    if (entry.hash) this.#byHash.set(entry.hash, entry)
    this.#onChange(entry)
  }

  byHash(hash: Hex): OrderEntry | undefined {
    return this.#byHash.get(hash)
  }

  byIntent(intentId: number): OrderEntry | undefined {
    return this.#byIntent.get(intentId)
  }

  all(): Iterable<OrderEntry> {
    return this.#byIntent.values()
  }

  /** Orders that may live, those being signed included. */
  live(): OwnOrder[] {
    return [...this.#byIntent.values()].filter((o) => o.phase !== 'ended')
  }

  /** Applies a change and recomputes what follows from it. */
  update(entry: OrderEntry, change: Partial<OrderEntry>, atMonoMs: number): void {
    const phaseChanged = change.phase !== undefined && change.phase !== entry.phase
    if (phaseChanged && change.phase === 'ended') entry.shadowRaw = entry.phase === 'signing' ? 0n : entry.restingRaw
    Object.assign(entry, change)
    if (phaseChanged) entry.sinceMonoMs = atMonoMs
    if (entry.hash) this.#byHash.set(entry.hash, entry)
    Object.assign(entry, matchedOf(entry))
    if (entry.phase === 'ended') entry.restingRaw = 0n
    this.#onChange(entry)
  }

  /** A cancel is on its way; the order counts as living until the venue says otherwise. */
  cancelSent(intentId: number, atMonoMs: number): void {
    const entry = this.#byIntent.get(intentId)
    if (entry) entry.cancelSentMonoMs = atMonoMs
  }

  /** The venue's word on an order. Older words than the last one are ignored. */
  applyRecord(record: OrderRecord, atMonoMs: number): void {
    const entry = this.#byHash.get(record.hash)
    if (!entry) {
      this.#adopt(record, atMonoMs)
      return
    }
    if (entry.record && isOlder(record, entry.record)) return
    const over =
      entry.isCancelled === true ||
      isTerminal(record.status) ||
      (record.status === 'pending_settlement' && record.remainingRaw === 0n)
    // what was settled before we knew of it is part of the holdings read at start
    if (entry.foreign && !entry.record) entry.baselineRaw = record.filledRaw
    // a failed settlement may put a finished order back on the book
    const phase = over ? ('ended' as const) : ('live' as const)
    if (over) delete entry.cancelSentMonoMs
    // the next doubt starts with a look-up, not with a second sending
    this.update(entry, { record, phase, lookUps: 0 }, atMonoMs)
  }

  /** The holdings at start are read: what is settled of foreign orders by now is part of them. */
  rebase(atMonoMs: number): void {
    for (const entry of this.#byIntent.values()) {
      if (!entry.foreign || !entry.record || entry.record.filledRaw === entry.baselineRaw) continue
      this.update(entry, { baselineRaw: entry.record.filledRaw }, atMonoMs)
    }
  }

  /** Drops finished orders that can change no more. */
  forget(atMonoMs: number): void {
    for (const [intentId, entry] of this.#byIntent) {
      if (entry.phase !== 'ended' || entry.pendingRaw > 0n) continue
      if (atMonoMs - entry.sinceMonoMs < FORGET_AFTER_MS) continue
      this.#byIntent.delete(intentId)
      if (entry.hash) this.#byHash.delete(entry.hash)
    }
  }

  /** An order of this wallet that this run did not place: counted and cancelled like any other that nobody wants. */
  #adopt(record: OrderRecord, atMonoMs: number): void {
    if (isTerminal(record.status)) return
    const entry: OrderEntry = {
      intentId: this.nextIntentId(),
      draft: {
        conditionId: record.conditionId,
        outcome: record.outcome,
        side: record.side,
        price: record.price,
        // not used as lots: an adopted order is only ever counted and cancelled
        size: 0 as OrderEntry['draft']['size'],
        type: record.type,
        expirationSec: record.expirationSec,
        feeRateBps: 0,
      },
      hash: record.hash,
      originalRaw: record.originalRaw,
      phase: 'live',
      sinceMonoMs: atMonoMs,
      seenSeq: 0,
      foreign: true,
      isStrange: true,
      baselineRaw: record.filledRaw,
      record,
      fills: new Map(),
      matchedRaw: 0n,
      pendingRaw: 0n,
      restingRaw: record.remainingRaw,
      lookUps: 0,
    }
    this.add(entry)
    this.update(entry, {}, atMonoMs)
  }
}

/** Of two words of the same moment the final one is the later. */
function isOlder(record: OrderRecord, known: OrderRecord): boolean {
  if (record.updatedMs !== known.updatedMs) return record.updatedMs < known.updatedMs
  return isTerminal(known.status) && !isTerminal(record.status)
}
