// Which own orders a question concerns: those that may live, those that stopped resting a moment ago, and those that are not settled, by market.
// Orders that are over for good stand here for seconds only; after that they are looked up in the archive, and never walked.

import { BinaryHeap } from '../../domain/collections/binary-heap.js'
import { MarketMap } from '../../domain/collections/market-map.js'
import type { LevelChange } from '../../domain/market/book.js'
import type { ConditionId } from '../../domain/market/market.js'
import {
  isOver,
  type LivingOrder,
  type OverOrder,
  type OwnOrder,
  pendingRawOf,
  type SettlingOrder,
  type UnknownOrder,
} from '../../domain/orders/own-order.js'
import { JustEnded } from './just-ended.js'

interface MarketOrders {
  /** Orders that may live, oldest intent first. */
  readonly living: LivingOrder[]
  /** Orders that are over by intent, oldest change first. */
  readonly recent: Map<number, OverOrder>
  readonly justEnded: JustEnded
}

interface Expiry {
  readonly dueVenueMs: number
  readonly intentId: number
}

const NO_ORDERS: readonly never[] = []

export class OrderIndex {
  readonly #markets = new MarketMap<MarketOrders>()
  readonly #living = new Map<number, LivingOrder>()
  readonly #unknown = new Map<number, UnknownOrder>()
  readonly #settling = new Map<number, SettlingOrder>()
  readonly #pending = new Set<number>()
  readonly #signing = new Set<number>()
  readonly #expiries = new BinaryHeap<Expiry>((a, b) => a.dueVenueMs < b.dueVenueMs)
  readonly #recentMs: number

  /** `recentMs`: how long an order that is over stays among the recent ones of its market. */
  constructor(recentMs: number) {
    this.#recentMs = recentMs
  }

  /** Every order that may live, of all markets, by intent. */
  get living(): ReadonlyMap<number, LivingOrder> {
    return this.#living
  }

  get unknown(): ReadonlyMap<number, UnknownOrder> {
    return this.#unknown
  }

  /** Orders that are over and have a match that is not settled. */
  get settling(): ReadonlyMap<number, SettlingOrder> {
    return this.#settling
  }

  /** Orders that are decided on and not signed yet. */
  get signing(): number {
    return this.#signing.size
  }

  /** Some match of ours is not settled. */
  get isPending(): boolean {
    return this.#pending.size > 0
  }

  livingOf(conditionId: ConditionId): readonly LivingOrder[] {
    return this.#markets.get(conditionId)?.living ?? NO_ORDERS
  }

  /** Orders that the venue's book may show: those that may live, and those that ended a moment ago. */
  inBook(conditionId: ConditionId, nowMonoMs: number): readonly OwnOrder[] {
    const orders = this.#markets.get(conditionId)
    if (orders === undefined) return NO_ORDERS
    const justEnded = orders.justEnded.at(nowMonoMs)
    return justEnded.length === 0 ? orders.living : [...orders.living, ...justEnded]
  }

  /** `inBook` says the same until then, if no order changes and no level tells; monotonic. */
  inBookUntilMonoMs(conditionId: ConditionId, nowMonoMs: number): number {
    return this.#markets.get(conditionId)?.justEnded.untilMonoMs(nowMonoMs) ?? Number.POSITIVE_INFINITY
  }

  /** A level has changed: the venue stamped it at that moment, monotonic. Whether `inBook` may say something else now. */
  levelTold(conditionId: ConditionId, change: LevelChange, stampMonoMs: number): boolean {
    const orders = this.#markets.get(conditionId)
    return orders?.justEnded.told(orders.living, change, stampMonoMs) ?? false
  }

  /** The whole book of a market was told at that moment, monotonic. */
  bookTold(conditionId: ConditionId, atMonoMs: number): void {
    const orders = this.#markets.get(conditionId)
    orders?.justEnded.bookTold(orders.living, atMonoMs)
  }

