// How much later than its stamp a record is received at least: the offset between two clocks, and the shortest way.
//
//   the least so far               counts as no delay
//   the least of a whole minute    where it is further above that: a clock was set, or runs away, and what was least before says nothing any more

const MEMORY_MS = 60_000
/** Feeds are late for a minute too, but then some record of it is not. */
const CLOCK_SET_MS = 50

interface Delay {
  readonly atMs: number
  readonly delayMs: number
}

export class FeedDelay {
  #leastMs = Number.POSITIVE_INFINITY
  #sinceMs = Number.NaN
  /** Of the last minute, rising: the first is its least, each other one the least of what came after the one before. */
  #recent: Delay[] = []

  /** With the record received now; `atMs` never falls. */
  least(atMs: number, delayMs: number): number {
    if (Number.isNaN(this.#sinceMs)) this.#sinceMs = atMs
    while ((this.#recent.at(-1)?.delayMs ?? Number.NEGATIVE_INFINITY) >= delayMs) this.#recent.pop()
    this.#recent.push({ atMs, delayMs })
    while ((this.#recent[0]?.atMs ?? atMs) < atMs - MEMORY_MS) this.#recent.shift()
    this.#leastMs = Math.min(this.#leastMs, delayMs)
    const ofMinute = this.#recent[0]?.delayMs ?? delayMs
    if (ofMinute > this.#leastMs + CLOCK_SET_MS && atMs - this.#sinceMs > MEMORY_MS) this.#leastMs = ofMinute
    return this.#leastMs
  }
}
