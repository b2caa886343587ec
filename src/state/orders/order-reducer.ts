// Which event of the core says what of which order.

import { NO_LOTS } from '../../domain/amounts/size.js'
import type { Hex } from '../../domain/market/market.js'
import type { Fill } from '../../domain/orders/fill.js'
import { isTerminal, type OrderDraft, type OrderRecord } from '../../domain/orders/order.js'
import { isForeign } from '../../domain/orders/own-order.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import { countsWithout, type OrderEntry, type OrderSeed } from './order-entry.js'
import type { OrderEvent } from './order-event.js'
import type { OrderStore } from './order-store.js'

type Known = Readonly<OrderEntry>

export class OrderReducer {
  readonly #orders: OrderStore
  readonly #lotRawOf: (draft: OrderDraft) => bigint

  constructor(orders: OrderStore, lotRawOf: (draft: OrderDraft) => bigint) {
    this.#orders = orders
    this.#lotRawOf = lotRawOf
  }

  /** Returns false when the event does not concern orders. */
  apply(event: CoreEvent): boolean {
    switch (event.kind) {
      case 'order':
        this.#reported(event.record, event)
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
        for (const order of event.orders) this.#recovered(order, event)
        return true
      default:
        return this.#answered(event)
    }
  }

  #answered(event: CoreEvent): boolean {
    switch (event.kind) {
      case 'signed':
        this.#signed(event)
        return true
      case 'submitted':
        this.#submitted(event)
        return true
      case 'submit-failed':
        this.#submitFailed(event)
        return true
      case 'cancel-answered':
        for (const hash of event.cancelled) this.#tell(this.#orders.byHash(hash), { kind: 'cancelled' }, event)
        for (const { hash } of event.failed) this.#tell(this.#orders.byHash(hash), { kind: 'cancel-refused' }, event)
        return true
      case 'cancel-failed':
        for (const hash of event.hashes) this.#tell(this.#orders.byHash(hash), { kind: 'cancel-failed' }, event)
        return true
      case 'looked-up':
        if (event.record) this.#reported(event.record, event)
        return true
      // a 404, a failure and a second sending say nothing of the phase: see the unknowns
      case 'look-up-failed':
      case 'resent':
        return true
      default:
        return false
    }
  }

  #tell(known: Known | undefined, word: OrderEvent, event: CoreEvent): void {
    if (known === undefined) return
    const { intentId, phase } = known.order
    const isChanged = this.#orders.tell(intentId, word, event.at.monoMs)
    // what changes nothing is no news; but a list from before any answer to a cancel may not show what that cancel has done
    const isAnswer =
      word.kind === 'cancelled' ||
      word.kind === 'cancel-failed' ||
      (word.kind === 'cancel-refused' && phase === 'unknown')
    if (isChanged || isAnswer) this.#orders.heardOf(intentId, event.seq)
  }

  #signed(event: Extract<CoreEvent, { kind: 'signed' }>): void {
    const known = this.#orders.byIntent(event.intentId)
    // an order is signed once: told again, it is not on its way again
    if (known?.hash === undefined) this.#tell(known, { kind: 'signed', hash: event.hash }, event)
  }

  #submitted(event: Extract<CoreEvent, { kind: 'submitted' }>): void {
    const { intentId, hash, status } = event
    const known = this.#orders.byIntent(intentId) ?? this.#orders.byHash(hash)
    const isOver = isTerminal(status) && status !== 'filled'
    const kind = known?.record ? 'answered-late' : isOver ? 'accepted-over' : 'accepted'
    this.#tell(known, { kind, hash }, event)
  }

  #submitFailed(event: Extract<CoreEvent, { kind: 'submit-failed' }>): void {
    const known = this.#orders.byIntent(event.intentId)
    const kind = known?.record ? 'answered-late' : event.failure.mayHaveHappened ? 'unanswered' : 'refused'
    this.#tell(known, { kind }, event)
  }

  /** The venue's word on an order; the last one stands where this is older. */
  #reported(record: OrderRecord, event: CoreEvent): void {
    const known = this.#orders.byHash(record.hash)
    if (known === undefined) {
      const word = { kind: reportedKind(record), record }
      const order = this.#orders.begin(seedOf(record), word, event.at.monoMs)
      if (order) this.#orders.heardOf(order.intentId, event.seq)
      return
    }
    const isNews = known.record === undefined || !isOlder(record, known.record)
    if (isNews) this.#orders.tell(known.order.intentId, { kind: reportedKind(record), record }, event.at.monoMs)
    this.#orders.heardOf(known.order.intentId, event.seq)
  }

  /** A complete list of what rests. */
  #listed(records: readonly OrderRecord[], event: Extract<CoreEvent, { kind: 'orders-listed' }>): void {
    const isAsked = (known: Known | undefined) => known !== undefined && known.seenSeq < event.askedSeq
    const listed = new Set(records.map(({ hash }) => hash))
    for (const record of records) {
      const known = this.#orders.byHash(record.hash)
      if (known?.isCancelled && isAsked(known) && restsAfterAll(record, known))
        this.#tell(known, { kind: 'still-listed' }, event)
      this.#reported(record, event)
    }
    for (const order of [...this.#orders.index.living.values()]) {
      if (order.phase === 'signing' || listed.has(order.hash)) continue
      const known = this.#orders.byIntent(order.intentId)
      if (isAsked(known)) this.#tell(known, { kind: 'unlisted' }, event)
    }
  }

  #filled(fill: Fill, event: CoreEvent): void {
    const known = this.#orders.byHash(fill.hash)
    if (!known || !followsFills(known)) return
    const status = known.fills.find(({ tradeId }) => tradeId === fill.tradeId)?.status
    // a list asked for before the settlement must not undo it
    if (status === fill.status || (status !== undefined && fill.status === 'pending')) return
    this.#setFill(known, fill, event)
  }

  /** A venue that has gone back to an older copy of itself gives ids out again: one of another market is of another trade. */
  #settled({ tradeId, conditionId, status, at }: Extract<CoreEvent, { kind: 'settlement' }>): void {
    for (const known of this.#orders.byTrade(tradeId)) {
      const fill = known.fills.find((one) => one.tradeId === tradeId && one.conditionId === conditionId)
      if (fill && fill.status !== status) this.#setFill(known, { ...fill, status }, { at })
    }
  }

  /** A fill tells of matches, not of what rests: a list asked for before it may still deny the order. */
  #setFill(known: Known, fill: Fill, { at }: Pick<CoreEvent, 'at'>): void {
    const kind = fill.status === 'failed' && countsWithout(known, fill.tradeId) ? 'fill-failed' : 'fill'
    this.#orders.tell(known.order.intentId, { kind, fill }, at.monoMs)
  }

  #recovered({ hash, draft }: { readonly hash: Hex; readonly draft: OrderDraft }, event: CoreEvent): void {
    const known = this.#orders.byHash(hash)
    if (known) {
      // the journal says nothing of what the venue has now
      this.#orders.tell(known.order.intentId, { kind: 'recovered', hash }, event.at.monoMs)
      return
    }
    const originalRaw = BigInt(draft.size) * this.#lotRawOf(draft)
    const seed = { draft, originalRaw, origin: 'recovered' } as const
    const order = this.#orders.begin(seed, { kind: 'recovered', hash }, event.at.monoMs)
    if (order) this.#orders.heardOf(order.intentId, event.seq)
  }
}

