// Time that passes only when told to: timers in order, ties by age.

import { TimeQueue } from '../domain/collections/time-queue.js'
import type { CancelTimer, Clock } from '../domain/time.js'

interface Timer {
  readonly atMs: number
  readonly run: () => void
  isCancelled: boolean
}

/** The monotonic clock begins here: zero is a time that no event has. */
const FIRST_MONO_MS = 1000

export class VirtualClock implements Clock {
  readonly #startWallMs: number
  readonly #timers = new TimeQueue<Timer>()
  #nowMs = FIRST_MONO_MS

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
    const timer: Timer = { atMs: this.#nowMs + Math.max(0, delayMs), run, isCancelled: false }
    this.#timers.add(timer.atMs, timer)
    return () => {
      timer.isCancelled = true
    }
  }

  /** Runs everything due until `monoMs`, then shows it. */
  runUntil(monoMs: number): void {
    for (let due = this.#timers.takeBy(monoMs); due !== undefined; due = this.#timers.takeBy(monoMs)) {
      if (due.isCancelled) continue
      this.#nowMs = Math.max(this.#nowMs, due.atMs)
      due.run()
    }
    this.#nowMs = Math.max(this.#nowMs, monoMs)
  }
}