  /** Orders of a market that are over and changed at most `recentMs` ago, last changes last. */
  recentOf(conditionId: ConditionId, nowMonoMs: number): Iterable<OverOrder> {
    const recent = this.#markets.get(conditionId)?.recent
    if (recent === undefined) return NO_ORDERS
    for (const [intentId, { changedMonoMs }] of recent) {
      if (nowMonoMs - changedMonoMs <= this.#recentMs) break
      recent.delete(intentId)
    }
    return recent.values()
  }

  /** `after` takes the place of the order as it stood `before`; of a new order nothing stood. */
  place(before: OwnOrder | undefined, after: OwnOrder): void {
    const { intentId } = after
    const orders = this.#of(after.draft.conditionId)
    if (isOver(after)) this.#placeOver(orders, before, after)
    else this.#placeLiving(orders, before, after)
    keep(this.#unknown, after.phase === 'unknown' ? after : undefined, intentId)
    keep(this.#settling, after.phase === 'settling' ? after : undefined, intentId)
    if (after.phase === 'signing') this.#signing.add(intentId)
    else this.#signing.delete(intentId)
    if (pendingRawOf(after) > 0n) this.#pending.add(intentId)
    else this.#pending.delete(intentId)
  }

  #placeOver({ living, recent, justEnded }: MarketOrders, before: OwnOrder | undefined, after: OverOrder): void {
    const { intentId } = after
    if (this.#living.delete(intentId)) {
      living.splice(placeOf(living, intentId), 1)
      justEnded.add(after)
    } else if (before !== undefined) justEnded.replace(before, after)
    // to the end of the line: it has changed last
    recent.delete(intentId)
    recent.set(intentId, after)
  }

  #placeLiving(orders: MarketOrders, before: OwnOrder | undefined, after: LivingOrder): void {
    const { living, recent, justEnded } = orders
    const { intentId, draft } = after
    const at = placeOf(living, intentId)
    if (this.#living.has(intentId)) living[at] = after
    else {
      if (before !== undefined && isOver(before)) {
        recent.delete(intentId)
        justEnded.remove(before)
      }
      living.splice(at, 0, after)
      if (draft.expirationSec !== 0) this.watch(intentId, draft.expirationSec * 1000)
    }
    this.#living.set(intentId, after)
  }

  /** The order is to be looked at again at this moment of the venue's clock. */
  watch(intentId: number, dueVenueMs: number): void {
    this.#expiries.push({ dueVenueMs, intentId })
  }

  /** The same order in other words: it stands where it stood. */
  restate(before: OwnOrder, after: OwnOrder): void {
    const { intentId } = after
    const orders = this.#markets.get(after.draft.conditionId)
    if (orders === undefined) return
    if (isOver(after)) {
      if (orders.recent.has(intentId)) orders.recent.set(intentId, after)
      orders.justEnded.replace(before, after)
      if (after.phase === 'settling') this.#settling.set(intentId, after)
      return
    }
    orders.living[placeOf(orders.living, intentId)] = after
    this.#living.set(intentId, after)
    if (after.phase === 'unknown') this.#unknown.set(intentId, after)
  }

  /** Orders that may live and whose moment has come; each is told once. */
  takeDue(nowVenueMs: number): readonly LivingOrder[] {
    const { top: first } = this.#expiries
    if (first === undefined || first.dueVenueMs > nowVenueMs) return NO_ORDERS
    const due = new Set<LivingOrder>()
    for (let top = this.#expiries.top; top !== undefined && top.dueVenueMs <= nowVenueMs; top = this.#expiries.top) {
      this.#expiries.pop()
      const order = this.#living.get(top.intentId)
      if (order !== undefined) due.add(order)
    }
    return [...due]
  }

  /** The order can change no more. */
  remove({ intentId, draft: { conditionId } }: OwnOrder): void {
    const orders = this.#markets.get(conditionId)
    orders?.recent.delete(intentId)
    if (orders?.living.length === 0 && orders.recent.size === 0) this.#markets.delete(conditionId)
  }

  #of(conditionId: ConditionId): MarketOrders {
    let orders = this.#markets.get(conditionId)
    if (orders === undefined) {
      orders = { living: [], recent: new Map(), justEnded: new JustEnded() }
      this.#markets.set(conditionId, orders)
    }
    return orders
  }
}

function keep<T>(orders: Map<number, T>, order: T | undefined, intentId: number): void {
  if (order === undefined) orders.delete(intentId)
  else orders.set(intentId, order)
}

/** Where the order stands, or would: a failed settlement revives one that is older than the others. */
function placeOf(living: readonly LivingOrder[], intentId: number): number {
  let at = living.length
  while (at > 0 && (living[at - 1]?.intentId ?? 0) >= intentId) at--
  return at
}
