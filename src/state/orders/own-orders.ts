// Our orders: every order that may live, and the finished ones whose fills may still change.
// The only owner of order phases; see domain/own-order.ts for the phases.

import type { Fill } from '../../domain/fill.js'
import type { ConditionId, Hex } from '../../domain/market.js'
import { isTerminal, type OrderRecord } from '../../domain/order.js'
import { matchedOf, type OrderEntry } from './order-entry.js'
import { OrderIndex } from './order-index.js'

/** A finished order is forgotten this long after its end, once everything of it is settled. */
const FORGET_AFTER_MS = 600_000

/** A match from up to so long before an order's end may be news. */
export const UNHEARD_MS = 15_000

export interface OwnOrdersParts {
  /** Told after every change of an order, fills included. */
  readonly onChange: (order: OrderEntry) => void
  /** Told when a finished order is forgotten: it changes no more. */
  readonly onForgotten?: (order: OrderEntry) => void
  /** The venue's holdings may lag so far behind its settlements, milliseconds. */
  readonly holdingsLagMs?: number
}

export class OwnOrders {
  readonly #byIntent = new Map<number, OrderEntry>()
  readonly #byHash = new Map<Hex, OrderEntry>()
  readonly #byTrade = new Map<string, OrderEntry[]>()
  /** Finished orders, with the moment from which they may be forgotten, the first one first. */
  readonly #finished = new Map<OrderEntry, number>()
  readonly #index: OrderIndex
  readonly #parts: OwnOrdersParts
  #nextIntent = 1

  constructor(parts: OwnOrdersParts) {
    this.#parts = parts
    this.#index = new OrderIndex(Math.max(UNHEARD_MS, parts.holdingsLagMs ?? 0))
  }

  nextIntentId(): number {
    return this.#nextIntent++
  }

  add(entry: OrderEntry): void {
    this.#byIntent.set(entry.intentId, entry)
    this.#changed(entry, entry.sinceMonoMs)
  }

  byHash(hash: Hex): OrderEntry | undefined {
    return this.#byHash.get(hash)
  }

  byIntent(intentId: number): OrderEntry | undefined {
    return this.#byIntent.get(intentId)
  }

  /** Orders with a fill of this trade. */
  byTrade(tradeId: string): readonly OrderEntry[] {
    return this.#byTrade.get(tradeId) ?? []
  }

  /** Everything that is not forgotten: long after a busy day. For rare questions. */
  all(): Iterable<OrderEntry> {
    return this.#byIntent.values()
  }

  /** Orders that may live, those being signed included. */
  live(): ReadonlySet<OrderEntry> {
    return this.#index.living
  }

  /** Those of one market, the oldest first. */
  livingOf(conditionId: ConditionId): readonly OrderEntry[] {
    return this.#index.livingOf(conditionId)
  }

  /** Orders that the venue's book of a market may show: those that may live, and those that ended a moment ago. */
  inBook(conditionId: ConditionId, nowMonoMs: number): readonly OrderEntry[] {
    return this.#index.inBook(conditionId, nowMonoMs)
  }

  /** `inBook` says the same until then, if no order changes; monotonic. */
  inBookUntilMonoMs(conditionId: ConditionId): number {
    return this.#index.inBookUntilMonoMs(conditionId)
  }

  /** Orders of a market that are over and changed in the last seconds: their end may not be seen everywhere. */
  recentOf(conditionId: ConditionId, nowMonoMs: number): Iterable<OrderEntry> {
    return this.#index.recentOf(conditionId, nowMonoMs)
  }

  /** Orders whose outcome is unclear. */
  unknown(): ReadonlySet<OrderEntry> {
    return this.#index.unknown
  }

  /** Orders that are over and have a match that is not settled. */
  settling(): ReadonlySet<OrderEntry> {
    return this.#index.settling
  }

  /** Orders past their expiration by `afterMs`, each once; `watch` asks for another look. */
  takeExpired(nowVenueMs: number, afterMs: number): OrderEntry[] {
    return this.#index.takeDue(nowVenueMs - afterMs)
  }

  /** `takeExpired` tells the order again once this moment of the venue's clock, the same `afterMs` added, has come. */
  watch(entry: OrderEntry, dueVenueMs: number): void {
    this.#index.watch(entry, dueVenueMs)
  }

  /** Some match of ours is not settled. */
  get isPending(): boolean {
    return this.#index.isPending
  }

  /** Applies a change and recomputes what follows from it. */
  update(entry: OrderEntry, change: Partial<OrderEntry>, atMonoMs: number): void {
    const phaseChanged = change.phase !== undefined && change.phase !== entry.phase
    if (phaseChanged && change.phase === 'ended') entry.justEndedRaw = entry.phase === 'signing' ? 0n : entry.restingRaw
    Object.assign(entry, change)
    if (phaseChanged) entry.sinceMonoMs = atMonoMs
    Object.assign(entry, matchedOf(entry))
    if (entry.phase === 'ended') entry.restingRaw = 0n
    this.#changed(entry, atMonoMs)
  }

  /** A fill is news, or has another status. `update` follows. */
  noteFill(entry: OrderEntry, fill: Fill): void {
    if (!entry.fills.has(fill.tradeId)) {
      const orders = this.#byTrade.get(fill.tradeId)
      if (orders) orders.push(entry)
      else this.#byTrade.set(fill.tradeId, [entry])
    }
    entry.fills.set(fill.tradeId, fill)
  }

  /** A cancel is on its way; the order counts as living until the venue says otherwise. */
  cancelSent(intentId: number, atMonoMs: number): void {
    const entry = this.#byIntent.get(intentId)
    if (!entry) return
    entry.cancelSentMonoMs = atMonoMs
    this.#parts.onChange(entry)
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
    for (const [entry, dueMonoMs] of this.#finished) {
      if (dueMonoMs > atMonoMs) return
      if (entry.pendingRaw > 0n) continue
      this.#finished.delete(entry)
      this.#drop(entry)
    }
  }

  #drop(entry: OrderEntry): void {
    this.#byIntent.delete(entry.intentId)
    if (entry.hash) this.#byHash.delete(entry.hash)
    for (const tradeId of entry.fills.keys()) this.#byTrade.delete(tradeId)
    this.#index.remove(entry)
    this.#parts.onForgotten?.(entry)
  }

  #changed(entry: OrderEntry, atMonoMs: number): void {
    if (entry.hash) this.#byHash.set(entry.hash, entry)
    this.#index.place(entry, atMonoMs)
    if (entry.phase !== 'ended') this.#finished.delete(entry)
    else if (!this.#finished.has(entry)) this.#finished.set(entry, atMonoMs + FORGET_AFTER_MS)
    this.#parts.onChange(entry)
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
