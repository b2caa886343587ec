// A clock that only moves when told, with timers that fire in order.

import type { Clock } from '../../../src/domain/time.js'

interface Timer {
  readonly at: number
  readonly order: number
  readonly run: () => void
}

export class VirtualClock implements Clock {
  private now = 0
  private order = 0
  private timers: Timer[] = []
  readonly startWallMs: number

  constructor(startWallMs = Date.UTC(2026, 0, 1)) {
    this.startWallMs = startWallMs
  }

  monoMs(): number {
    return this.now
  }

  wallMs(): number {
    return this.startWallMs + this.now
  }

  soon(run: () => void) {
    return this.after(0, run)
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { at: this.now + Math.max(0, delayMs), order: this.order++, run }
    this.timers.push(timer)
    return () => {
      this.timers = this.timers.filter((t) => t !== timer)
    }
  }

  /** Time passes while nothing runs: timers fire late, at the next advance. */
  stall(ms: number): void {
    this.now += ms
  }

  advance(ms: number): void {
    const end = this.now + ms
    for (;;) {
      const next = this.timers.sort((a, b) => a.at - b.at || a.order - b.order)[0]
      if (!next || next.at > end) break
      this.timers.shift()
      this.now = Math.max(this.now, next.at)
      next.run()
    }
    this.now = end
  }
}
