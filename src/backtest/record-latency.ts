// News of our orders that a record of the tape causes, as a fill, is told on the connection that tells the record: it comes when that was received,
// not later and not before. All other messages take what they take.

import type { MatchedMessages, RequestKind } from '../domain/run/sent-message.js'
import type { Latency, Trip } from '../venue/simulated/fills/latency.js'

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

  trip(kind: RequestKind, about?: string): Trip {
    return this.#latency.trip(kind, about)
  }

  knownNewsMs(about: string): number | undefined {
    return this.#latency.knownNewsMs?.(about)
  }

  get matched(): MatchedMessages | undefined {
    return this.#latency.matched
  }

  signedInMs(): number | undefined {
    return this.#latency.signedInMs?.()
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
