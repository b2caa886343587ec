// Silence after a 429: `Retry-After` long, plus a margin. Without a hint it is one second, doubled by each further one up to a minute, until
// something is answered as it should be; for the emergency it is one second, and what it waits beyond that is as after any failure. Those of
// requests that were under way together are one.
//
// No throttle blocks for longer than its longest window. What asks for more, as a proxy may, is obeyed to its end by new orders alone: what
// cancels, and what that needs, tries again after that window; the emergency as after any failure.

import type { Priority, RouteClassName, Told } from '../../domain/permit.js'

const FIRST_MS = 1000
const LONGEST_WINDOW_MS = 60_000
const MARGIN_MS = 50
const LONGEST_MS: Readonly<Record<RouteClassName, number>> = {
  read: LONGEST_WINDOW_MS,
  write: Number.POSITIVE_INFINITY,
  cancel: LONGEST_WINDOW_MS,
  account: LONGEST_WINDOW_MS,
}

interface Numbered {
  readonly serial: number
  readonly newest: number
}

export class Blocks {
  readonly #longestMs: number
  #nextMs = FIRST_MS
  /** The newest request when the last silence without a hint began: older ones belong to it. */
  #roundSerial = 0
  #untilMonoMs = 0
  /** Of those that a throttle may ask for. */
  #throttledUntilMonoMs = 0

  constructor(routeClass: RouteClassName) {
    this.#longestMs = LONGEST_MS[routeClass]
  }

  /** Nothing is sent before, monotonic. */
  untilMonoMs(priority: Priority = 'routine'): number {
    return priority === 'emergency' ? this.#throttledUntilMonoMs : this.#untilMonoMs
  }

  /** `newest`: number of the newest request that was sent. Returns whether it asks for more than it gets. */
  begin({ waitMs }: NonNullable<Told['block']>, { serial, newest }: Numbered, nowMonoMs: number): boolean {
    const askedMs = waitMs ?? this.#unhinted(serial, newest)
    if (askedMs === undefined) return false
    const isCut = askedMs > this.#longestMs
    const endMonoMs = nowMonoMs + Math.min(askedMs, this.#longestMs) + MARGIN_MS
    this.#untilMonoMs = Math.max(this.#untilMonoMs, endMonoMs)
    // what nobody has asked for is a guess
    const throttledMs = nowMonoMs + (waitMs ?? FIRST_MS) + MARGIN_MS
    if (!isCut) this.#throttledUntilMonoMs = Math.max(this.#throttledUntilMonoMs, throttledMs)
    return isCut
  }

  /** `undefined`: its silence has begun already. */
  #unhinted(serial: number, newest: number): number | undefined {
    if (serial <= this.#roundSerial) return undefined
    this.#roundSerial = newest
    const askedMs = this.#nextMs
    this.#nextMs = Math.min(askedMs * 2, LONGEST_WINDOW_MS)
    return askedMs
  }

  /** The venue answers as it should: the next one without a hint is short again. */
  answered(): void {
    this.#nextMs = FIRST_MS
  }
}
