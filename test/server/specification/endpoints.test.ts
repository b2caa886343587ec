// Section 4 of the venue's specification, markets and orders, sentence by sentence.

import { describe, expect, it } from 'vitest'
import type { ServerConfigInput } from '../../../src/server/schema.js'
import { ALICE, BOB, type Loose, SHARED_KEY, VenueDriver } from '../api/venue-driver.js'

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
    { id: 'b', question: 'Rain tomorrow?', category: 'weather', mirrorSlug: 'rain-event' },
    { id: 'c', question: 'Will C win?', groupSlug: 'cup-final', tags: ['sports'], betTypeName: 'Corners' },
    { id: 'd', question: 'Will D be there?', groupSlug: 'cup-semi', status: 'CLOSED' },
    { id: 'e', question: 'Coin up?', groupSlug: 'coins', clobMarketStatus: 'PENDING', description: 'About ZORKMID' },
    { id: 'f', question: 'Archived?', tags: ['old'] },
    { id: 'g', question: 'Incomplete?', incomplete: true },
  ],
}

/** Ids of the markets of each entry. */
const entries = (body: Loose): string[] =>
  body.data.map((e: Loose) => (e.kind === 'single' ? e.market.id : e.markets.map((m: Loose) => m.id).join('+')))

describe('§4 GET /markets/grouped', () => {
  const venue = new VenueDriver({ keys: [{ name: 'k', tier: 'INTERNAL', key: 'internal-key-of-tests' }], ...CONFIG })
  const grouped = (query: string) => venue.get(`/markets/grouped?${query}`)

  it('"Pagination counts events, not markets."', () => {
    const { data, pagination } = grouped('pageSize=3').body
    expect(entries({ data })).toEqual(['a+c', 'b', 'd'])
    expect(pagination).toEqual({ page: 1, pageSize: 3, total: 4, totalPages: 2, hasNext: true, hasPrev: false })
  })

  it.each([
    ['"matches market question"', 'search=RAIN', ['b']],
    ['"description"', 'search=zorkmid', ['e']],
    ['"ids"', 'search=market', []],
    ['"mirror slug"', 'search=rain-event', ['b']],
    ['"or group title"', 'search=semi-final', ['d']],
    ['"the parameter is `search`, not `q`"', 'q=rain', ['a+c', 'b', 'd', 'e']],
    ['"filter by category"', 'category=weather', ['b']],
    ['"filter by tag slug"', 'tagSlug=sports', ['a+c']],
    ['"filter by sub-tag slug"', 'subTagSlug=football', ['a']],
    ['"filter by group id"', 'groupId=group_2', ['d']],
    ['"exact group slug"', 'groupSlug=cup-final', ['a+c']],
    ['"exact group slug"', 'groupSlug=cup', []],
    ['"group slug prefix"', 'groupSlugPrefix=cup-', ['a+c', 'd']],
    ['"only markets without groupId"', 'ungrouped=true', ['b']],
    ['"only markets without groupId"', 'ungrouped=1', ['b']],
    ['"sports bet type name"', 'betTypeName=Corners', ['c']],
    ['"market lifecycle status"', 'status=CLOSED', ['d']],
    ['"on-chain registration status"', 'clobMarketStatus=PENDING', ['e']],
    ['"exclude bet types hidden from sports event lists"', 'excludeBetTypeFilters=true', ['a', 'b', 'd', 'e']],
    ['"include markets missing outcome token ids"', 'includeIncomplete=1', ['a+c', 'b', 'd', 'e', 'g']],
    ['"include markets whose tag is ARCHIVED"', 'includeArchivedTags=1', ['a+c', 'b', 'd', 'e', 'f']],
    ['"page number, used with pageSize"', 'page=2&pageSize=2', ['d', 'e']],
    ['"alias of limit when page and pageSize are omitted"', 'limit=1', ['a+c']],
    ['"items to skip"', 'offset=3', ['e']],
    ['"restrict to groups of this type"', 'groupType=crypto', ['e']],
  ])('%s: %s', (_sentence, query, expected) => {
    const { status, body } = grouped(query)
    expect(status).toBe(200)
    expect(entries(body)).toEqual(expected)
  })

  it('allows for status and clobMarketStatus only their values', () => {
    expect(grouped('status=open').status).toBe(400)
    expect(grouped('clobMarketStatus=DONE').status).toBe(400)
  })
})

