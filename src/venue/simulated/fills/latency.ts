// How long messages of a simulated bot are on their way: constant, or drawn from the round trips of a recorded one.

import type { Random } from '../../../domain/random.js'

export type RequestKind = 'submit' | 'cancel' | 'read'

/** Milliseconds. */
export interface Trip {
  readonly thereMs: number
  readonly backMs: number
}

export interface Latency {
  /** Of one request; drawn anew for each. */
  trip(kind: RequestKind): Trip
  /** From the venue to us, of news about our own orders. */
  newsMs(): number
  /** The longest way back that is drawn. */
  readonly longestBackMs: number
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

/** Round trips as they were measured, milliseconds; none may be missing. */
export type RoundTrips = Readonly<Record<RequestKind, readonly number[]>>

/**
 * Each request takes one of the measured round trips of its kind, half of it each way: the venue's part of it is not known. News comes as answers
 * do.
 */
export function sampledLatency(measured: RoundTrips, random: Random): Latency {
  const draw = (kind: RequestKind) => {
    const all = measured[kind]
    return (all[random.below(all.length)] ?? 0) / 2
  }
  return {
    trip(kind) {
      const halfMs = draw(kind)
      return { thereMs: halfMs, backMs: halfMs }
    },
    newsMs: () => draw('submit'),
    longestBackMs: Math.max(
      0,
      ...[measured.submit, measured.cancel, measured.read].flatMap((all) => all.map((ms) => ms / 2)),
    ),
  }
}
