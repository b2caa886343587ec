// How much later than it happens the bot hears of something of its own account: over one connection, on which what is told later never arrives
// earlier, and what an order does to the account is told with it.

import type { Clock } from '../../../domain/time.js'
import type { Latency } from './latency.js'

export class NewsDelay {
  readonly #clock: Pick<Clock, 'monoMs'>
  readonly #latency: Latency
  /** Monotonic time at which the latest news arrives. */
  #toldMs = Number.NEGATIVE_INFINITY
  /** Of which order news was told last. */
  #last: { readonly atMonoMs: number; readonly about: string } | undefined

  constructor(clock: Pick<Clock, 'monoMs'>, latency: Latency) {
    this.#clock = clock
    this.#latency = latency
  }

  /** Of what happens now; `about`: the order that it is news of. */
  nextMs(kind: string, about?: string): number {
    const nowMs = this.#clock.monoMs()
    if (about !== undefined) this.#last = { atMonoMs: nowMs, about }
    this.#toldMs = Math.max(this.#toldMs, nowMs + (this.#knownMs(kind, nowMs) ?? this.#latency.newsMs()))
    return this.#toldMs - nowMs
  }

  #knownMs(kind: string, nowMs: number): number | undefined {
    if (kind === 'signed-in') return this.#latency.signedInMs?.()
    return this.#last?.atMonoMs === nowMs ? this.#latency.knownNewsMs?.(this.#last.about) : undefined
  }
}