describe('§4 clamping rules', () => {
  it.each([
    ['"default 60"', '', 60],
    ['"maximum 250"', 'limit=9999', 250],
    ['"a non-numeric value becomes 60"', 'limit=many', 60],
    ['"a value below 1 becomes 1"', 'limit=0', 1],
    ['"a value below 1 becomes 1"', 'limit=-7', 1],
  ])('%s: %s', (_sentence, query, pageSize) => {
    const venue = new VenueDriver()
    for (const path of ['/markets', '/markets/grouped', '/market-groups']) {
      expect(venue.get(`${path}?${query}`)).toMatchObject({ status: 200, body: { pagination: { pageSize } } })
    }
  })
})

describe('§4 markets and discovery', () => {
  it('GET /markets: "Same filters as the grouped listing except groupType, and it also takes sortBy"', () => {
    const venue = new VenueDriver(CONFIG)
    const document = venue.get('/openapi.json').body
    const names = (path: string) => document.paths[path].get.parameters.map((p: Loose) => p.name)
    const shared = names('/markets/grouped').filter((name: string) => name !== 'groupType')
    expect(names('/markets')).toEqual([...shared, 'sortBy'])
  })

  it('GET /market-groups/{slug}: "returns one MarketGroup by slug."', () => {
    const { body } = new VenueDriver(CONFIG).get('/market-groups/cup-final')
    expect(body).toMatchObject({ id: expect.any(String), slug: 'cup-final', title: 'The Final' })
  })

  it('GET /market-groups filters by search, type and tag', () => {
    const venue = new VenueDriver(CONFIG)
    const slugs = (query: string) => venue.get(`/market-groups?${query}`).body.data.map((g: Loose) => g.slug)
    expect(slugs('search=final')).toEqual(['cup-final', 'cup-semi'])
    expect(slugs('groupType=sports&tagSlug=sports')).toEqual(['cup-final'])
  })

  it('GET /tags: "returns a bare JSON array of Tag (public tags)."', () => {
    const { body } = new VenueDriver(CONFIG).get('/tags')
    expect(body.map((t: Loose) => t.slug)).toEqual(['sports', 'football'])
  })

  it('GET /users/{id}: "{id} is a wallet address, a user id or a username."', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const { id } = venue.call('PATCH', '/me', { token, body: { username: 'Alice_1' } }).body
    for (const name of [ALICE, ALICE.toLowerCase(), id, 'Alice_1', 'alice_1']) {
      expect(venue.get(`/users/${name}`).body).toMatchObject({ id, address: ALICE, username: 'Alice_1' })
    }
    expect(venue.get(`/users/0x${'9'.repeat(40)}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('GET /markets/{id}/fee: "the most specific override first: per-market, then per-tag, then the global default." "Rates can change"', () => {
    const venue = new VenueDriver({
      globalFeeRateBps: 10,
      tags: [{ slug: 't', name: 'T', feeRateBps: 20 }],
      markets: [{ id: 'm', question: '?', tags: ['t'], feeRateBps: 30 }],
    })
    const socket = venue.socket()
    socket.send('subscribe', { conditionIds: [venue.market.conditionId], channels: ['market'] })
    const fee = () => venue.get('/markets/m/fee').body
    const change = (body: object) => venue.post('/sandbox/fees', body).status
    expect(fee()).toEqual({ feeRateBps: 30, feeRateBpsOverride: 30 })
    expect(change({ scope: 'market', marketId: 'm', feeRateBps: null })).toBe(200)
    expect(fee()).toEqual({ feeRateBps: 20, feeRateBpsOverride: null })
    change({ scope: 'tag', tagSlug: 't', feeRateBps: null })
    expect(fee()).toEqual({ feeRateBps: 10, feeRateBpsOverride: null })
    change({ scope: 'global', feeRateBps: 15 })
    expect(fee().feeRateBps).toBe(15)
    expect(socket.of('market.fee').map(({ payload }) => payload.data.feeRateBps)).toEqual([20, 10, 15])
    expect(change({ scope: 'market', marketId: 'none', feeRateBps: 1 })).toBe(404)
    expect(change({ scope: 'global', feeRateBps: null })).toBe(400)
  })

  it('GET /markets/{id}/best-bids: "that wallet\'s own quotes are ignored, so the result is the best other bid."', () => {
    const venue = new VenueDriver()
    venue.rest({ maker: ALICE, side: 'BUY', price: 45, size: 300 })
    venue.rest({ maker: BOB, side: 'BUY', price: 44, size: 200 })
    const best = (query: string) => venue.get(`/markets/market-1/best-bids${query}`).body.bestBids[0].bestBid
    expect(best('')).toEqual({ price: '0.45', size: '3000000' })
    expect(best(`?excludeMaker=${ALICE}`)).toEqual({ price: '0.44', size: '2000000' })
  })
})

describe('§4 orders', () => {
  it('POST /markets/{id}/orders: "SIWE login is optional; the order signature is always required."', () => {
    const venue = new VenueDriver()
    const submission = venue.order({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    expect(venue.post('/markets/market-1/orders', submission, { key: SHARED_KEY }).status).toBe(201)
    const { accessToken: token } = venue.signIn(ALICE)
    const { signature: _signature, ...unsigned } = venue.order({
      maker: ALICE,
      side: 'BUY',
      price: 40,
      size: 100,
    }).order
    const body = { order: unsigned, orderType: 'GTC' }
    expect(venue.post('/markets/market-1/orders', body, { token }).status).toBe(400)
  })

  it('cancel-all: "Cancels the authenticated account\'s open orders in that market. Response shown is an empty object."', () => {
    const venue = new VenueDriver()
    const own = venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    const foreign = venue.rest({ maker: BOB, side: 'BUY', price: 40, size: 100 })
    const { accessToken: token } = venue.signIn(ALICE)
    expect(venue.post('/markets/market-1/orders/cancel-all', undefined, { token }).body).toEqual({})
    expect(venue.get(`/orders/${own}`).body.status).toBe('cancelled_local')
    expect(venue.get(`/orders/${foreign}`).body.status).toBe('open')
  })

  it('cancel-many: "Only the supplied hashes are considered. Ownership is checked for each order. Failures do not roll back successful cancellations."', () => {
    const venue = new VenueDriver()
    const [own, kept] = [1, 2].map(() => venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 100 }))
    const foreign = venue.rest({ maker: BOB, side: 'BUY', price: 40, size: 100 })
    const { accessToken: token } = venue.signIn(ALICE)
    const { status, body } = venue.post('/orders/cancel-many', { orderHashes: [foreign, own] }, { token })
    expect(status).toBe(200)
    expect(body).toEqual({
      cancelled: 1,
      orderHashes: [own],
      failed: [{ orderHash: foreign, error: expect.any(String), code: 'forbidden' }],
    })
    expect(venue.get(`/orders/${kept}`).body.status).toBe('open')
  })

  const listed = () => {
    const venue = new VenueDriver()
    venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 500 })
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 200 })
    venue.rest({ maker: ALICE, side: 'BUY', price: 30, size: 500 })
    venue.pass(2000)
    return {
      venue,
      statuses: (path: string, key?: string) => venue.get(path, { key }).body.orders?.map((o: Loose) => o.status),
    }
  }

  it('GET /orders rule 1: "At least one of account or conditionId is required; otherwise 400."', () => {
    expect(listed().venue.get('/orders')).toMatchObject({
      status: 400,
      body: { statusCode: 400, error: 'Bad Request' },
    })
  })

  it('rule 2: "Listing another account\'s orders requires a SIWE bearer or a per-user API key."', () => {
    const { venue } = listed()
    const path = `/orders?account=${ALICE}`
    expect(venue.get(path, { key: SHARED_KEY }).status).toBe(401)
    expect(venue.get(path).status).toBe(200)
    expect(venue.get(path, { key: SHARED_KEY, token: venue.signIn(BOB).accessToken }).status).toBe(200)
  })

  it('rule 3: "A public conditionId feed (without credentials) returns only filled and partially_filled; status=open on it returns an empty list."', () => {
    const { venue, statuses } = listed()
    const path = `/orders?conditionId=${venue.market.conditionId}`
    expect(statuses(path, SHARED_KEY)).toEqual(['filled', 'partially_filled'])
    expect(statuses(`${path}&status=open`, SHARED_KEY)).toEqual([])
  })

  it('rule 4: "To see one\'s own open orders, pass account with credentials, or use GET /me/orders"', () => {
    const { venue, statuses } = listed()
    expect(statuses(`/orders?account=${ALICE}&status=open`)).toEqual(['open'])
    const { accessToken: token } = venue.signIn(ALICE)
    expect(venue.get('/me/orders?status=open', { token }).body.orders).toHaveLength(1)
  })

  it('rule 5: "Order list endpoints validate limit strictly and answer 400 for bad values"', () => {
    const { venue } = listed()
    for (const limit of ['0', '251', 'x', '-1', '1.5']) {
      expect(venue.get(`/orders?account=${ALICE}&limit=${limit}`).status).toBe(400)
    }
    expect(venue.get(`/orders?account=${ALICE}&limit=250`).status).toBe(200)
  })
})
