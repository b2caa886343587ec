// What happens by itself, earliest first. At one moment: orders
// leave the book, matches settle, orders expire, markets end.

import { BinaryHeap } from '../../../../domain/collections/binary-heap.js'
import { isOver, type MarketState, type OrderState } from '../orders/order-state.js'
import type { Match } from './match.js'
import type { Settlement } from './settling.js'

export type DueTask =
  | { readonly kind: 'settlement'; readonly settlement: Settlement }
  /** The order is too close to its expiration to be matched. */
  | { readonly kind: 'last-match'; readonly order: OrderState }
  | { readonly kind: 'expiry'; readonly order: OrderState }
  | { readonly kind: 'market-end'; readonly market: MarketState }

export interface Due {
  readonly dueMs: number
  readonly task: DueTask
}

interface Entry extends Due {
  readonly sequence: number
}

/** Below this size obsolete entries are left to come up by themselves. */
const SWEEP_FROM = 1024

const RANK: Record<DueTask['kind'], number> = { 'last-match': 0, settlement: 1, expiry: 2, 'market-end': 3 }

export class DueQueue {
  readonly #heap = new BinaryHeap<Entry>(isBefore)
  #sequence = 0
  #sweepAt = SWEEP_FROM

  get size(): number {
    return this.#heap.size
  }

  add(dueMs: number, task: DueTask): void {
    if (this.#heap.size >= this.#sweepAt) this.#sweep()
    this.#heap.push({ dueMs, task, sequence: this.#sequence++ })
  }

  /** An order that ended early would otherwise stay until its expiration, which may be years away. */
  #sweep(): void {
    this.#heap.retain(({ task }) => !isObsolete(task))
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#heap.size)
  }

  /**
   * The calendar moved by so many milliseconds: expirations and ends of markets are dates and stay, settlements keep the
   * time that is left to them. Returns their trades.
   */
  rebase(byMs: number): Match[] {
    const moved: Match[] = []
    this.#heap.replace((entry) => {
      if (entry.task.kind !== 'settlement') return entry
      const { settlement } = entry.task
      for (const { match } of settlement.trades) {
        match.dueMs += byMs
        moved.push(match)
      }
      const later = { ...settlement, dueMs: settlement.dueMs + byMs }
      return { ...entry, dueMs: entry.dueMs + byMs, task: { kind: 'settlement', settlement: later } }
    })
    return moved
  }

  /** Moment of the next task that still matters. */
  nextMs(): number | undefined {
    for (let { top } = this.#heap; top !== undefined && isObsolete(top.task); { top } = this.#heap) this.#heap.pop()
    return this.#heap.top?.dueMs
  }

  /** Takes the next task due by `nowMs`. */
  takeUntil(nowMs: number): Due | undefined {
    const next = this.nextMs()
    return next === undefined || next > nowMs ? undefined : this.#heap.pop()
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return (a.dueMs - b.dueMs || RANK[a.task.kind] - RANK[b.task.kind] || a.sequence - b.sequence) < 0
}

function isObsolete(task: DueTask): boolean {
  if (task.kind === 'settlement') return false
  if (task.kind === 'market-end') return task.market.status !== 'OPEN'
  return isOver(task.order)
}
