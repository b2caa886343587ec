// Which own orders a question concerns: those that may live, those that ended a moment ago, and those that are not settled, by market.
// Everything else is an archive that is looked up by hash, by intent or by trade, and never walked.

import { BinaryHeap } from '../../domain/binary-heap.js'
import type { ConditionId } from '../../domain/market.js'
import type { OrderEntry } from './order-entry.js'

interface MarketOrders {
  /** Orders that may live, oldest intent first. */
  readonly living: OrderEntry[]
  /** Orders that are over, with the moment of their last change, oldest change first. */
  readonly recent: Map<OrderEntry, number>
  /** Orders in the order of their ends, for as long as the book may show them. */
  justEnded: OrderEntry[]
}

/** An order that is over is still taken out of the book for this long: its level change may arrive after the answer. */
const JUST_ENDED_MS = 750

interface Expiry {
  readonly dueVenueMs: number
  readonly entry: OrderEntry
}

const NO_ORDERS: readonly OrderEntry[] = []

export class OrderIndex {
  readonly #markets = new Map<ConditionId, MarketOrders>()
  readonly #living = new Set<OrderEntry>()
  readonly #unknown = new Set<OrderEntry>()
  readonly #settling = new Set<OrderEntry>()
  readonly #pending = new Set<OrderEntry>()
  readonly #expiries = new BinaryHeap<Expiry>((a, b) => a.dueVenueMs < b.dueVenueMs)
  readonly #recentMs: number

  /** `recentMs`: how long an order that is over stays among the recent ones of its market. */
  constructor(recentMs: number) {
    this.#recentMs = recentMs
  }

  /** Every order that may live, of all markets. */
  get living(): ReadonlySet<OrderEntry> {
    return this.#living
  }

  get unknown(): ReadonlySet<OrderEntry> {
    return this.#unknown
  }

  /** Orders that are over and have a match that is not settled. */
  get settling(): ReadonlySet<OrderEntry> {
    return this.#settling
  }

  /** Some match of ours is not settled. */
  get isPending(): boolean {
    return this.#pending.size > 0
  }

  livingOf(conditionId: ConditionId): readonly OrderEntry[] {
    return this.#markets.get(conditionId)?.living ?? NO_ORDERS
  }

  /** Orders that the venue's book may show: those that may live, and those that ended a moment ago. */
  inBook(conditionId: ConditionId, nowMonoMs: number): readonly OrderEntry[] {
    const orders = this.#markets.get(conditionId)
    if (orders === undefined) return NO_ORDERS
    if (orders.justEnded.length === 0) return orders.living
    orders.justEnded = orders.justEnded.filter((e) => e.phase === 'ended' && nowMonoMs - e.sinceMonoMs <= JUST_ENDED_MS)
    return [...orders.living, ...orders.justEnded]
  }

  /** `inBook` says the same until then, if no order changes; monotonic. Asked for after it. */
  inBookUntilMonoMs(conditionId: ConditionId): number {
    const [first] = this.#markets.get(conditionId)?.justEnded ?? []
    return first === undefined ? Number.POSITIVE_INFINITY : first.sinceMonoMs + JUST_ENDED_MS
  }

  /** Orders of a market that are over and changed at most `recentMs` ago, last changes last. */
  recentOf(conditionId: ConditionId, nowMonoMs: number): Iterable<OrderEntry> {
    const recent = this.#markets.get(conditionId)?.recent
    if (recent === undefined) return NO_ORDERS
    for (const [entry, atMonoMs] of recent) {
      if (nowMonoMs - atMonoMs <= this.#recentMs) break
      recent.delete(entry)
    }
    return recent.keys()
  }

  /** The order is new, or has changed. */
  place(entry: OrderEntry, atMonoMs: number): void {
    const { living, recent, justEnded } = this.#of(entry.draft.conditionId)
    const isOver = entry.phase === 'ended'
    if (isOver) {
      if (this.#living.delete(entry)) {
        living.splice(living.indexOf(entry), 1)
        justEnded.push(entry)
      }
      // to the end of the line: it has changed last
      recent.delete(entry)
      recent.set(entry, atMonoMs)
    } else if (!this.#living.has(entry)) {
      recent.delete(entry)
      this.#living.add(entry)
      insertByIntent(living, entry)
      if (entry.draft.expirationSec !== 0) this.watch(entry, entry.draft.expirationSec * 1000)
    }
    keep(this.#unknown, entry, entry.phase === 'unknown')
    keep(this.#pending, entry, entry.pendingRaw > 0n)
    keep(this.#settling, entry, isOver && entry.pendingRaw > 0n)
  }

  /** The order is to be looked at again at this moment of the venue's clock. */
  watch(entry: OrderEntry, dueVenueMs: number): void {
    this.#expiries.push({ dueVenueMs, entry })
  }

  /** Orders that may live and whose moment has come; each is told once. */
  takeDue(nowVenueMs: number): OrderEntry[] {
    const due = new Set<OrderEntry>()
    for (let top = this.#expiries.top; top !== undefined && top.dueVenueMs <= nowVenueMs; top = this.#expiries.top) {
      this.#expiries.pop()
      if (this.#living.has(top.entry)) due.add(top.entry)
    }
    return [...due]
  }

  /** The order can change no more. */
  remove(entry: OrderEntry): void {
    const orders = this.#markets.get(entry.draft.conditionId)
    orders?.recent.delete(entry)
    if (orders?.living.length === 0 && orders.recent.size === 0) this.#markets.delete(entry.draft.conditionId)
  }

  #of(conditionId: ConditionId): MarketOrders {
    let orders = this.#markets.get(conditionId)
    if (orders === undefined) {
      orders = { living: [], recent: new Map(), justEnded: [] }
      this.#markets.set(conditionId, orders)
    }
    return orders
  }
}

function keep(set: Set<OrderEntry>, entry: OrderEntry, belongs: boolean): void {
  if (belongs) set.add(entry)
  else set.delete(entry)
}

/** A failed settlement revives an order that is older than the others. */
function insertByIntent(living: OrderEntry[], entry: OrderEntry): void {
  let at = living.length
  while (at > 0 && (living[at - 1]?.intentId ?? 0) > entry.intentId) at--
  living.splice(at, 0, entry)
}
