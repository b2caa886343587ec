// Which event does what to our orders.

import type { CoreEvent } from '../../domain/core-event.js'
import type { Fill } from '../../domain/fill.js'
import type { Hex } from '../../domain/market.js'
import type { OrderDraft, OrderRecord } from '../../domain/order.js'
import { countsFailedFills, type OrderEntry } from './order-entry.js'
import type { OwnOrders } from './own-orders.js'

interface NewEntry {
  readonly draft: OrderDraft
  readonly originalRaw: bigint
  readonly intentId: number
  readonly atMonoMs: number
  readonly seq: number
}

/** An order that is about to be signed; it counts from now on. */
export function intended({ draft, originalRaw, intentId, atMonoMs, seq }: NewEntry): OrderEntry {
  return {
    intentId,
    draft,
    originalRaw,
    phase: 'signing',
    sinceMonoMs: atMonoMs,
    seenSeq: seq,
    foreign: false,
    baselineRaw: 0n,
    fills: new Map(),
    matchedRaw: 0n,
    pendingRaw: 0n,
    restingRaw: originalRaw,
  }
}

export class OrderReducer {
  readonly #orders: OwnOrders
  readonly #lotRawOf: (draft: OrderDraft) => bigint

  constructor(orders: OwnOrders, lotRawOf: (draft: OrderDraft) => bigint) {
    this.#orders = orders
    this.#lotRawOf = lotRawOf
  }

  /** Returns false when the event does not concern orders. */
  apply(event: CoreEvent): boolean {
    switch (event.kind) {
      case 'order':
        this.#recorded(event.record, event)
        return true
      case 'orders-listed':
        this.#listed(event.records, event)
        return true
      case 'fills-listed':
        for (const fill of event.fills) this.#filled(fill, event)
        return true
      case 'settlement':
        this.#settled(event)
        return true
      case 'recovered':
        for (const order of event.orders) this.#recover(order, event)
        return true
      default:
        return this.#answered(event)
    }
  }

  #answered(event: CoreEvent): boolean {
    switch (event.kind) {
      case 'signed':
        this.#change(this.#orders.byIntent(event.intentId), { hash: event.hash, phase: 'sent' }, event)
        return true
      case 'submitted':
        this.#submitted(event)
        return true
      case 'submit-failed':
        this.#submitFailed(event)
        return true
      case 'cancel-answered':
        this.#cancelAnswered(event)
        return true
      case 'cancel-failed':
        for (const hash of event.hashes) this.#cancelFailed(hash, event)
        return true
      case 'looked-up':
        if (event.record) this.#recorded(event.record, event)
        return true
      // a 404, a failure and a second sending say nothing of the phase: see the unknowns
      case 'look-up-failed':
      case 'resent':
        return true
      default:
        return false
    }
  }

  #change(entry: OrderEntry | undefined, change: Partial<OrderEntry>, event: CoreEvent): void {
    if (entry) this.#orders.update(entry, { ...change, seenSeq: event.seq }, event.at.monoMs)
  }

  #recorded(record: OrderRecord, event: CoreEvent): void {
    this.#orders.applyRecord(record, event.at.monoMs)
    const entry = this.#orders.byHash(record.hash)
    if (entry) entry.seenSeq = event.seq
  }

  #submitted(event: Extract<CoreEvent, { kind: 'submitted' }>): void {
    const entry = this.#orders.byIntent(event.intentId) ?? this.#orders.byHash(event.hash)
    // a record may have overtaken the answer
    if (!entry || entry.isCancelled || (entry.record && entry.phase !== 'unknown')) return
    const over =
      event.status === 'cancelled_local' || event.status === 'expired' || event.status === 'cancelled_onchain'
    this.#change(entry, { hash: event.hash, phase: over ? 'ended' : 'live' }, event)
  }

  #submitFailed(event: Extract<CoreEvent, { kind: 'submit-failed' }>): void {
    const entry = this.#orders.byIntent(event.intentId)
    if (!entry || entry.record) return
    const unclear = event.failure.mayHaveHappened === true && entry.hash !== undefined
    this.#change(entry, { phase: unclear ? 'unknown' : 'ended' }, event)
  }

  #cancelAnswered(event: Extract<CoreEvent, { kind: 'cancel-answered' }>): void {
    for (const hash of event.cancelled) {
      const entry = this.#orders.byHash(hash)
      if (entry) delete entry.cancelSentMonoMs
      this.#change(entry, { phase: 'ended', isCancelled: true }, event)
    }
    for (const { hash } of event.failed) {
      // over, settling, or unknown to the venue: its record tells which
      const entry = this.#orders.byHash(hash)
      if (!entry || entry.phase === 'ended') continue
      delete entry.cancelSentMonoMs
      this.#change(entry, { phase: 'unknown' }, event)
    }
  }

  #cancelFailed(hash: Hex, event: CoreEvent): void {
    const entry = this.#orders.byHash(hash)
    if (!entry) return
    // still believed to rest; the next plan cancels it again
    delete entry.cancelSentMonoMs
    this.#change(entry, {}, event)
  }

  /** A complete list of what rests: an order that is missing from it is over, and its record tells how. */
  #listed(records: readonly OrderRecord[], event: Extract<CoreEvent, { kind: 'orders-listed' }>): void {
    const listed = new Set(records.map((r) => r.hash))
    for (const record of records) {
      const entry = this.#orders.byHash(record.hash)
      // asked for after the cancel's answer, and it rests after all
      if (entry?.isCancelled && entry.seenSeq < event.askedSeq) entry.isCancelled = false
      this.#recorded(record, event)
    }
    for (const entry of [...this.#orders.live()]) {
      if (entry.phase !== 'live' || !entry.hash || listed.has(entry.hash) || entry.seenSeq >= event.askedSeq) continue
      this.#change(entry, { phase: 'unknown' }, event)
    }
  }

  #filled(fill: Fill, event: CoreEvent): void {
    const entry = this.#orders.byHash(fill.hash)
    if (!entry || entry.foreign) return
    const known = entry.fills.get(fill.tradeId)?.status
    // a list asked for before the settlement must not undo it
    if (known === fill.status || (known !== undefined && fill.status === 'pending')) return
    this.#setFill(entry, fill, event)
  }

  #settled(event: Extract<CoreEvent, { kind: 'settlement' }>): void {
    for (const entry of this.#orders.byTrade(event.tradeId)) {
      const fill = entry.fills.get(event.tradeId)
      if (!fill || fill.status === event.status) continue
      this.#setFill(entry, { ...fill, status: event.status }, event)
    }
  }

  #setFill(entry: OrderEntry, fill: Fill, event: CoreEvent): void {
    this.#orders.noteFill(entry, fill)
    // what failed is back on the book or gone: only the record knows
    const isUnclear = fill.status === 'failed' && countsFailedFills(entry)
    const change = isUnclear ? { phase: 'unknown' as const } : {}
    this.#orders.update(entry, change, event.at.monoMs)
  }

  #recover(order: { readonly hash: Hex; readonly draft: OrderDraft }, event: CoreEvent): void {
    const known = this.#orders.byHash(order.hash)
    if (known) {
      // a listing was faster than its market, and the journal knows it after all
      delete known.isStrange
      return
    }
    const originalRaw = BigInt(order.draft.size) * this.#lotRawOf(order.draft)
    const entry = intended({
      draft: order.draft,
      originalRaw,
      intentId: this.#orders.nextIntentId(),
      atMonoMs: event.at.monoMs,
      seq: event.seq,
    })
    this.#orders.add({ ...entry, foreign: true, hash: order.hash, phase: 'unknown' })
  }
}
