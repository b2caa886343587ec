// Requests that were given up without an answer: they may lie before a venue that stands still, and it counts them all in the moment in which it
// goes on. So each stays in use until something is answered. Where nothing ever is, one of them is given up for good now and then, so that
// somebody asks.

/** A request given up at its deadline may reach the venue this much later. */
export const LOST_MARGIN_MS = 2_000
/** The same where the venue had stood still, once it goes on. */
const GOES_ON_MS = 500
/** Between two that are given up for good, and from the last loss to the first: as long as a class is silent at most after failures. */
const GIVE_UP_MS = 8000

export class UnheardRequests {
  /** When they were lost, monotonic, rising. */
  #lostMonoMs: number[] = []
  #giveUpMonoMs = Number.POSITIVE_INFINITY

  get count(): number {
    return this.#lostMonoMs.length
  }

  add(nowMonoMs: number): void {
    this.#lostMonoMs.push(nowMonoMs)
    // whoever could still ask has asked now
    this.#giveUpMonoMs = nowMonoMs + GIVE_UP_MS
  }

  /** All of them: something was answered. Returns for how much longer each may come to be counted, milliseconds. */
  takeAll(nowMonoMs: number): readonly number[] {
    if (this.#lostMonoMs.length === 0) return this.#lostMonoMs
    this.#giveUpMonoMs = Number.POSITIVE_INFINITY
    return this.#lostMonoMs.splice(0).map((lostMonoMs) => Math.max(GOES_ON_MS, lostMonoMs + LOST_MARGIN_MS - nowMonoMs))
  }

  /** When the oldest was given up for good, monotonic, if it is by now; call again for the next. */
  takeOldest(nowMonoMs: number): number | undefined {
    const givenUpMonoMs = this.#giveUpMonoMs
    if (nowMonoMs < givenUpMonoMs || this.#lostMonoMs.shift() === undefined) return undefined
    this.#giveUpMonoMs = this.#lostMonoMs.length === 0 ? Number.POSITIVE_INFINITY : givenUpMonoMs + GIVE_UP_MS
    return givenUpMonoMs
  }
}
