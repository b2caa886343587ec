// When something was received: the wall clock in microseconds, moved on by the monotonic clock in between, so that it never falls.
//
//   set forward   followed at once
//   set back      time goes a tenth slower until the wall clock has caught up: what stood still would put an hour of trading into one moment

import type { Clock } from '../../domain/time.js'

export interface TapeStamp {
  /** Unix microseconds. */
  readonly at: number
  /** Milliseconds, three digits of them after the point. */
  readonly mono: number
}

/** The wall clock has whole milliseconds; further off than this it was set, or has drifted. */
const STEPPED_MS = 3
/** Part of the time that passes which is given back after the wall clock was set back. */
const SLOWER = 0.1

export class TapeClock {
  readonly #clock: Clock
  /** Wall less monotonic, milliseconds. */
  #offsetMs: number
  /** Still to be given back. */
  #aheadMs = 0
  #last: TapeStamp = { at: 0, mono: 0 }

  constructor(clock: Clock) {
    this.#clock = clock
    this.#offsetMs = clock.wallMs() - clock.monoMs()
  }

  stamp(): TapeStamp {
    const monoMs = this.#clock.monoMs()
    const given = Math.min(this.#aheadMs, SLOWER * Math.max(0, monoMs - this.#last.mono))
    this.#aheadMs -= given
    this.#offsetMs -= given
    const at = Math.max(this.#last.at, Math.round((monoMs + this.#offsetMs) * 1000))
    this.#last = { at, mono: Math.round(monoMs * 1000) / 1000 }
    return this.#last
  }

  /** The last stamp again, for what is written in front of the line that got it. */
  last(): TapeStamp {
    return this.#last.at === 0 ? this.stamp() : this.#last
  }

  /** Follows the wall clock where it was set. */
  look(): void {
    const stepMs = this.#clock.wallMs() - this.#clock.monoMs() - this.#offsetMs
    if (Math.abs(stepMs) <= STEPPED_MS) return
    this.#aheadMs = Math.max(0, -stepMs)
    if (stepMs > 0) this.#offsetMs += stepMs
  }
}
