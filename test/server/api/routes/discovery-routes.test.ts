import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ServerConfigInput } from '../../../../src/server/schema.js'
import { parseMarket } from '../../../../src/venue/wire/market-codec.js'
import { groupedList, marketList, tag } from '../../../../src/venue/wire/market-schema.js'
import { ALICE, BOB, type Loose, VenueDriver } from '../venue-driver.js'

const CONFIG: ServerConfigInput = {
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
    { id: 'b', question: 'Rain tomorrow?', category: 'weather', endsInSec: 60, mirrorSlug: 'rain-event' },
    { id: 'c', question: 'Will C win?', groupSlug: 'cup-final', tags: ['sports'], betTypeName: 'Corners' },
    { id: 'd', question: 'Will D reach the final?', groupSlug: 'cup-semi', status: 'CLOSED' },
    { id: 'e', question: 'Coin up?', groupSlug: 'coins', clobMarketStatus: 'PENDING', description: 'About ZORKMID' },
    { id: 'f', question: 'Archived?', tags: ['old'] },
    { id: 'g', question: 'Incomplete?', incomplete: true },
  ],
}

const ids = (body: Loose): string[] => body.data.map((m: Loose) => m.id)

describe('GET /markets', () => {
  it.each([
    ['', ['a', 'b', 'c', 'd', 'e']],
    ['search=wIn', ['a', 'c']],
    ['search=zorkmid', ['e']],
    ['search=rain-event', ['b']],
    ['search=the final', ['a', 'c', 'd']],
    ['category=weather', ['b']],
    ['tagSlug=sports', ['a', 'c']],
    ['subTagSlug=football', ['a']],
    ['subTagSlug=sports', []],
    ['groupSlug=cup-final', ['a', 'c']],
    ['groupSlugPrefix=cup-', ['a', 'c', 'd']],
    ['ungrouped=true', ['b']],
    ['ungrouped=1', ['b']],
    ['ungrouped=no', ['a', 'b', 'c', 'd', 'e']],
    ['betTypeName=Corners', ['c']],
    ['status=CLOSED', ['d']],
    ['clobMarketStatus=PENDING', ['e']],
    ['excludeBetTypeFilters=1', ['a', 'b', 'd', 'e']],
    ['includeIncomplete=true&search=complete', ['g']],
    ['includeArchivedTags=true&search=archived', ['f']],
    ['limit=2', ['a', 'b']],
    ['page=2&pageSize=2', ['c', 'd']],
    ['offset=3', ['d', 'e']],
    ['sortBy=endTimestamp&limit=1', ['b']],
  ])('filters by %j', (query, expected) => {
    const { status, body } = new VenueDriver(CONFIG).get(`/markets?${query}`)
    expect(status).toBe(200)
    expect(ids(body)).toEqual(expected)
  })

  it('filters by groupId', () => {
    const venue = new VenueDriver(CONFIG)
    const groupId = venue.get('/markets?search=rain').body.data[0].groupId
    expect(groupId).toBeNull()
    const cup = venue.get('/market-groups/cup-final').body.id
    expect(ids(venue.get(`/markets?groupId=${cup}`).body)).toEqual(['a', 'c'])
  })

  it('returns `{ data, pagination }` that clients can read', () => {
    const venue = new VenueDriver(CONFIG)
    const list = marketList.parse(venue.get('/markets?includeIncomplete=1').body)
    expect(list.pagination).toEqual({ page: 1, pageSize: 60, total: 6, totalPages: 1, hasNext: false, hasPrev: false })
    const defaults = venue.api.profile.marketDefaults
    expect(parseMarket(list.data[0]!, defaults)).toMatchObject({ ticksPerUnit: 100, lotRaw: 10_000n, minLots: 100 })
    expect(list.data.find(({ id }) => id === 'g')?.outcomes[0]?.tokenId).toBeNull()
  })

  it('answers 400 with an array of messages for an unknown status or sortBy, never for a bad limit', () => {
    const venue = new VenueDriver(CONFIG)
    expect(venue.get('/markets?status=open').body).toMatchObject({ statusCode: 400, error: 'Bad Request' })
    expect(venue.get('/markets?status=open').body.message).toEqual([expect.stringMatching(/^status must be one of/)])
    expect(venue.get('/markets?sortBy=luck').status).toBe(400)
    expect(venue.get('/markets?limit=lots').body.pagination.pageSize).toBe(60)
  })

  it('sorts by what was traded and what rests', () => {
    const venue = new VenueDriver(CONFIG)
    const b = venue.api.markets.find('b')
    venue.post('/markets/b/orders', venue.order({ maker: ALICE, side: 'BUY', price: 40, size: 1000 }, b))
    expect(ids(venue.get('/markets?sortBy=-liquidity').body)[0]).toBe('b')
    expect(venue.get('/markets/b').body).toMatchObject({ liquidity: '4000000', volume: '0' })
    venue.post('/markets/b/orders', venue.order({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 1000 }, b))
    expect(ids(venue.get('/markets?sortBy=-volume').body)[0]).toBe('b')
    expect(ids(venue.get('/markets?sortBy=volume').body).at(-1)).toBe('b')
    expect(venue.get('/markets/b').body).toMatchObject({ liquidity: '0', volume: '6000000' })
  })
})

