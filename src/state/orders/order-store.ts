// Every own order that is not forgotten, and the one place where an order changes: an event comes in, the table of transitions decides.

import type { ConditionId, Hex } from '../../domain/market/market.js'
import type { Fill } from '../../domain/orders/fill.js'
import { isForeign, type OwnOrder } from '../../domain/orders/own-order.js'
import { nextOrder } from './next-order.js'
import { OrderArchive } from './order-archive.js'
import { learn, newEntry, type OrderEntry, type OrderSeed, recount } from './order-entry.js'
import type { OrderEvent } from './order-event.js'
import { OrderIndex } from './order-index.js'
import type { OtherGrid } from './other-grid.js'
import { TRANSITIONS } from './transitions.js'

export interface OrderStoreParts {
  /** Told after every change of an order, fills included. */
  readonly onChange: (order: OwnOrder) => void
  /** Told when an order that has ended is forgotten: it changes no more. */
  readonly onForgotten?: (order: OwnOrder) => void
}

export class OrderStore {
  readonly index: OrderIndex
  /** Orders that have not ended. */
  readonly #byIntent = new Map<number, OrderEntry>()
  readonly #byHash = new Map<Hex, OrderEntry>()
  readonly #archive = new OrderArchive()
  readonly #byTrade = new Map<string, OrderEntry[]>()
  readonly #foreign = new Set<OrderEntry>()
  readonly #parts: OrderStoreParts
  #nextIntent = 1

  /** `recentMs`: how long the index names orders that are over. */
  constructor(parts: OrderStoreParts, recentMs: number) {
    this.#parts = parts
    this.index = new OrderIndex(recentMs)
  }

  nextIntentId(): number {
    return this.#nextIntent++
  }

  byHash(hash: Hex): Readonly<OrderEntry> | undefined {
    return this.#byHash.get(hash) ?? this.#archive.byHash(hash)
  }

  byIntent(intentId: number): Readonly<OrderEntry> | undefined {
    return this.#byIntent.get(intentId) ?? this.#archive.byIntent(intentId)
  }

  /** Orders with a fill of this trade. */
  byTrade(tradeId: string): readonly Readonly<OrderEntry>[] {
    return this.#byTrade.get(tradeId) ?? []
  }

  /** Orders that were not placed by this run. */
  get foreign(): Iterable<Readonly<OrderEntry>> {
    return this.#foreign
  }

  /** How many orders have ended and are not forgotten. */
  get archived(): number {
    return this.#archive.size
  }

  /** An order begins, if this event is one that an order may begin with. */
  begin(seed: OrderSeed, event: OrderEvent, atMonoMs: number): OwnOrder | undefined {
    const transition = TRANSITIONS.none[event.kind]
    if (transition === 'stay') return undefined
    const entry = newEntry(seed, seed.intentId ?? this.nextIntentId(), atMonoMs)
    learn(entry, event)
    recount(entry)
    entry.order = nextOrder(entry, transition, atMonoMs)
    if (isForeign(entry.order)) this.#foreign.add(entry)
    this.#changed(entry, undefined, atMonoMs)
    return entry.order
  }

  /** Something has happened to an order. Returns whether that changes it. */
  tell(intentId: number, event: OrderEvent, atMonoMs: number): boolean {
    const entry = this.#byIntent.get(intentId) ?? this.#archive.byIntent(intentId)
    if (entry === undefined) return false
    const { order: before, fills } = entry
    learn(entry, event)
    if (entry.fills.length < fills.length) this.#untradeAll(entry, fills)
    if (event.kind === 'fill' || event.kind === 'fill-failed') this.#traded(entry, event.fill.tradeId)
    recount(entry)
    entry.order = nextOrder(entry, TRANSITIONS[before.phase][event.kind], atMonoMs)
    if (entry.order === before) return false
    this.#changed(entry, before, atMonoMs)
    return true
  }

  /** Event `seq` has said something of the order, changed or not. */
  heardOf(intentId: number, seq: number): void {
    const entry = this.#byIntent.get(intentId) ?? this.#archive.byIntent(intentId)
    if (entry !== undefined) entry.seenSeq = seq
  }

  /** All orders of a market whose tick or size step has become another. */
  regrid(conditionId: ConditionId, grid: OtherGrid): void {
    for (const entry of [...this.#byIntent.values(), ...this.#archive.all()]) {
      const { order: before } = entry
      if (before.draft.conditionId !== conditionId) continue
      entry.fills = grid.fills(entry.fills)
      entry.order = grid.order(before)
      this.index.restate(before, entry.order)
    }
  }

  /** Drops orders that ended long ago. */
  forget(nowMonoMs: number): void {
    for (const entry of this.#archive.takeDue(nowMonoMs)) {
      this.#untradeAll(entry, entry.fills)
      this.#foreign.delete(entry)
      this.index.remove(entry.order)
      this.#parts.onForgotten?.(entry.order)
    }
  }

  #changed(entry: OrderEntry, before: OwnOrder | undefined, atMonoMs: number): void {
    const { order } = entry
    const isEnded = order.phase === 'ended'
    // what is over has no cancel on its way
    if (isEnded || order.phase === 'settling') entry.cancelSentMonoMs = undefined
    if (isEnded && before?.phase !== 'ended') {
      this.#byIntent.delete(order.intentId)
      if (order.hash !== undefined) this.#byHash.delete(order.hash)
      this.#archive.put(entry, atMonoMs)
    } else if (!isEnded) {
      if (before?.phase === 'ended') this.#archive.remove(entry)
      this.#byIntent.set(order.intentId, entry)
      if (entry.hash !== undefined) this.#byHash.set(entry.hash, entry)
    }
    this.index.place(before, order)
    this.#parts.onChange(order)
  }

  #traded(entry: OrderEntry, tradeId: string): void {
    const orders = this.#byTrade.get(tradeId)
    if (orders === undefined) this.#byTrade.set(tradeId, [entry])
    else if (!orders.includes(entry)) orders.push(entry)
  }

  #untradeAll(entry: OrderEntry, fills: readonly Fill[]): void {
    for (const { tradeId } of fills) this.#untraded(entry, tradeId)
  }

  #untraded(entry: OrderEntry, tradeId: string): void {
    const others = this.#byTrade.get(tradeId)?.filter((other) => other !== entry) ?? []
    if (others.length === 0) this.#byTrade.delete(tradeId)
    else this.#byTrade.set(tradeId, others)
  }
}
