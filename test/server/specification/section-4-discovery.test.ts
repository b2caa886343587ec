// Section 4 of the venue's specification: groups, tags, users, fees, best bids, and the endpoints it names without showing.

import { describe, expect, it } from 'vitest'
import { ALICE, BOB, type Loose, VenueDriver } from '../api/venue-driver.js'
import { listedVenue } from './listed-venue.js'

const slugs = (body: Loose) => body.map(({ slug }: Loose) => slug)

describe('section 4, GET /market-groups', () => {
  it('"returns `{ data, pagination }`", filtered by search, type and tag', () => {
    const venue = listedVenue()
    const found = (query: string) => slugs(venue.get(`/market-groups?${query}`).body.data)
    expect(venue.get('/market-groups').body.pagination).toMatchObject({ page: 1, total: 3 })
    expect(found('search=final')).toEqual(['cup-final', 'cup-semi'])
    expect(found('groupType=sports&tagSlug=sports')).toEqual(['cup-final'])
    expect(found('limit=1&offset=2')).toEqual(['coins'])
  })

  it('GET /market-groups/{slug}: "returns one MarketGroup by slug."', () => {
    const venue = listedVenue()
    const { data } = venue.get('/market-groups').body
    expect(venue.get('/market-groups/cup-final').body).toEqual(data[0])
    for (const other of ['cup', data[0].id, 'CUP-FINAL']) {
      expect(venue.get(`/market-groups/${other}`)).toMatchObject({ status: 404, body: { statusCode: 404 } })
    }
  })
})

describe('section 4, GET /tags', () => {
  it('"returns a bare JSON array of Tag (public tags)."', () => {
    const { body } = listedVenue().get('/tags')
    expect(Array.isArray(body)).toBe(true)
    // an archived tag is not public
    expect(slugs(body)).toEqual(['sports', 'football'])
    expect(new VenueDriver({ markets: [] }).get('/tags').body).toEqual([])
  })
})

