// News of our orders that a record of the tape causes, as a fill, is told on the connection that tells the record: it comes when that was received,
// not later and not before. All other messages take what they take.

import type { Latency, RequestKind, Trip } from '../venue/simulated/fills/latency.js'

export class RecordLatency implements Latency {
  readonly longestBackMs: number
  readonly #latency: Latency
  readonly #wallMs: () => number
  /** Of the record that happens at the venue now. */
  #receivedMs: number | undefined

  constructor(latency: Latency, wallMs: () => number) {
    this.#latency = latency
    this.#wallMs = wallMs
    this.longestBackMs = latency.longestBackMs
  }

  trip(kind: RequestKind): Trip {
    return this.#latency.trip(kind)
  }

  newsMs(): number {
    if (this.#receivedMs === undefined) return this.#latency.newsMs()
    return Math.max(0, this.#receivedMs - this.#wallMs())
  }

  /** `happen`: all that a record does at the venue, which is heard of at `receivedMs`. */
  during(receivedMs: number, happen: () => void): void {
    this.#receivedMs = receivedMs
    happen()
    this.#receivedMs = undefined
  }
}
