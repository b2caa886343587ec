// A small configuration of the bundled server as data, and what is seen at its venue with one key changed.

import { type ServerConfig, serverConfig } from '../../src/server/schema.js'
import { ALICE, BOB, KEY, SHARED_KEY, VenueDriver } from '../server/api/venue-driver.js'
import { type Changes, changedBy, type KeyRows, type Probe } from './key-rows.js'

const FILE = {
  sharedKey: SHARED_KEY,
  keys: [{ name: 'tests', tier: 'INTERNAL', key: KEY }],
  accounts: [ALICE, BOB].map((address) => ({ address, collateral: 10_000 })),
  markets: [
    { id: 'one', question: 'Will it rain?', endTimestamp: '2030-01-01T01:00:00Z' },
    { id: 'two', question: 'Will it snow?' },
  ],
}

export const serverWith = (changes: Changes = {}): ServerConfig => serverConfig.parse(changedBy(FILE, changes))

/** In virtual time. */
export const venueWith = (changes: Changes = {}): VenueDriver => new VenueDriver(serverWith(changes))

export type Observe = (venue: VenueDriver) => unknown

const kept = new Map<Observe, Map<Changes, unknown>>()

/** Observed once for all rows that share it. */
function unchanged(observe: Observe, around: Changes): unknown {
  const ofObserver = kept.get(observe) ?? new Map<Changes, unknown>()
  kept.set(observe, ofObserver)
  if (!ofObserver.has(around)) ofObserver.set(around, observe(venueWith(around)))
  return ofObserver.get(around)
}

/** Each of these observations once more, beside what it was before. */
export function observedAgain(): readonly (readonly [before: unknown, again: unknown])[] {
  return [...kept].flatMap(([observe, ofObserver]) =>
    [...ofObserver].map(([around, before]) => [before, observe(venueWith(around))] as const),
  )
}

const UNCHANGED: Changes = {}

/** What `observe` makes of the venue with `around`, and of the same with `changes`. */
export function seenAt(observe: Observe, changes: Changes, around: Changes = UNCHANGED): Probe {
  return () => [unchanged(observe, around), observe(venueWith({ ...around, ...changes }))]
}

/** One row for each key of `values`, seen the same way; `list[].key` changes the first member. */
export function rowsAt(observe: Observe, values: Changes, around: Changes = UNCHANGED): KeyRows {
  return Object.fromEntries(
    Object.entries(values).map(([path, value]) => {
      const change = { [path.replaceAll('[]', '.0')]: value }
      return [path, seenAt(observe, change, around)]
    }),
  )
}
