// Section 3 of the venue's specification: market status, registration status, order status.

import { describe, expect, it } from 'vitest'
import { ALICE, BOB, type Loose, VenueDriver } from '../api/venue-driver.js'

const buy = { maker: ALICE, side: 'BUY', price: 40, size: 500 } as const
/** Takes what of ALICE's `buy` it can. */
const cross = { maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 500 } as const
const statusOf = (venue: VenueDriver, hash: string) => venue.get(`/orders/${hash}`).body.status

describe('section 3, market status', () => {
  it('"Values: OPEN, CLOSED, RESOLVED, CANCELLED. At `endTimestamp` the market closes and moves to resolution."', () => {
    const venue = new VenueDriver({
      markets: [
        { question: '?', endsInSec: 10, resolvesTo: 1, resolvesAfterSec: 5 },
        { question: '?', endsInSec: 10, resolvesTo: 'cancelled' },
        { question: '?', endsInSec: 10 },
      ],
    })
    const statuses = () => venue.get('/markets').body.data.map((m: Loose) => m.status)
    venue.pass(9999)
    expect(statuses()).toEqual(['OPEN', 'OPEN', 'OPEN'])
    expect(venue.submit(buy).status).toBe(201)
    venue.pass(1)
    expect(statuses()).toEqual(['CLOSED', 'CLOSED', 'CLOSED'])
    expect(venue.submit(buy).body.code).toBe('market_not_open')
    venue.pass(2000)
    expect(statuses()).toEqual(['CLOSED', 'CANCELLED', 'CLOSED'])
    venue.pass(3000)
    expect(statuses()).toEqual(['RESOLVED', 'CANCELLED', 'CLOSED'])
    expect(venue.get('/markets/market-1').body.winningOutcomeId).toBe('market-1-1')
    expect(venue.get('/markets/market-2').body.winningOutcomeId).toBeNull()
  })

  it('takes orders in an OPEN market alone', () => {
    for (const status of ['CLOSED', 'RESOLVED', 'CANCELLED'] as const) {
      const venue = new VenueDriver({ markets: [{ question: '?', status }] })
      expect(venue.submit(buy)).toMatchObject({ status: 400, body: { code: 'market_not_open' } })
    }
  })
})

describe('section 3, CLOB registration status', () => {
  it('"Values: PENDING, REGISTERED, FAILED.": by configured delays, told to the room; orders need REGISTERED', () => {
    const venue = new VenueDriver({
      markets: [
        { question: '?', registersInSec: 10 },
        { question: '?', registersInSec: 20, registrationFails: true },
        { question: '?', clobMarketStatus: 'PENDING' },
      ],
    })
    const statuses = () => venue.get('/markets').body.data.map((m: Loose) => m.clobMarketStatus)
    const socket = venue.socket()
    socket.send('subscribe', { conditionIds: [venue.market.conditionId], channels: ['market'] })
    expect(statuses()).toEqual(['PENDING', 'PENDING', 'PENDING'])
    expect(venue.submit(buy).body.code).toBe('market_not_open')
    venue.pass(10_000)
    expect(statuses()).toEqual(['REGISTERED', 'PENDING', 'PENDING'])
    expect(socket.of('market.status').map(({ payload }) => payload.data)).toMatchObject([
      { status: 'OPEN', clobMarketStatus: 'REGISTERED' },
    ])
    expect(venue.submit(buy).status).toBe(201)
    venue.pass(10_000)
    expect(statuses()).toEqual(['REGISTERED', 'FAILED', 'PENDING'])
    const path = '/sandbox/markets/market-3/register'
    expect(venue.post(path, { clobMarketStatus: 'REGISTERED' }).body.clobMarketStatus).toBe('REGISTERED')
  })

  it('takes a while for every new market where the venue says so', () => {
    const registration = { delaySec: 5, failureRate: 1 }
    const venue = new VenueDriver({ registration, markets: [{ question: '?' }] })
    expect(venue.get('/markets/market-1').body.clobMarketStatus).toBe('PENDING')
    venue.pass(5000)
    expect(venue.get('/markets/market-1').body.clobMarketStatus).toBe('FAILED')
  })
})

describe('section 3, order status', () => {
  it('open "rests on the book"', () => {
    const venue = new VenueDriver()
    const hash = venue.rest(buy)
    expect(statusOf(venue, hash)).toBe('open')
    expect(venue.get('/markets/market-1/orderbook').body.books[0].bids).toEqual([{ price: '0.4', size: '5000000' }])
  })

  it('partially_filled "rests on the book, partly filled"', () => {
    const venue = new VenueDriver()
    const hash = venue.rest(buy)
    venue.rest({ ...cross, size: 200 })
    expect(statusOf(venue, hash)).toBe('partially_filled')
    expect(venue.get('/markets/market-1/orderbook').body.books[0].bids).toEqual([{ price: '0.4', size: '3000000' }])
    venue.pass(2000)
    expect(statusOf(venue, hash)).toBe('partially_filled')
    expect(venue.get(`/orders/${hash}`).body).toMatchObject({ filledSize: '2000000', remainingSize: '3000000' })
  })

  it('pending_settlement "matched but not yet on-chain", filled "fully filled"', () => {
    const venue = new VenueDriver({ settlement: { delayMs: 1500 } })
    const hash = venue.rest(buy)
    expect(venue.submit(cross).body.status).toBe('pending_settlement')
    venue.pass(1499)
    expect(venue.get(`/orders/${hash}`).body).toMatchObject({
      status: 'pending_settlement',
      filledSize: '0',
      pendingSize: '5000000',
      remainingSize: '0',
    })
    venue.pass(1)
    expect(venue.get(`/orders/${hash}`).body).toMatchObject({
      status: 'filled',
      filledSize: '5000000',
      pendingSize: '0',
    })
  })

  it('cancelled_local "cancelled by the API or matcher, including FOK and POST_ONLY orders that never rested"', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const one = venue.rest(buy)
    venue.post('/orders/cancel-many', { orderHashes: [one] }, { token })
    const two = venue.rest(buy)
    venue.post('/markets/market-1/orders/cancel-all', undefined, { token })
    venue.rest(buy)
    const fok = venue.submit({ ...cross, size: 900, type: 'FOK' }).body
    const postOnly = venue.submit({ ...cross, size: 100, type: 'POST_ONLY' }).body
    expect([fok.status, postOnly.status]).toEqual(['cancelled_local', 'cancelled_local'])
    for (const hash of [one, two, fok.orderHash, postOnly.orderHash]) {
      expect(venue.get(`/orders/${hash}`).body).toMatchObject({ status: 'cancelled_local', filledSize: '0' })
    }
    expect(venue.get('/markets/market-1/trades').body.data).toEqual([])
  })

  it('cancelled_onchain "cancelled in a settlement transaction": the exchange no longer takes the nonce', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const hash = venue.rest(buy)
    expect(venue.post('/sandbox/nonce', undefined, { token }).status).toBe(200)
    expect(statusOf(venue, hash)).toBe('cancelled_onchain')
    const listed = venue.get('/me/orders?status=cancelled_onchain', { token }).body.orders
    expect(listed.map((o: Loose) => o.orderHash)).toEqual([hash])
  })

  it('expired "missed its expiration"', () => {
    const venue = new VenueDriver()
    const expirationSec = Math.floor(venue.nowMs / 1000) + 60
    const hash = venue.rest({ ...buy, expirationSec })
    venue.pass(59_999)
    expect(statusOf(venue, hash)).toBe('open')
    venue.pass(1)
    expect(statusOf(venue, hash)).toBe('expired')
  })
})
