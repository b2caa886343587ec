// Orders whose cancel was answered and whose record has not come: the answer does not say what was matched just before. The rest of each counts as
// if it may still be matched, until its record has come, or a list of fills that was asked for after the answer. A live socket is no exception: it
// is another connection, and what it tells of a match from before the cancel may come after the answer.
//
// Of an order that this run has not placed nothing but records is followed: it is looked up, wherever its record does not come by itself.

import type { LiveOrder } from '../../domain/account/exposure.js'
import type { ConditionId, Hex } from '../../domain/market/market.js'
import { isTerminal } from '../../domain/orders/order.js'
import { isForeign, isOver, matchedRawOf } from '../../domain/orders/own-order.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import type { OrderEntry } from './order-entry.js'

interface Untold {
  readonly entry: Readonly<OrderEntry>
  /** Of the answer, and when it came, monotonic. */
  readonly seq: number
  readonly sinceMonoMs: number
}

/** A record that should come by itself, and from when on it is asked for. */
export interface LateRecord {
  readonly hash: Hex
  readonly sinceMonoMs: number
  readonly waitMs: number
}

interface KnownOrders {
  byHash(hash: Hex): Readonly<OrderEntry> | undefined
}

/** A record that is on its way comes sooner than this after the answer. */
const RECORD_MS = 500
const NONE: readonly LiveOrder[] = []
const NO_HASHES: readonly Hex[] = []
const NO_MARKETS: readonly ConditionId[] = []
const NO_RECORDS: readonly LateRecord[] = []

export class UntoldEnds {
  readonly #orders: KnownOrders
  readonly #markets = new Map<ConditionId, Untold[]>()
  /** Where each of them is: of thousands of orders that are cancelled at once, each is asked for again and again. */
  readonly #marketOf = new Map<Hex, ConditionId>()
  #told: Hex[] = []
  #moved: ConditionId[] = []

  constructor(orders: KnownOrders) {
    this.#orders = orders
  }

  /** From when on a list of fills is wanted, monotonic; never while nothing is untold. */
  get listFromMonoMs(): number {
    let first = Number.POSITIVE_INFINITY
    for (const untold of this.#markets.values())
      for (const { entry, sinceMonoMs } of untold) if (!isForeign(entry.order)) first = Math.min(first, sinceMonoMs)
    return first + RECORD_MS
  }

  /** What no list of fills can tell: it is to be looked up, from a moment on. */
  lookUps(): readonly LateRecord[] {
    if (this.#markets.size === 0) return NO_RECORDS
    const untold = [...this.#markets.values()].flat()
    return untold.flatMap(({ entry: { order, hash }, sinceMonoMs }) =>
      isForeign(order) && hash !== undefined ? [{ hash, sinceMonoMs, waitMs: RECORD_MS }] : [],
    )
  }

  /** Whether something of it may have been matched that nobody has told. */
  has(hash: Hex): boolean {
    return this.#marketOf.has(hash)
  }

  /** Orders of which that has become otherwise since the last call. */
  takeTold(): readonly Hex[] {
    return this.#told.length === 0 ? NO_HASHES : this.#told.splice(0)
  }

  /** An event, once it is believed what it says of orders. */
  hear(event: CoreEvent): void {
    switch (event.kind) {
      case 'cancel-answered':
        for (const hash of event.cancelled) this.#cancelled(hash, event)
        return
      case 'order':
        this.#recorded(event.record.conditionId)
        return
      case 'looked-up':
        if (event.record) this.#recorded(event.record.conditionId)
        else this.#unknown(event.hash)
        return
      case 'orders-listed':
        for (const conditionId of this.#markets.keys()) this.#recorded(conditionId)
        return
      case 'fills-listed':
        for (const conditionId of this.#markets.keys())
          this.#keep(conditionId, ({ seq, entry }) => seq >= event.askedSeq || isForeign(entry.order))
        return
      default:
        return
    }
  }

  /** Markets in which something else may have been matched than at the last call. */
  takeMoved(): readonly ConditionId[] {
    return this.#moved.length === 0 ? NO_MARKETS : this.#moved.splice(0)
  }

  /** What may have been matched, beside what is known to be. */
  of(conditionId: ConditionId): readonly LiveOrder[] {
    const untold = this.#markets.get(conditionId)
    if (untold === undefined) return NONE
    return untold.flatMap(({ entry: { order, restingRaw } }) => {
      // one that lives again counts by itself
      if (!isOver(order)) return []
      const { outcome, side, price } = order.draft
      // what a former run has matched is no match of this one
      const sizeRaw = isForeign(order) ? restingRaw : order.originalRaw - matchedRawOf(order)
      return sizeRaw > 0n ? [{ conditionId, outcome, side, price, sizeRaw }] : []
    })
  }

  #cancelled(hash: Hex, { seq, at }: CoreEvent): void {
    const entry = this.#orders.byHash(hash)
    if (entry === undefined || isRecorded(entry)) return
    const { conditionId } = entry.order.draft
    const others = (this.#markets.get(conditionId) ?? []).filter((one) => one.entry !== entry)
    this.#markets.set(conditionId, [...others, { entry, seq, sinceMonoMs: at.monoMs }])
    this.#marketOf.set(hash, conditionId)
    // an order that was over by another word does not move by this one
    this.#moved.push(conditionId)
  }

  #recorded(conditionId: ConditionId): void {
    this.#keep(conditionId, ({ entry }) => !isRecorded(entry))
  }

  /** The venue does not have it: then it has matched nothing of it. */
  #unknown(hash: Hex): void {
    const conditionId = this.#marketOf.get(hash)
    if (conditionId !== undefined) this.#keep(conditionId, ({ entry }) => entry.hash !== hash)
  }

  #keep(conditionId: ConditionId, isUntold: (one: Untold) => boolean): void {
    const untold = this.#markets.get(conditionId)
    const left = untold?.filter(isUntold)
    if (untold === undefined || left === undefined || left.length === untold.length) return
    for (const one of untold) if (!left.includes(one)) this.#isTold(one.entry.hash)
    if (left.length === 0) this.#markets.delete(conditionId)
    else this.#markets.set(conditionId, left)
    this.#moved.push(conditionId)
  }

  #isTold(hash: Hex | undefined): void {
    if (hash === undefined) return
    this.#marketOf.delete(hash)
    this.#told.push(hash)
  }
}

/** The venue has told what became of all of it. */
function isRecorded({ record }: Readonly<OrderEntry>): boolean {
  return record !== undefined && (isTerminal(record.status) || record.remainingRaw === 0n)
}
