// A stop that left nothing: verified, or, soon after a former run's end, naming orders alone that never came to the venue.

import { expect } from 'vitest'
import { executionSettings } from '../../src/execution/schema.js'
import type { LoopbackVenue } from './loopback-venue.js'

const IN_FLIGHT_MS = executionSettings.parse({}).submitInFlightSec * 1000

/** `stopped`: the line in which the bot says what it left; `formerEndMs`: when the former run ended, unix milliseconds; without one nothing may be named. */
export function expectStoppedClean(
  stopped: unknown,
  venue: Pick<LoopbackVenue, 'ordersEver'>,
  formerEndMs = Number.NEGATIVE_INFINITY,
): void {
  const { verified, openOrders, unconfirmed } = Object(stopped)
  const named: readonly { readonly hash: string }[] = unconfirmed?.orders ?? openOrders
  const ever = new Set<string>(venue.ordersEver().map(({ hash }) => hash))
  expect(named.filter(({ hash }) => ever.has(hash))).toEqual([])
  expect(verified).toBe(named.length === 0)
  if (named.length > 0) expect(Date.now() - formerEndMs).toBeLessThan(IN_FLIGHT_MS)
}