describe('section 4, GET /users/{id}', () => {
  it('"returns a public user profile; `{id}` is a wallet address, a user id or a username."', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const { id } = venue.call('PATCH', '/me', { token, body: { username: 'Alice_1' } }).body
    for (const name of [ALICE, ALICE.toLowerCase(), id, 'Alice_1', 'alice_1']) {
      expect(venue.get(`/users/${name}`).body).toMatchObject({ id, address: ALICE, username: 'Alice_1' })
    }
    for (const nobody of [`0x${'9'.repeat(40)}`, 'usr_none', 'nobody']) {
      expect(venue.get(`/users/${nobody}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })
})

describe('section 4, GET /markets/{id}/fee', () => {
  const feeVenue = () =>
    new VenueDriver({
      globalFeeRateBps: 10,
      tags: [
        { slug: 'plain', name: 'Plain' },
        { slug: 't', name: 'T', feeRateBps: 20 },
        { slug: 'u', name: 'U', feeRateBps: 25 },
      ],
      markets: [{ id: 'm', question: '?', tags: ['plain', 't', 'u'], feeRateBps: 30 }],
    })
  const change = (venue: VenueDriver, body: object) => venue.post('/sandbox/fees', body).status

  it('"The effective rate resolves the most specific override first: per-market, then per-tag, then the global default."', () => {
    const venue = feeVenue()
    const fee = () => venue.get('/markets/m/fee').body
    expect(fee()).toEqual({ feeRateBps: 30, feeRateBpsOverride: 30 })
    change(venue, { scope: 'global', feeRateBps: 500 })
    change(venue, { scope: 'tag', tagSlug: 't', feeRateBps: 400 })
    expect(fee().feeRateBps).toBe(30)
    change(venue, { scope: 'market', marketId: 'm', feeRateBps: null })
    // of two tags, equally deep, the lower rate
    expect(fee()).toEqual({ feeRateBps: 25, feeRateBpsOverride: null })
    change(venue, { scope: 'tag', tagSlug: 'u', feeRateBps: null })
    expect(fee()).toEqual({ feeRateBps: 400, feeRateBpsOverride: null })
    change(venue, { scope: 'tag', tagSlug: 't', feeRateBps: null })
    expect(fee()).toEqual({ feeRateBps: 500, feeRateBpsOverride: null })
  })

  it('an override of 0 is an override', () => {
    const venue = feeVenue()
    const rate = () => venue.get('/markets/m/fee').body.feeRateBps
    change(venue, { scope: 'market', marketId: 'm', feeRateBps: 0 })
    expect(rate()).toBe(0)
    change(venue, { scope: 'market', marketId: 'm', feeRateBps: null })
    change(venue, { scope: 'tag', tagSlug: 't', feeRateBps: 0 })
    expect(rate()).toBe(0)
  })

  it('"Rates can change, so it is read right before signing.": the next order needs the new rate, at once', () => {
    const venue = feeVenue()
    const socket = venue.socket()
    socket.send('subscribe', { conditionIds: [venue.market.conditionId], channels: ['market'] })
    const submit = (feeRateBps: number) => venue.submit({ maker: ALICE, side: 'BUY', price: 40, size: 100, feeRateBps })
    expect(submit(30).status).toBe(201)
    change(venue, { scope: 'market', marketId: 'm', feeRateBps: null })
    expect([submit(30).status, submit(20).status]).toEqual([400, 201])
    change(venue, { scope: 'tag', tagSlug: 't', feeRateBps: 21 })
    expect([submit(20).status, submit(21).status]).toEqual([400, 201])
    expect(venue.get('/markets/m').body.feeRateBps).toBe(21)
    expect(socket.of('market.fee').map(({ payload }) => payload.data.feeRateBps)).toEqual([20, 21])
    expect(change(venue, { scope: 'market', marketId: 'none', feeRateBps: 1 })).toBe(404)
    expect(change(venue, { scope: 'tag', tagSlug: 'none', feeRateBps: 1 })).toBe(404)
    expect(change(venue, { scope: 'global', feeRateBps: null })).toBe(400)
  })
})

describe('section 4, GET /markets/{id}/best-bids', () => {
  const quoted = () => {
    const venue = new VenueDriver()
    venue.rest({ maker: ALICE, side: 'BUY', price: 45, size: 300 })
    venue.rest({ maker: ALICE, side: 'BUY', price: 44, size: 300 })
    venue.rest({ maker: BOB, side: 'BUY', price: 44, size: 200 })
    venue.rest({ maker: ALICE, side: 'BUY', outcome: 1, price: 30, size: 100 })
    return (query: string) =>
      venue.get(`/markets/market-1/best-bids${query}`).body.bestBids.map((b: Loose) => b.bestBid)
  }

  it('"returns the Best bids result, the top bid per outcome token."', () => {
    expect(quoted()('')).toEqual([
      { price: '0.45', size: '3000000' },
      { price: '0.3', size: '1000000' },
    ])
  })

  it('"Optional query `excludeMaker` (wallet address): that wallet\'s own quotes are ignored, so the result is the best other bid."', () => {
    const best = quoted()
    for (const text of [ALICE, ALICE.toLowerCase(), `0x${ALICE.slice(2).toUpperCase()}`]) {
      expect(best(`?excludeMaker=${text}`)).toEqual([{ price: '0.44', size: '2000000' }, null])
    }
    expect(best(`?excludeMaker=${BOB}`)[0]).toEqual({ price: '0.45', size: '3000000' })
    expect(best(`?excludeMaker=0x${'9'.repeat(40)}`)).toEqual(best(''))
  })

  it('excludeMaker is a wallet address or refused', () => {
    const venue = new VenueDriver()
    expect(venue.get('/markets/market-1/best-bids?excludeMaker=me')).toMatchObject({ status: 400 })
  })
})

describe('section 4, other named endpoints', () => {
  it('"market detail, orderbook, ticker, price history, trades, comments and comment counts, user search, balances of available collateral after open-order locks, leaderboard and PnL, live sports scores"', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const market = ['', '/orderbook', '/ticker', '/price-history', '/trades', '/comments', '/comments/count']
    const paths = [
      ...market.map((path) => `/markets/market-1${path}`),
      '/users?search=a',
      '/me/balances',
      '/leaderboard',
      `/users/${ALICE}/pnl`,
      '/sports/scores',
    ]
    for (const path of paths) expect({ path, status: venue.get(path, { token }).status }).toEqual({ path, status: 200 })
    for (const path of market) expect(venue.get(`/markets/none${path}`).status).toBe(404)
  })

  it('"balances of available collateral after open-order locks"', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const collateral = () => venue.get('/me/balances', { token }).body.collateral
    const hash = venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 1000 })
    expect(collateral()).toEqual({
      total: '10000000000',
      available: '9996000000',
      locked: '4000000',
      pending: '0',
    })
    venue.post('/orders/cancel-many', { orderHashes: [hash] }, { token })
    expect(collateral()).toEqual({
      total: '10000000000',
      available: '10000000000',
      locked: '0',
      pending: '0',
    })
  })
})
