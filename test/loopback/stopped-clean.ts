// A stop that left nothing: verified, or it names orders of a former run alone that never came to the venue, which nobody can know so soon.

import { expect } from 'vitest'
import type { LoopbackVenue } from './loopback-venue.js'

/** `stopped`: the line in which the bot says what it left. */
export function expectStoppedClean(stopped: unknown, venue: Pick<LoopbackVenue, 'ordersEver'>): void {
  const { verified, openOrders, unconfirmed } = Object(stopped)
  const named: readonly { readonly hash: string }[] = unconfirmed?.orders ?? openOrders
  const ever = new Set<string>(venue.ordersEver().map(({ hash }) => hash))
  expect(named.filter(({ hash }) => ever.has(hash))).toEqual([])
  expect(verified).toBe(named.length === 0)
}
