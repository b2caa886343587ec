// Where the specification is silent about markets: further fields, best bids, the empty best bid, matches of the configuration.

import { describe, expect, it } from 'vitest'
import { ALICE, BOB, type Loose, VenueDriver } from '../api/venue-driver.js'
import { listedVenue } from './listed-venue.js'

describe('markets, fields', () => {
  it('the outcome object: outcomeId, tokenId, name, index, complementTokenId', () => {
    const venue = new VenueDriver({ markets: [{ id: 'm', question: '?', outcomes: ['Up', 'Down'] }] })
    const [up, down] = venue.get('/markets/m').body.outcomes
    expect([up.name, up.index, down.name, down.index]).toEqual(['Up', 0, 'Down', 1])
    expect([up.complementTokenId, down.complementTokenId]).toEqual([down.tokenId, up.tokenId])
    expect(up.outcomeId).not.toBe(down.outcomeId)
  })

  it('the market: description, category, tags, groupId, tick and sizes, exchange, collateral, volume, liquidity', () => {
    const venue = listedVenue()
    const group = venue.get('/market-groups/cup-final').body
    expect(venue.get('/markets/a').body).toMatchObject({
      description: null,
      category: 'sports',
      tags: [{ slug: 'sports' }, { slug: 'football' }],
      groupId: group.id,
      clobMarketStatus: 'REGISTERED',
      tickSize: '0.01',
      minOrderSize: '1000000',
      sizeStep: '10000',
      exchange: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      collateral: { symbol: 'USDQ', decimals: 6 },
      volume: '0',
      liquidity: '0',
      createdAt: '2030-01-01T00:00:00.000Z',
      winningOutcomeId: null,
    })
    expect(group).toMatchObject({ groupType: 'sports', tagSlug: 'sports' })
  })

  it('volume counts what was traded, liquidity what rests', () => {
    const venue = new VenueDriver()
    venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 500 })
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 200 })
    const market = () => venue.get('/markets/market-1').body
    expect(market()).toMatchObject({ volume: '1200000', liquidity: '1200000' })
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 100 })
    expect(market()).toMatchObject({ volume: '1800000', liquidity: '800000' })
  })

  it('a market without outcome token ids has no book, no fee to sign for, no order', () => {
    const venue = listedVenue()
    const outcomes = venue.get('/markets/g').body.outcomes.map((o: Loose) => o.tokenId)
    expect(outcomes).toEqual([null, null])
    for (const path of ['orderbook', 'best-bids']) expect(venue.get(`/markets/g/${path}`).status).toBe(404)
    const order = venue.order({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    expect(venue.post('/markets/g/orders', order)).toMatchObject({ status: 400, body: { code: 'market_not_open' } })
  })

  it('a configuration that names a match which is none is refused', () => {
    expect(() => new VenueDriver({ markets: [{ question: '?', match: 'none' }] })).toThrow(/markets\.match.*none/)
  })
})

describe('best bids', () => {
  it('count BUY orders of that token only: a resting SELL is invisible there', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    venue.post('/sandbox/split', { conditionId: venue.market.conditionId, amount: '50000000' }, { token })
    venue.rest({ maker: ALICE, side: 'SELL', price: 45, size: 500 })
    const best = () => venue.get('/markets/market-1/best-bids').body.bestBids.map((b: Loose) => b.bestBid)
    expect(best()).toEqual([null, null])
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 50, size: 300 })
    expect(best()).toEqual([null, { price: '0.5', size: '3000000' }])
    const { books } = venue.get('/markets/market-1/orderbook').body
    expect(books[0].asks).toEqual([{ price: '0.45', size: '5000000' }])
  })

  it('size is the whole of the best level', () => {
    const venue = new VenueDriver()
    for (const maker of [ALICE, BOB]) venue.rest({ maker, side: 'BUY', price: 44, size: 200 })
    const { bestBids } = venue.get('/markets/market-1/best-bids').body
    expect(bestBids[0].bestBid).toEqual({ price: '0.44', size: '4000000' })
  })
})

describe('order record', () => {
  it('the signed fields, side, price, sizes, type, status and times; never the signature', () => {
    const venue = new VenueDriver()
    const expirationSec = Math.floor(venue.nowMs / 1000) + 100
    const body = venue.order({ maker: ALICE, side: 'BUY', price: 40, size: 500, type: 'GTD', expirationSec })
    const { orderHash } = venue.post('/markets/market-1/orders', body).body
    venue.pass(1000)
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 200 })
    const record = venue.get(`/orders/${orderHash}`).body
    const { signature, side: _side, ...signed } = body.order
    expect(record).toMatchObject({
      ...signed,
      side: 'BUY',
      price: '0.4',
      originalSize: '5000000',
      filledSize: '0',
      remainingSize: '3000000',
      pendingSize: '2000000',
      orderType: 'GTD',
      status: 'partially_filled',
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:00:01.000Z',
    })
    expect(JSON.stringify(record)).not.toContain(signature)
  })
})
