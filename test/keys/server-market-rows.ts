// Keys of the server that say what is listed: tags, groups, matches and markets.

import { ALICE, type VenueDriver } from '../server/api/venue-driver.js'
import type { KeyRows } from './key-rows.js'
import { rowsAt, venueWith } from './server-file.js'

const TAGGED = { tags: [{ slug: 'rain', name: 'Rain' }], 'markets.0.tags': ['rain'] }
const GROUPED = { groups: [{ slug: 'sky', title: 'The sky' }], 'markets.0.groupSlug': 'sky' }
const MATCHED = {
  matches: [{ id: 'final', home: 'Vale', away: 'Harbour', goals: [{ minute: 1, team: 'home' }] }],
  'markets.0.match': 'final',
}

/** Tags, and what they make of the markets that have them. */
function tagged(venue: VenueDriver): unknown {
  const listed = (query: string) => venue.get(`/markets?${query}`).body.data.map(({ id }: { id: string }) => id)
  return {
    tags: venue.get('/tags').body,
    fee: venue.get('/markets/one/fee').body,
    lists: ['', 'subTagSlug=rain'].map(listed),
  }
}

function grouped(venue: VenueDriver): unknown {
  return ['', 'tagSlug=weather'].map((query) => venue.get(`/market-groups?${query}`).body.data)
}

/** Scores over four minutes, and the times that the market shows. */
function scored(venue: VenueDriver): unknown {
  return Array.from({ length: 4 }, () => {
    venue.pass(60_000)
    const { matchStartTime, matchEndTime } = venue.get('/markets/one').body
    return { scores: venue.get('/sports/scores').body.data, matchStartTime, matchEndTime }
  })
}

export const listKeys: KeyRows = {
  ...rowsAt(
    tagged,
    {
      'tags[].slug': 'snow',
      'tags[].name': 'Wet',
      'tags[].feeRateBps': 30,
      'tags[].parentSlug': 'weather',
      'tags[].archived': true,
    },
    TAGGED,
  ),
  ...rowsAt(
    grouped,
    {
      'groups[].slug': 'ground',
      'groups[].title': 'The ground',
      'groups[].description': 'What is above',
      'groups[].groupType': 'weather',
      'groups[].tagSlug': 'weather',
    },
    GROUPED,
  ),
  ...rowsAt(
    scored,
    {
      'matches[].league': 'First',
      'matches[].home': 'Northvale',
      'matches[].away': 'Northvale',
      'matches[].startsInSec': 100,
      'matches[].startTimestamp': '2029-12-31T23:00:00Z',
      'matches[].endsInSec': 100,
      'matches[].endTimestamp': '2030-01-01T00:02:00Z',
      'matches[].goals[].minute': 2,
      'matches[].goals[].team': 'away',
    },
    MATCHED,
  ),
  ...rowsAt(scored, { 'matches[].id': 'semi-final' }, { ...MATCHED, 'markets.0.match': undefined }),
  ...rowsAt(scored, { 'markets[].match': 'final' }, { ...MATCHED, 'markets.0.match': undefined }),
  ...rowsAt(
    (venue) => venue.get('/markets?excludeBetTypeFilters=true').body.data.length,
    { hiddenBetTypes: ['Corners'] },
    { 'markets.0.betTypeName': 'Corners' },
  ),
}

/** The market as it is shown, in the list of those that are complete too. */
function shown(venue: VenueDriver): unknown {
  return [venue.get('/markets').body.data, venue.get('/market-groups').body.data]
}

/** Every ten seconds: the state of the market, and the answer to an order that the usual venue takes. */
function taken(venue: VenueDriver): unknown {
  return [0, 10_000, 10_000].map((ms) => {
    venue.pass(ms)
    const body = venueWith().order({ maker: ALICE, side: 'BUY', price: 45, size: 1000, salt: BigInt(venue.nowMs) })
    const { status, clobMarketStatus, winningOutcomeId } = venue.get('/markets/one').body
    const { code, message } = venue.post('/markets/one/orders', body).body
    return { status, clobMarketStatus, winningOutcomeId, code, message }
  })
}

const ENDING = { 'markets.0.endTimestamp': undefined, 'markets.0.endsInSec': 5 }

export const marketKeys: KeyRows = {
  ...rowsAt(shown, {
    'markets[].question': 'Will it hail?',
    'markets[].id': 'first',
    'markets[].description': 'Anywhere',
    'markets[].outcomes': ['Wet', 'Dry'],
    'markets[].category': 'weather',
    'markets[].tags': ['sky'],
    'markets[].groupSlug': 'sky',
    'markets[].startsInSec': 100,
    'markets[].mirrorSlug': 'umbrella-event',
    'markets[].betTypeName': 'Winner',
    'markets[].incomplete': true,
  }),
  ...rowsAt(taken, {
    'markets[].tickSize': '0.1',
    'markets[].minOrderSize': '20000000',
    'markets[].sizeStep': '3000000',
    'markets[].endTimestamp': '2030-01-01T00:00:15Z',
    'markets[].feeRateBps': 50,
    'markets[].status': 'CLOSED',
    'markets[].clobMarketStatus': 'PENDING',
    'markets[].registersInSec': 15,
  }),
  ...rowsAt(taken, { 'markets[].endsInSec': 15 }, { 'markets.0.endTimestamp': undefined }),
  ...rowsAt(taken, { 'markets[].registrationFails': true }, { 'markets.0.registersInSec': 5 }),
  ...rowsAt(taken, { 'markets[].resolvesTo': 'cancelled' }, ENDING),
  ...rowsAt(taken, { 'markets[].resolvesAfterSec': 10 }, { ...ENDING, 'markets.0.resolvesTo': 1 }),
}
