// How many orders were signed in the last minute.

const WINDOW_MS = 60_000

export class SigningRate {
  readonly #most: number
  readonly #signedMs: number[] = []

  constructor(perMinute: number) {
    this.#most = perMinute
  }

  /** Milliseconds until one more may be signed; 0 when it may, and then it counts. */
  take(nowMs: number): number {
    while ((this.#signedMs[0] ?? nowMs) <= nowMs - WINDOW_MS) this.#signedMs.shift()
    const [first] = this.#signedMs
    if (first !== undefined && this.#signedMs.length >= this.#most) return first + WINDOW_MS - nowMs
    this.#signedMs.push(nowMs)
    return 0
  }
}