/**
 * Ours, and those of another hand of which nothing was settled before we knew of them: they may have been matched at other prices than their
 * own, and paid a taker's fee. Which fills of the others belong to what was held at the start nobody tells.
 */
function followsFills({ order, baselineRaw }: Known): boolean {
  return !isForeign(order) || (order.origin === 'listed' && baselineRaw === 0n)
}

function reportedKind({ status, remainingRaw }: OrderRecord): 'reported-open' | 'reported-settling' | 'reported-over' {
  if (isTerminal(status)) return 'reported-over'
  return status === 'pending_settlement' && remainingRaw === 0n ? 'reported-settling' : 'reported-open'
}

/** A record of a list that has a cancelled order resting, or settling: final words of ours that are newer outweigh it. */
function restsAfterAll(record: OrderRecord, { record: last }: Known): boolean {
  if (isTerminal(record.status)) return false
  return last === undefined || !isTerminal(last.status) || !isOlder(record, last)
}

/** Of two words of the same moment the final one is the later. */
function isOlder(record: OrderRecord, known: OrderRecord): boolean {
  if (record.updatedMs !== known.updatedMs) return record.updatedMs < known.updatedMs
  return isTerminal(known.status) && !isTerminal(record.status)
}

function seedOf({ conditionId, outcome, side, price, type, expirationSec, originalRaw }: OrderRecord): OrderSeed {
  return {
    // not used as lots: an order by another hand is only ever counted and cancelled
    draft: { conditionId, outcome, side, price, size: NO_LOTS, type, expirationSec, feeRateBps: 0 },
    originalRaw,
    origin: 'listed',
  }
}
