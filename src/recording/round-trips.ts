// How long the requests of a recorded bot took: sent as the core decided it, answered as the core heard it.

import { QuoinError } from '../domain/error.js'
import type { RoundTrip } from '../domain/run/round-trip.js'
import type { RequestKind, SentMessage } from '../domain/run/sent-message.js'

/** In the order of the answers. */
export type RoundTrips = Readonly<Record<RequestKind, readonly RoundTrip[]>>

/** Fewer say nothing of the rare slow ones. */
export const LEAST_TRIPS = 20

export function roundTrips(sent: readonly SentMessage[]): RoundTrips {
  const tripsOf = (wanted: RequestKind): RoundTrip[] =>
    sent
      .flatMap(({ kind, tookMs, answeredMs: atMs, hasFailed }) =>
        kind !== wanted || hasFailed || tookMs === undefined ? [] : { tookMs, atMs },
      )
      .sort((a, b) => a.atMs - b.atMs)
  return { submit: tripsOf('submit'), cancel: tripsOf('cancel'), read: tripsOf('read') }
}

/** Throws `bad-tape` where too few requests of a kind were answered. `of` stands before the message: of which tape they are, and who needs them. */
export function requireTrips(trips: RoundTrips, of = ''): void {
  for (const [kind, { length }] of Object.entries(trips)) {
    if (length >= LEAST_TRIPS) continue
    throw new QuoinError(
      'bad-tape',
      `${of}round trips of ${kind}: expected at least ${LEAST_TRIPS} in the core stream, got ${length}`,
    )
  }
}
