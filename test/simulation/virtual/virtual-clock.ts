// Time that passes only when told to: timers in order, ties by age.

import type { CancelTimer, Clock } from '../../../src/domain/time.js'

interface Timer {
  readonly atMs: number
  readonly order: number
  readonly run: () => void
  cancelled: boolean
}

export class VirtualClock implements Clock {
  readonly #startWallMs: number
  #nowMs = 1000
  #order = 0
  readonly #heap: Timer[] = []

  constructor(startWallMs: number) {
    this.#startWallMs = startWallMs
  }

  monoMs(): number {
    return this.#nowMs
  }

  wallMs(): number {
    return this.#startWallMs + this.#nowMs
  }

  soon(run: () => void) {
    return this.after(0, run)
  }

  after(delayMs: number, run: () => void): CancelTimer {
    const timer: Timer = { atMs: this.#nowMs + Math.max(0, delayMs), order: this.#order++, run, cancelled: false }
    this.#push(timer)
    return () => {
      timer.cancelled = true
    }
  }

  /** Runs everything due until `monoMs`. */
  runUntil(monoMs: number): void {
    for (let top = this.#heap[0]; top !== undefined && top.atMs <= monoMs; top = this.#heap[0]) {
      this.#pop()
      if (top.cancelled) continue
      this.#nowMs = Math.max(this.#nowMs, top.atMs)
      top.run()
    }
    this.#nowMs = monoMs
  }

  #before(a: Timer, b: Timer): boolean {
    return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)
  }

  #push(timer: Timer): void {
    const heap = this.#heap
    let i = heap.push(timer) - 1
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (!this.#before(timer, heap[parent]!)) break
      heap[i] = heap[parent]!
      i = parent
    }
    heap[i] = timer
  }

  #pop(): void {
    const heap = this.#heap
    const last = heap.pop()!
    if (heap.length === 0) return
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && this.#before(heap[child + 1]!, heap[child]!)) child++
      if (!this.#before(heap[child]!, last)) break
      heap[i] = heap[child]!
      i = child
    }
    heap[i] = last
  }
}
