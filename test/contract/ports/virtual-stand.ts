// Virtual: the same session over the seeded network, in virtual time.

import { asLogit } from '../../../strategies/as-logit.js'
import { countingDesk, learningFirst } from '../../execution/budget/builders.js'
import { ACCOUNT, simulate } from '../../simulation/virtual/simulate.js'
import { Others } from './others.js'
import { Stand } from './stand.js'
import { API_KEY, venueSettings } from './venue-settings.js'

const SEED = 20

/** A venue in virtual time; the simulation's own bot is never started. */
export function virtualVenue() {
  const simulation = simulate({ seed: SEED, server: venueSettings(ACCOUNT), strategy: asLogit })
  const { clock, api, faults } = simulation
  return {
    ...simulation,
    others: new Others({ api, apiKey: API_KEY, nowMs: () => clock.wallMs(), wake: () => undefined }),
    monoMs: () => clock.monoMs(),
    pass: async (ms: number) => clock.runUntil(clock.monoMs() + ms),
    close: async () => {
      if (faults.length > 0) throw new Error('the venue had a fault', { cause: faults[0] })
    },
  }
}

export async function openVirtual(): Promise<Stand> {
  const venue = virtualVenue()
  const { marketData, trading, venueClock } = venue.session
  countingDesk(learningFirst(venue.api.profile.limits), venue.clock, venue.desk)
  if (trading === undefined) throw new Error('expected a session that trades')
  return new Stand({
    ...venue,
    name: 'virtual',
    ...{ marketData, trading },
    hit: (market, ours) => venue.others.hit(market, ours),
    venueMs: () => venueClock.venueMs(),
  }).start()
}
