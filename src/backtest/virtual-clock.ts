// Time that passes only when told to: timers in order, ties by age.

import { BinaryHeap } from '../domain/collections/binary-heap.js'
import type { CancelTimer, Clock } from '../domain/time.js'

interface Timer {
  readonly atMs: number
  readonly order: number
  readonly run: () => void
  isCancelled: boolean
}

/** The monotonic clock begins here: zero is a time that no event has. */
const FIRST_MONO_MS = 1000

export class VirtualClock implements Clock {
  readonly #startWallMs: number
  readonly #timers = new BinaryHeap<Timer>((a, b) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order))
  #nowMs = FIRST_MONO_MS
  #order = 0

  /** The wall clock shows `startWallMs` where the monotonic one shows zero. */
  constructor(startWallMs: number) {
    this.#startWallMs = startWallMs
  }

  monoMs(): number {
    return this.#nowMs
  }

  wallMs(): number {
    return this.#startWallMs + this.#nowMs
  }

  soon(run: () => void): CancelTimer {
    return this.after(0, run)
  }

  after(delayMs: number, run: () => void): CancelTimer {
    const timer: Timer = { atMs: this.#nowMs + Math.max(0, delayMs), order: this.#order++, run, isCancelled: false }
    this.#timers.push(timer)
    return () => {
      timer.isCancelled = true
    }
  }

  /** Runs everything due until `monoMs`, then shows it. */
  runUntil(monoMs: number): void {
    for (let top = this.#timers.top; top !== undefined && top.atMs <= monoMs; top = this.#timers.top) {
      this.#timers.pop()
      if (top.isCancelled) continue
      this.#nowMs = Math.max(this.#nowMs, top.atMs)
      top.run()
    }
    this.#nowMs = Math.max(this.#nowMs, monoMs)
  }
}
