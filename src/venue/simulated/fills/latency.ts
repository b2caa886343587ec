// How long messages of a simulated bot are on their way: constant, or drawn from the round trips of a recorded one.

import type { Random } from '../../../domain/random.js'
import type { RoundTrip } from '../../../domain/run/round-trip.js'
import type { MatchedMessages, RequestKind } from '../../../domain/run/sent-message.js'

/** Milliseconds. */
export interface Trip {
  readonly thereMs: number
  readonly backMs: number
}

export interface Latency {
  /** Of one request; drawn anew for each. `about`: as `aboutOrder`, `aboutMarket` and `ABOUT_LISTING`, where it is about one thing. */
  trip(kind: RequestKind, about?: string): Trip
  /** From the venue to us, of news about our own orders. */
  newsMs(): number
  /** The same of what becomes of an order now, where it is known. */
  knownNewsMs?(about: string): number | undefined
  /** Until we hear that we are signed in, where it is known. */
  signedInMs?(): number | undefined
  /** The longest way back that is drawn. */
  readonly longestBackMs: number
  /** How many messages took what one of a recorded run took, where they were to. */
  readonly matched?: MatchedMessages | undefined
}

export interface ConstantLatency {
  readonly submitMs: number
  readonly cancelMs: number
  readonly answerMs: number
}

/** A read is on its way for as long as an order. */
export function constantLatency({ submitMs, cancelMs, answerMs }: ConstantLatency): Latency {
  const order: Trip = { thereMs: submitMs, backMs: answerMs }
  const cancel: Trip = { thereMs: cancelMs, backMs: answerMs }
  return {
    trip: (kind) => (kind === 'cancel' ? cancel : order),
    newsMs: () => answerMs,
    longestBackMs: answerMs,
  }
}

export interface SampledLatencyOptions {
  /** In the order of their answers. */
  readonly measured: Readonly<Record<RequestKind, readonly RoundTrip[]>>
  readonly random: Random
  /** Counts until so many of a kind were answered. */
  readonly before: Latency
  readonly least: number
  /** By the clock of the answers; it never falls. */
  readonly nowMs: () => number
}

/**
 * Each request takes one of the round trips of its kind that were answered by now, half of it each way: the venue's part of it is not known, and
 * how the line will be later even less. News comes as answers do.
 */
export function sampledLatency({ measured, random, before, least, nowMs }: SampledLatencyOptions): Latency {
  const answered: Record<RequestKind, number> = { submit: 0, cancel: 0, read: 0 }
  const drawn = (kind: RequestKind): number | undefined => {
    const all = measured[kind]
    while ((all[answered[kind]]?.atMs ?? Number.POSITIVE_INFINITY) <= nowMs()) answered[kind] += 1
    return answered[kind] < least ? undefined : all[random.below(answered[kind])]?.tookMs
  }
  return {
    trip(kind) {
      const tookMs = drawn(kind)
      return tookMs === undefined ? before.trip(kind) : { thereMs: tookMs / 2, backMs: tookMs / 2 }
    },
    newsMs() {
      const tookMs = drawn('submit')
      return tookMs === undefined ? before.newsMs() : tookMs / 2
    },
    longestBackMs: Object.values(measured)
      .flat()
      .reduce((longest, { tookMs }) => Math.max(longest, tookMs / 2), before.longestBackMs),
  }
}
