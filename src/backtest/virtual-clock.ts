// Time that passes only when told to: timers in order, ties by age.

import { TimeQueue } from '../domain/collections/time-queue.js'
import type { CancelTimer, Clock } from '../domain/time.js'

interface Timer {
  readonly atMs: number
  readonly run: () => void
  /** It ran, or was cancelled. */
  isOver: boolean
}

/** Fewer cancelled timers are not worth a sweep. */
const SWEEP_FROM = 64

/** The monotonic clock begins here: zero is a time that no event has. */
const FIRST_MONO_MS = 1000

export class VirtualClock implements Clock {
  readonly #startWallMs: number
  readonly #onRun: (() => void) | undefined
  readonly #timers = new TimeQueue<Timer>()
  #nowMs = FIRST_MONO_MS
  /** Cancelled timers that still stand in the queue. */
  #cancelled = 0

  /** The wall clock shows `startWallMs` where the monotonic one shows zero. `onRun` hears of each timer before it runs. */
  constructor(startWallMs: number, onRun?: () => void) {
    this.#startWallMs = startWallMs
    this.#onRun = onRun
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
    const timer: Timer = { atMs: this.#nowMs + Math.max(0, delayMs), run, isOver: false }
    this.#timers.add(timer.atMs, timer)
    return () => this.#cancel(timer)
  }

  /** Timers that stand in the queue. */
  get waiting(): number {
    return this.#timers.size
  }

  /** A timer that is due in an hour would otherwise stay for an hour, and whoever puts a timer off at each event leaves one behind each time. */
  #cancel(timer: Timer): void {
    if (timer.isOver) return
    timer.isOver = true
    this.#cancelled += 1
    if (this.#cancelled < SWEEP_FROM || this.#cancelled < this.#timers.size / 2) return
    this.#timers.retain(({ isOver }) => !isOver)
    this.#cancelled = 0
  }

  /** Runs everything due until `monoMs`, then shows it. */
  runUntil(monoMs: number): void {
    for (let due = this.#timers.takeBy(monoMs); due !== undefined; due = this.#timers.takeBy(monoMs)) this.#run(due)
    this.#nowMs = Math.max(this.#nowMs, monoMs)
  }

  /** Runs everything due before `monoMs`, then shows it: what is due at that moment comes after what the caller does then. */
  runBefore(monoMs: number): void {
    while (this.#timers.nextMs < monoMs) {
      const due = this.#timers.takeBy(this.#timers.nextMs)
      if (due) this.#run(due)
    }
    this.#nowMs = Math.max(this.#nowMs, monoMs)
  }

  #run(due: Timer): void {
    if (due.isOver) {
      this.#cancelled -= 1
      return
    }
    // whoever cancels it from now on cancels nothing
    due.isOver = true
    this.#nowMs = Math.max(this.#nowMs, due.atMs)
    this.#onRun?.()
    due.run()
  }
}
