// What happens by itself, earliest first (a binary heap). At one moment: orders
// leave the book, matches settle, orders expire, markets end.

import { isTerminal } from '../../../domain/order.js'
import type { MarketState } from './market-state.js'
import { type OrderState, statusOf } from './order-state.js'
import type { TradeState } from './trade.js'

export type DueTask =
  | { readonly kind: 'settlement'; readonly trade: TradeState }
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
  #heap: Entry[] = []
  #sequence = 0
  #sweepAt = SWEEP_FROM

  get size(): number {
    return this.#heap.length
  }

  add(dueMs: number, task: DueTask): void {
    if (this.#heap.length >= this.#sweepAt) this.#sweep()
    this.#push({ dueMs, task, sequence: this.#sequence++ })
  }

  /** An order that ended early would otherwise stay until its expiration, which may be years away. */
  #sweep(): void {
    const left = this.#heap.filter(({ task }) => !isObsolete(task))
    this.#heap = []
    for (const entry of left) this.#push(entry)
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * left.length)
  }

  #push(entry: Entry): void {
    const heap = this.#heap
    let at = heap.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = heap[parent]
      if (above === undefined || isBefore(above, entry)) break
      heap[at] = above
      at = parent
    }
    heap[at] = entry
  }

  /** Moment of the next task that still matters. */
  nextMs(): number | undefined {
    let top = this.#heap[0]
    while (top !== undefined && isObsolete(top.task)) {
      this.#pop()
      top = this.#heap[0]
    }
    return top?.dueMs
  }

  /** Takes the next task due by `nowMs`. */
  takeUntil(nowMs: number): Due | undefined {
    const next = this.nextMs()
    return next === undefined || next > nowMs ? undefined : this.#pop()
  }

  #pop(): Entry | undefined {
    const heap = this.#heap
    const top = heap[0]
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return top
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      const left = heap[child]
      const right = heap[child + 1]
      if (left === undefined) break
      if (right !== undefined && isBefore(right, left)) child += 1
      const smaller = heap[child]
      if (smaller === undefined || isBefore(last, smaller)) break
      heap[at] = smaller
      at = child
    }
    heap[at] = last
    return top
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return (a.dueMs - b.dueMs || RANK[a.task.kind] - RANK[b.task.kind] || a.sequence - b.sequence) < 0
}

function isObsolete(task: DueTask): boolean {
  if (task.kind === 'settlement') return false
  if (task.kind === 'market-end') return task.market.status !== 'OPEN'
  return isTerminal(statusOf(task.order))
}
