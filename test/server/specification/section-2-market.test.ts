// Section 2 of the venue's specification: Market, MarketGroup, GroupedMarketEntry.

import { describe, expect, it } from 'vitest'
import { ALICE, type Loose, VenueDriver } from '../api/venue-driver.js'
import { listedVenue } from './listed-venue.js'

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

const venue = new VenueDriver({
  globalFeeRateBps: 15,
  tags: [{ slug: 'sport', name: 'Sport', feeRateBps: 70 }],
  matches: [
    { id: 'early', home: 'A', away: 'B', startTimestamp: '2030-01-02T10:00:00Z' },
    { id: 'set', home: 'A', away: 'B', startsInSec: 60, endsInSec: 120 },
  ],
  markets: [
    { id: 'plain', question: 'Is it plain?', mirrorSlug: 'event-x', startsInSec: 3600, endsInSec: 7200 },
    { id: 'match', question: '?', tags: ['sport'], match: 'early' },
    { id: 'other', question: '?', feeRateBps: 0, tags: ['sport'], match: 'set' },
  ],
})
const market = (id: string) => venue.get(`/markets/${id}`).body
const buyIn = (id: string, feeRateBps: number) => {
  const order = venue.order({ maker: ALICE, side: 'BUY', price: 40, size: 100, feeRateBps }, venue.api.markets.find(id))
  return venue.post(`/markets/${id}/orders`, order)
}

