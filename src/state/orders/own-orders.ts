// Our orders as everybody else sees them: values that never change, replaced when the venue's words or our own doings say so.

import type { LiveOrder } from '../../domain/account/exposure.js'
import type { ConditionId, Hex, Market } from '../../domain/market/market.js'
import { isSameGrid } from '../../domain/market/market-terms.js'
import type { OrderDraft } from '../../domain/orders/order.js'
import type { LivingOrder, OverOrder, OwnOrder, SettlingOrder, UnknownOrder } from '../../domain/orders/own-order.js'
import type { CoreEvent } from '../../domain/run/core-event.js'
import { type End, EndedOrders } from './ended-orders.js'
import { ForgottenMatches } from './forgotten-matches.js'
import { OrderReducer } from './order-reducer.js'
import { OrderStore, type OrderStoreParts } from './order-store.js'
import { OtherGrid } from './other-grid.js'
import { type LateRecord, UntoldEnds } from './untold-ends.js'

/** A match from up to so long before an order's end may be news. */
export const UNHEARD_MS = 15_000

export interface OwnOrdersParts extends OrderStoreParts {
  /** Raw tokens of one lot in the draft's market. */
  readonly lotRawOf: (draft: OrderDraft) => bigint
  /** The venue's holdings may lag so far behind its settlements, milliseconds. */
  readonly holdingsLagMs?: number
  /** What the venue holds for us in the market is not what we count. */
  readonly isMismatched?: (conditionId: ConditionId) => boolean
}

export interface Intention {
  readonly intentId: number
  readonly draft: OrderDraft
  readonly originalRaw: bigint
  readonly atMonoMs: number
}

export class OwnOrders {
  readonly #store: OrderStore
  readonly #reducer: OrderReducer
  readonly #untold: UntoldEnds
  readonly #forgotten: ForgottenMatches
  readonly #ended: EndedOrders

