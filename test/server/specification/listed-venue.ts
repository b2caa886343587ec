// A venue whose markets differ in everything a list can be filtered by, and how its lists are read.

import type { ServerConfigInput } from '../../../src/server/schema.js'
import { type Loose, VenueDriver } from '../api/venue-driver.js'

const LISTED: ServerConfigInput = {
  hiddenBetTypes: ['Corners'],
  tags: [
    { slug: 'sports', name: 'Sports' },
    { slug: 'football', name: 'Football', parentSlug: 'sports' },
    { slug: 'old', name: 'Old', archived: true },
  ],
  groups: [
    { slug: 'cup-final', title: 'The Final', groupType: 'sports', tagSlug: 'sports' },
    { slug: 'cup-semi', title: 'Semi-final', groupType: 'sports' },
    { slug: 'coins', title: 'Coins', groupType: 'crypto' },
  ],
  markets: [
    { id: 'a', question: 'Will A win?', groupSlug: 'cup-final', tags: ['sports', 'football'], category: 'sports' },
    { id: 'b', question: 'Rain tomorrow?', category: 'weather', mirrorSlug: 'umbrella-event' },
    { id: 'c', question: 'Will C win?', groupSlug: 'cup-final', tags: ['sports'], betTypeName: 'Corners' },
    { id: 'd', question: 'Will D be there?', groupSlug: 'cup-semi', status: 'CLOSED' },
    { id: 'e', question: 'Coin up?', groupSlug: 'coins', clobMarketStatus: 'PENDING', description: 'About ZORKMID' },
    { id: 'f', question: 'Archived?', tags: ['old'] },
    { id: 'g', question: 'Incomplete?', incomplete: true },
    { id: 'snow-1', question: 'White Easter?', category: 'weather', status: 'RESOLVED' },
    { id: 'i', question: 'Hail?', status: 'CANCELLED', clobMarketStatus: 'FAILED', betTypeName: 'Winner' },
  ],
}

export function listedVenue(): VenueDriver {
  return new VenueDriver(LISTED)
}

/** Ids of the markets of each entry of a grouped listing, those of one group joined by `+`. */
export function entryIds({ data }: Loose): string[] {
  return data.map((e: Loose) => (e.kind === 'single' ? e.market.id : e.markets.map((m: Loose) => m.id).join('+')))
}

export function marketIds({ data }: Loose): string[] {
  return data.map((m: Loose) => m.id)
}