describe('GET /markets/grouped', () => {
  it('counts events, not markets', () => {
    const { body } = new VenueDriver(CONFIG).get('/markets/grouped')
    const list = groupedList.parse(body)
    expect(list.data.map((e) => (e.kind === 'group' ? e.markets.map((m) => m.id) : e.market.id))).toEqual([
      ['a', 'c'],
      'b',
      ['d'],
      ['e'],
    ])
    expect(list.pagination.total).toBe(4)
  })

  it('pages over events and restricts to groups of a type', () => {
    const venue = new VenueDriver(CONFIG)
    const second = venue.get('/markets/grouped?page=2&pageSize=1').body
    expect(second.data).toHaveLength(1)
    expect(second.data[0]).toMatchObject({ kind: 'single', market: { id: 'b' } })
    const crypto = venue.get('/markets/grouped?groupType=crypto').body
    expect(crypto.data.map((e: Loose) => e.group.slug)).toEqual(['coins'])
  })
})

describe('groups and tags', () => {
  it('GET /market-groups returns `{ data, pagination }`, GET /market-groups/{slug} one group', () => {
    const venue = new VenueDriver(CONFIG)
    const list = venue.get('/market-groups?limit=2').body
    expect(list.data.map((g: Loose) => g.slug)).toEqual(['cup-final', 'cup-semi'])
    expect(list.pagination).toMatchObject({ total: 3, hasNext: true })
    expect(venue.get('/market-groups/coins').body).toMatchObject({ slug: 'coins', title: 'Coins', groupType: 'crypto' })
    expect(venue.get('/market-groups/none').status).toBe(404)
  })

  it('GET /tags returns a bare array of public tags', () => {
    const tags = z.array(tag).parse(new VenueDriver(CONFIG).get('/tags').body)
    expect(tags.map(({ slug }) => slug)).toEqual(['sports', 'football'])
  })
})

describe('a market added while running', () => {
  it('is listed with the tags and the group it names', () => {
    const venue = new VenueDriver(CONFIG)
    const { spec } = venue.api.markets.find('a')
    venue.api.markets.add({
      spec: { ...spec, id: 'new', conditionId: `${spec.conditionId.slice(0, -2)}ff` as typeof spec.conditionId },
      question: 'New?',
      outcomeNames: ['Yes', 'No'],
      createdMs: venue.nowMs,
      tagSlugs: ['fresh-tag'],
      group: { slug: 'fresh-group' },
    })
    expect(ids(venue.get('/markets?tagSlug=fresh-tag').body)).toEqual(['new'])
    expect(venue.get('/market-groups/fresh-group').body.title).toBe('Fresh group')
    expect(venue.get('/markets/new/fee').status).toBe(200)
  })
})
