// Counts that come due later, handed over together: one timer however many there are.

import type { CancelTimer, Clock } from '../../domain/time.js'

/** Permits due within this time of each other are returned in one go. */
const TOGETHER_MS = 5

export class ReturnQueue {
  private readonly clock: Clock
  private readonly onDue: (count: number) => void
  /** Moments, monotonic, earliest first. */
  private queue: number[] = []
  private cancel: CancelTimer | undefined

  constructor(clock: Clock, onDue: (count: number) => void) {
    this.clock = clock
    this.onDue = onDue
  }

  /** One more is due `delayMs` from now. */
  add(delayMs: number): void {
    const atMonoMs = this.clock.monoMs() + delayMs
    let at = this.queue.length
    while (at > 0 && (this.queue[at - 1] ?? 0) > atMonoMs) at--
    this.queue.splice(at, 0, atMonoMs)
    if (at === 0) this.arm()
  }

  clear(): void {
    this.cancel?.()
    this.queue = []
  }

  private arm(): void {
    this.cancel?.()
    const first = this.queue[0]
    if (first !== undefined)
      this.cancel = this.clock.after(first - this.clock.monoMs() + TOGETHER_MS, () => this.fire())
  }

  private fire(): void {
    const now = this.clock.monoMs()
    const end = this.queue.findIndex((atMonoMs) => atMonoMs > now)
    const due = end < 0 ? this.queue.splice(0) : this.queue.splice(0, end)
    this.arm()
    if (due.length > 0) this.onDue(due.length)
  }
}