describe('section 2, Market', () => {
  it('id "market id", conditionId "key for rooms, events and order queries", question: strings', () => {
    const { id, conditionId, question } = market('plain')
    expect({ id, question }).toEqual({ id: 'plain', question: 'Is it plain?' })
    const { orderHash } = buyIn('plain', 15).body
    expect(venue.get(`/orders?conditionId=${conditionId}`).body.orders[0].orderHash).toBe(orderHash)
    const asked = { conditionIds: [conditionId], channels: ['orderbook'] }
    expect(venue.socket().send('subscribe', asked).accepted).toEqual([conditionId])
  })

  it('is the same object in the detail, the list and the grouped listing', () => {
    const listed = venue.get('/markets').body.data
    const grouped = venue.get('/markets/grouped').body.data
    for (const [i, id] of ['plain', 'match', 'other'].entries()) {
      expect(listed[i]).toEqual(market(id))
      expect(grouped[i]).toEqual({ kind: 'single', market: market(id) })
    }
  })

  it('"slug of the source event when the market was mirrored from an external venue. Markets have no `slug` field; groups and entities do."', () => {
    expect(market('plain').mirrorSlug).toBe('event-x')
    expect(market('match').mirrorSlug).toBeNull()
    for (const id of ['plain', 'match', 'other']) expect(market(id)).not.toHaveProperty('slug')
    const other = listedVenue()
    for (const path of ['/market-groups', '/tags']) {
      const { body } = other.get(path)
      for (const entity of body.data ?? body) expect(entity.slug).toMatch(/^[a-z-]+$/)
    }
  })

  it('status "lifecycle: OPEN, CLOSED, RESOLVED, CANCELLED"', () => {
    const statuses = ['OPEN', 'CLOSED', 'RESOLVED', 'CANCELLED'] as const
    const all = new VenueDriver({ markets: statuses.map((status) => ({ question: '?', status })) })
    expect(all.get('/markets').body.data.map((m: Loose) => m.status)).toEqual(statuses)
  })

  it('feeRateBps "effective fee in basis points; this value is signed into orders"', () => {
    expect(['plain', 'match', 'other'].map((id) => market(id).feeRateBps)).toEqual([15, 70, 0])
    for (const [id, rate] of Object.entries({ plain: 15, match: 70, other: 0 })) {
      expect(buyIn(id, rate).status).toBe(201)
      expect(buyIn(id, rate + 1)).toMatchObject({ status: 400, body: { code: 'fee_changed' } })
    }
  })

  it('feeRateBpsOverride "raw per-market override; null when the market inherits the tag or global rate"', () => {
    expect(['plain', 'match', 'other'].map((id) => market(id).feeRateBpsOverride)).toEqual([null, null, 0])
  })

  it('startTimestamp "when trading opens; recorded and displayed, not enforced"', () => {
    expect(market('plain').startTimestamp).toBe('2030-01-01T01:00:00.000Z')
    expect(market('match').startTimestamp).toBeNull()
    expect(buyIn('plain', 15).status).toBe(201)
  })

  it('matchStartTime "sports kickoff; display only", matchEndTime "sports end; display only; defaults to kickoff plus 150 minutes"', () => {
    expect(market('match')).toMatchObject({
      matchStartTime: '2030-01-02T10:00:00.000Z',
      matchEndTime: '2030-01-02T12:30:00.000Z',
    })
    expect(market('other')).toMatchObject({
      matchStartTime: '2030-01-01T00:01:00.000Z',
      matchEndTime: '2030-01-01T00:02:00.000Z',
    })
    expect(market('plain')).toMatchObject({ matchStartTime: null, matchEndTime: null })
    venue.pass(130_000)
    expect(market('other').status).toBe('OPEN')
    expect(buyIn('other', 0).status).toBe(201)
  })

  it('endTimestamp "when the market closes and moves to resolution"', () => {
    const ending = new VenueDriver({ markets: [{ id: 'm', question: '?', endsInSec: 30 }] })
    expect(ending.get('/markets/m').body.endTimestamp).toBe('2030-01-01T00:00:30.000Z')
    ending.pass(29_999)
    expect(ending.get('/markets/m').body.status).toBe('OPEN')
    ending.pass(1)
    expect(ending.get('/markets/m').body.status).toBe('CLOSED')
  })

  it('gives every time as a date-time', () => {
    const { startTimestamp, matchStartTime, matchEndTime, endTimestamp } = { ...market('match'), ...market('other') }
    for (const time of [matchStartTime, matchEndTime, endTimestamp]) expect(time).toMatch(ISO)
    expect(startTimestamp).toBeNull()
  })

  it('outcomes "each object allows additional properties; best-bids shows outcome entries carry `outcomeId` and `tokenId`"', () => {
    const { outcomes } = market('plain')
    const { bestBids } = venue.get('/markets/plain/best-bids').body
    expect(outcomes).toHaveLength(2)
    for (const [i, { outcomeId, tokenId }] of outcomes.entries()) {
      expect(bestBids[i]).toMatchObject({ outcomeId, tokenId })
    }
  })

  it('"The clobMarketStatus of a market (on-chain registration) has values PENDING, REGISTERED, FAILED."', () => {
    const statuses = ['PENDING', 'REGISTERED', 'FAILED'] as const
    const all = new VenueDriver({
      markets: statuses.map((clobMarketStatus) => ({ question: '?', clobMarketStatus })),
    })
    expect(all.get('/markets').body.data.map((m: Loose) => m.clobMarketStatus)).toEqual(statuses)
  })
})

describe('section 2, MarketGroup and GroupedMarketEntry', () => {
  it('"`id` string, `slug` string, `title` string."', () => {
    const { data } = listedVenue().get('/market-groups').body
    expect(data.map(({ slug, title }: Loose) => [slug, title])).toEqual([
      ['cup-final', 'The Final'],
      ['cup-semi', 'Semi-final'],
      ['coins', 'Coins'],
    ])
    const ids = data.map(({ id }: Loose) => id)
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toEqual(expect.any(String))
  })

  it('"single": kind, market (Market); "group": kind, groupId (string), group (MarketGroup), markets (array of Market)', () => {
    const other = listedVenue()
    const [group, single] = other.get('/markets/grouped').body.data
    const detail = other.get('/market-groups/cup-final').body
    expect(group).toEqual({
      kind: 'group',
      groupId: detail.id,
      group: detail,
      markets: ['a', 'c'].map((id) => other.get(`/markets/${id}`).body),
    })
    expect(single).toEqual({ kind: 'single', market: other.get('/markets/b').body })
  })
})
