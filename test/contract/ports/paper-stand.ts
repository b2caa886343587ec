// Paper: a reading session in virtual time, and simulated fills that see the same events.

import { paperPorts } from '../../../src/cli/bot/paper-ports.js'
import { createSession } from '../../../src/venue/session/session.js'
import { countingDesk, learningFirst } from '../../execution/budget/builders.js'
import { Stand } from './stand.js'
import { API_KEY, botConfig } from './venue-settings.js'
import { virtualVenue } from './virtual-stand.js'

export async function openPaper(): Promise<Stand> {
  const venue = virtualVenue()
  const { clock, network, api } = venue
  const { profile } = api
  const desk = countingDesk(learningFirst(profile.limits), clock)
  const { marketData, venueClock } = createSession({ profile, transport: network, clock, apiKey: API_KEY, desk })
  const venueMs = () => venueClock.venueMs()
  const config = botConfig(profile, 'http://127.0.0.1')
  return new Stand({
    ...venue,
    name: 'paper',
    ...paperPorts({ config, marketData, clock, venueMs }),
    // our orders are not in the venue's book: its tape has to show that they would have traded
    hit: (market, ours) => venue.others.tradeThrough(market, ours),
    venueMs,
  }).start()
}
