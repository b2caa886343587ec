// What the world does next, earliest first; at one moment, in the order in which it was planned.

import { BinaryHeap } from '../../../domain/binary-heap.js'

export type Errand = (nowMs: number) => void

interface Entry {
  readonly dueMs: number
  readonly sequence: number
  readonly errand: Errand
}

export class Agenda {
  readonly #heap = new BinaryHeap<Entry>(isBefore)
  #sequence = 0

  /** `dueMs` may be fractional, so that fast worlds keep their rates. */
  plan(dueMs: number, errand: Errand): void {
    this.#heap.push({ dueMs, errand, sequence: this.#sequence++ })
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
