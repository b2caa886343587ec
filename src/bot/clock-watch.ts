// The venue's clock as the core is told of it: an error bound, and the reason while it is not believed at all.

import type { CoreInput } from '../domain/run/core-event.js'

export interface VenueClockReading {
  venueMs(): number
  errorMs(): number | undefined
  jumps(): number
  /** By how much the venue's clock is off beyond what is allowed, milliseconds; `undefined` while it is within. */
  beyondMs(): number | undefined
}

export interface ClockWatchParts {
  readonly venueClock: VenueClockReading
  /** Largest offset from this machine's clock, seconds. */
  readonly maxOffsetSec: number
  readonly log: (level: 'info' | 'error', message: string) => void
}

const EVERY_MS = 1000
/** Until the first answer has shown the venue's clock: nothing is quoted before. */
const FIRST_EVERY_MS = 50
/** An error bound before the venue's clock was ever seen: nothing may be quoted. */
const UNKNOWN_ERROR_MS = 1e9

export class ClockWatch {
  readonly #parts: ClockWatchParts
  #jumps = 0
  #isOff = false

  constructor(parts: ClockWatchParts) {
    this.#parts = parts
  }

  /** It is looked at again after this. */
  get everyMs(): number {
    return this.#parts.venueClock.errorMs() === undefined ? FIRST_EVERY_MS : EVERY_MS
  }

  look(): CoreInput {
    const { venueClock, log } = this.#parts
    const beyondMs = venueClock.beyondMs()
    const errorMs = this.#errorMs()
    const reason = beyondMs === undefined ? undefined : this.#reason(beyondMs)
    if (reason !== undefined && !this.#isOff) log('error', reason)
    if (reason === undefined && this.#isOff) log('info', "the venue's clock is near ours again")
    this.#isOff = reason !== undefined
    return { kind: 'clock', errorMs, ...(reason === undefined ? {} : { reason }) }
  }

  /** A clock that has jumped is unknown until the next look: quotes are pulled once. */
  #errorMs(): number {
    const { venueClock } = this.#parts
    const jumped = venueClock.jumps() !== this.#jumps
    this.#jumps = venueClock.jumps()
    return jumped ? UNKNOWN_ERROR_MS : (venueClock.errorMs() ?? UNKNOWN_ERROR_MS)
  }

  /** Either clock may be the wrong one; an order's life would be wrong with it. */
  #reason(beyondMs: number): string {
    const seconds = `${Math.abs(beyondMs / 1000).toFixed(0)} s ${beyondMs > 0 ? 'ahead of' : 'behind'}`
    return `the venue's clock is ${seconds} this machine's, allowed ${this.#parts.maxOffsetSec} s: nothing is quoted`
  }
}