  constructor(parts: OwnOrdersParts) {
    const onChange = (order: OwnOrder) => {
      if (order.phase === 'ended' && order.hash !== undefined) this.#ended.ended(order.hash)
      parts.onChange(order)
    }
    this.#store = new OrderStore({ ...parts, onChange }, Math.max(UNHEARD_MS, parts.holdingsLagMs ?? 0))
    this.#reducer = new OrderReducer(this.#store, parts.lotRawOf)
    this.#untold = new UntoldEnds(this.#store)
    this.#forgotten = new ForgottenMatches(this.#store, parts.isMismatched ?? (() => false))
    this.#ended = new EndedOrders({
      endOf: (hash) => this.endOf(hash),
      takeTold: () => this.#untold.takeTold(),
    })
  }

  nextIntentId(): number {
    return this.#store.nextIntentId()
  }

  byHash(hash: Hex): OwnOrder | undefined {
    return this.#store.byHash(hash)?.order
  }

  byIntent(intentId: number): OwnOrder | undefined {
    return this.#store.byIntent(intentId)?.order
  }

  /** Raw tokens settled before we knew of the order: part of the holdings, not of our fills. */
  baselineOf(intentId: number): bigint {
    return this.#store.byIntent(intentId)?.baselineRaw ?? 0n
  }

  /** Orders that may live, those being signed included. */
  living(): Iterable<LivingOrder> {
    return this.#store.index.living.values()
  }

  /** Those of one market, the oldest first. */
  livingOf(conditionId: ConditionId): readonly LivingOrder[] {
    return this.#store.index.livingOf(conditionId)
  }

  /** Orders that the venue's book of a market may show: those that may live, and those that ended a moment ago. */
  inBook(conditionId: ConditionId, nowMonoMs: number): readonly OwnOrder[] {
    return this.#store.index.inBook(conditionId, nowMonoMs)
  }

  /** `inBook` says the same until then, if no order changes and no level tells; monotonic. */
  inBookUntilMonoMs(conditionId: ConditionId, nowMonoMs: number): number {
    return this.#store.index.inBookUntilMonoMs(conditionId, nowMonoMs)
  }

  /** A level has changed. Whether `inBook` may say something else now. */
  levelTold(told: Extract<CoreEvent, { kind: 'level' }>): boolean {
    return this.#store.index.levelTold(told.conditionId, told.change, stampMonoMs(told))
  }

  /** Of one that was asked for nobody knows when it was made. */
  bookTold(told: Extract<CoreEvent, { kind: 'book' }>): void {
    if (told.via === 'socket') this.#store.index.bookTold(told.conditionId, stampMonoMs(told))
  }

  /** Orders of a market that are over and changed in the last seconds: their end may not be seen everywhere. */
  recentOf(conditionId: ConditionId, nowMonoMs: number): Iterable<OverOrder> {
    return this.#store.index.recentOf(conditionId, nowMonoMs)
  }

  /** How many are decided on and not signed yet. */
  get signing(): number {
    return this.#store.index.signing
  }

  get hasUnknown(): boolean {
    return this.#store.index.unknown.size > 0
  }

  /** Orders whose outcome is unclear. */
  unknown(): Iterable<UnknownOrder> {
    return this.#store.index.unknown.values()
  }

  /** Orders of which nothing rests and a match is not settled. */
  settling(): Iterable<SettlingOrder> {
    return this.#store.index.settling.values()
  }

  /** Nothing lives in the market, and no match waits for its settlement. */
  isSettled(conditionId: ConditionId): boolean {
    if (this.livingOf(conditionId).length > 0) return false
    for (const order of this.settling()) if (order.draft.conditionId === conditionId) return false
    return true
  }

  /** Some match of ours is not settled. */
  get isPending(): boolean {
    return this.#store.index.isPending
  }

  /** How many orders have ended and can still be looked up. */
  get archived(): number {
    return this.#store.archived
  }

  /** Returns false when the event does not concern orders. */
  apply(event: CoreEvent): boolean {
    if (!this.#reducer.apply(event)) return false
    this.#untold.hear(event)
    for (const intentId of this.#forgotten.hear(event))
      this.#store.tell(intentId, { kind: 'forgotten' }, event.at.monoMs)
    return true
  }

  /** What may have been matched of orders that are cancelled, and nobody has told. */
  untoldOf(conditionId: ConditionId): readonly LiveOrder[] {
    return this.#untold.of(conditionId)
  }

  /** Markets in which something else of it may have been matched than at the last call. */
  takeMoved(): readonly ConditionId[] {
    return this.#untold.takeMoved()
  }

  /** Those of them whose records are to be asked for: they were not placed by this run. */
  untoldRecords(): readonly LateRecord[] {
    return this.#untold.lookUps()
  }

  /** Of an order that has ended: whether all of it is told, or a match may be news. What lives again, or settles, ends again. */
  endOf(hash: Hex): End | undefined {
    if (this.byHash(hash)?.phase !== 'ended') return undefined
    return this.#untold.has(hash) ? 'untold' : 'told'
  }

  /** Hashes of the orders that ended since the last call, once all of them is told: what they have matched just before may be news. */
  takeEnded(): readonly Hex[] {
    return this.#ended.take()
  }

  /** From when on a list of fills is to tell of it, monotonic; never while nothing is untold. */
  get listFillsFromMonoMs(): number {
    return this.#untold.listFromMonoMs
  }

  /** An order is to be signed and sent; it counts from now on. */
  intend({ intentId, draft, originalRaw, atMonoMs }: Intention): void {
    this.#store.begin({ intentId, draft, originalRaw, origin: 'placed' }, { kind: 'intended' }, atMonoMs)
  }

  /** A cancel is on its way; the order counts as living until the venue says otherwise. */
  cancelSent(intentId: number, atMonoMs: number): void {
    this.#store.tell(intentId, { kind: 'cancel-sent', atMonoMs }, atMonoMs)
  }

  /** Orders that may live and whose expiration, or the moment to look at them again, has come; each is told once. */
  takeDue(nowVenueMs: number): readonly LivingOrder[] {
    return this.#store.index.takeDue(nowVenueMs)
  }

  /** The order is to be looked at again at this moment of the venue's clock, milliseconds. */
  watch(intentId: number, dueVenueMs: number): void {
    this.#store.index.watch(intentId, dueVenueMs)
  }

  /** Its expiration has passed: whether it rests is in doubt. */
  overdue(intentId: number, atMonoMs: number): void {
    this.#store.tell(intentId, { kind: 'overdue' }, atMonoMs)
  }

  /** It is proven dead: see the unknowns. */
  died(intentId: number, atMonoMs: number): void {
    this.#store.tell(intentId, { kind: 'dead' }, atMonoMs)
  }

  /** The holdings at start are read: what is settled of foreign orders by now is part of them. */
  rebase(atMonoMs: number): void {
    for (const { order } of [...this.#store.foreign]) this.#store.tell(order.intentId, { kind: 'rebased' }, atMonoMs)
  }

  /**
   * A foreign order of which something is settled was told of after event `seq`: a first reading asked for then may show it or not, and
   * nothing tells which.
   */
  isOvertaken(seq: number): boolean {
    for (const { record, seenSeq } of this.#store.foreign)
      if (record !== undefined && record.filledRaw > 0n && seenSeq > seq) return true
    return false
  }

  /** Where a market's tick or size step has become another, what is known of its orders is told on that. Returns whether it has. */
  regrid(before: Market, now: Market): boolean {
    if (isSameGrid(before, now)) return false
    this.#store.regrid(now.conditionId, new OtherGrid(before, now))
    return true
  }

  /** Drops orders that ended long ago. */
  forget(nowMonoMs: number): void {
    this.#store.forget(nowMonoMs)
  }
}

/** When the venue has stamped it, monotonic: without a stamp it counts as told now. */
function stampMonoMs({ venueMs, at }: Pick<CoreEvent, 'at'> & { readonly venueMs?: number }): number {
  return at.monoMs - Math.max(0, at.venueMs - (venueMs ?? at.venueMs))
}
