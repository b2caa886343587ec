// What the world does next, earliest first; at one moment, in the order in which it was planned.

import { BinaryHeap } from '../../../domain/collections/binary-heap.js'

export type Errand = (nowMs: number) => void

interface Entry {
  readonly dueMs: number
  readonly sequence: number
  readonly errand: Errand
  readonly isDate: boolean
}

export class Agenda {
  readonly #heap = new BinaryHeap<Entry>(isBefore)
  #sequence = 0

  /** `dueMs` may be fractional, so that fast worlds keep their rates. */
  plan(dueMs: number, errand: Errand): void {
    this.#heap.push({ dueMs, errand, sequence: this.#sequence++, isDate: false })
  }

  /** The same for what happens at a date, however long it takes until then. */
  planDate(dueMs: number, errand: Errand): void {
    this.#heap.push({ dueMs, errand, sequence: this.#sequence++, isDate: true })
  }

  /**
   * The calendar moved by so many milliseconds, to `nowMs`: dates stay, those it went past are now, as the moments between
   * never were; the others keep the time that is left to them.
   */
  rebase(byMs: number, nowMs: number): void {
    this.#heap.replace((entry) => ({
      ...entry,
      dueMs: entry.isDate ? Math.max(entry.dueMs, nowMs) : entry.dueMs + byMs,
    }))
  }

  /** Whole milliseconds, rounded up. */
  nextDueMs(): number | undefined {
    const { top } = this.#heap
    return top && Math.ceil(top.dueMs)
  }

  /** Runs everything due by `nowMs`, errands planned on the way included. */
  runUntil(nowMs: number): void {
    for (let { top } = this.#heap; top !== undefined && top.dueMs <= nowMs; { top } = this.#heap) {
      this.#heap.pop()
      top.errand(top.dueMs)
    }
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return (a.dueMs - b.dueMs || a.sequence - b.sequence) < 0
}
