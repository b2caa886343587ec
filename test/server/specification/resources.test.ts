// Sections 1 to 3 of the venue's specification, sentence by sentence.

import { describe, expect, it } from 'vitest'
import { fromWireOrder } from '../../../src/venue/wire/order-codec.js'
import { orderHash } from '../../../src/venue/wire/typed-data.js'
import { ALICE, BOB, type Loose, VenueDriver } from '../api/venue-driver.js'

describe('§1 conventions', () => {
  it('"Amounts are usually returned as raw token units; collateral uses the collateral token\'s decimals."', () => {
    const { collateral, minOrderSize } = new VenueDriver({ collateral: { decimals: 18 } }).get('/markets/market-1').body
    expect(collateral.decimals).toBe(18)
    expect(minOrderSize).toBe('1000000000000000000')
  })

  it('"A list endpoint for markets or market groups returns an object { data, pagination }, never a bare array."', () => {
    for (const path of ['/markets', '/markets/grouped', '/market-groups']) {
      expect(Object.keys(new VenueDriver().get(path).body)).toEqual(['data', 'pagination'])
    }
  })

  it('"An order is identified by orderHash, derived from the signed EIP-712 order."', () => {
    const venue = new VenueDriver()
    const submission = venue.order({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    const { body } = venue.post('/markets/market-1/orders', submission)
    expect(body.orderHash).toBe(orderHash(fromWireOrder(submission.order), venue.api.profile.typedData))
  })

  it('"Public orders use the zero address (0x followed by 40 zero hex digits) as taker."', () => {
    const venue = new VenueDriver()
    const submission = venue.order({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    expect(submission.order.taker).toBe(`0x${'0'.repeat(40)}`)
    const named = { ...submission, order: { ...submission.order, taker: BOB } }
    expect(venue.post('/markets/market-1/orders', named).status).toBe(400)
  })

  it('"Market rooms and real-time events are keyed by conditionId."', () => {
    const venue = new VenueDriver()
    const socket = venue.socket()
    const { conditionId, id } = venue.market
    const channels = ['orderbook']
    expect(socket.send('subscribe', { conditionIds: [id], channels }).rejected).toHaveLength(1)
    expect(socket.send('subscribe', { conditionIds: [conditionId], channels }).accepted).toEqual([conditionId])
    venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    expect(socket.heard.every(({ payload }) => payload.conditionId === conditionId)).toBe(true)
  })
})

describe('§2 Market', () => {
  const venue = new VenueDriver({
    tags: [{ slug: 'sport', name: 'Sport', feeRateBps: 70 }],
    matches: [
      { id: 'early', home: 'A', away: 'B', startTimestamp: '2030-01-02T10:00:00Z' },
      { id: 'set', home: 'A', away: 'B', startsInSec: 60, endsInSec: 120 },
    ],
    markets: [
      { id: 'plain', question: '?', mirrorSlug: 'event-x', startsInSec: 3600 },
      { id: 'match', question: '?', tags: ['sport'], match: 'early' },
      { id: 'other', question: '?', feeRateBps: 5, match: 'set' },
    ],
  })
  const market = (id: string) => venue.get(`/markets/${id}`).body

  it('"Markets have no slug field; groups and entities do."', () => {
    expect(market('plain')).not.toHaveProperty('slug')
    expect(market('plain').mirrorSlug).toBe('event-x')
  })

  it('"effective fee in basis points" and "raw per-market override; null when the market inherits the tag or global rate"', () => {
    expect(market('match')).toMatchObject({ feeRateBps: 70, feeRateBpsOverride: null })
    expect(market('other')).toMatchObject({ feeRateBps: 5, feeRateBpsOverride: 5 })
  })

  it('"when trading opens; recorded and displayed, not enforced"', () => {
    expect(market('plain').startTimestamp).toBe('2030-01-01T01:00:00.000Z')
    const early = venue.order({ maker: ALICE, side: 'BUY', price: 40, size: 100 }, venue.api.markets.find('plain'))
    expect(venue.post('/markets/plain/orders', early).status).toBe(201)
  })

  it('"sports end; display only; defaults to kickoff plus 150 minutes"', () => {
    expect(market('match')).toMatchObject({
      matchStartTime: '2030-01-02T10:00:00.000Z',
      matchEndTime: '2030-01-02T12:30:00.000Z',
    })
    expect(market('other').matchEndTime).toBe('2030-01-01T00:02:00.000Z')
    expect(market('plain')).toMatchObject({ matchStartTime: null, matchEndTime: null })
  })

  it('"outcome entries carry outcomeId and tokenId"', () => {
    for (const outcome of market('plain').outcomes) {
      expect(outcome).toMatchObject({ outcomeId: expect.any(String), tokenId: expect.stringMatching(/^\d+$/) })
    }
  })

  it('refuses a configuration that names a match which is none', () => {
    expect(() => new VenueDriver({ markets: [{ question: '?', match: 'none' }] })).toThrow(/markets\.match.*none/)
  })
})

describe('§2 results', () => {
  it('order submission: "orderHash string, status string"', () => {
    const { body } = new VenueDriver().submit({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    expect(body).toEqual({ orderHash: expect.stringMatching(/^0x[0-9a-f]{64}$/), status: 'open' })
  })

  it('order record: "orderHash, account, conditionId, tokenId, status"', () => {
    const venue = new VenueDriver()
    const hash = venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    expect(venue.get(`/orders/${hash}`).body).toMatchObject({
      orderHash: hash,
      account: ALICE,
      conditionId: venue.market.conditionId,
      tokenId: venue.market.grid.outcomes[0].tokenId,
      status: 'open',
    })
  })

  it('"User (public profile): id, address, username." "Tag: id, slug, name (strings)."', () => {
    const venue = new VenueDriver()
    expect(venue.get(`/users/${ALICE}`).body).toMatchObject({ id: expect.any(String), address: ALICE, username: null })
    const [tag] = venue.get('/tags').body
    expect(Object.keys(tag)).toEqual(['id', 'slug', 'name'])
  })
})

describe('§3 market status', () => {
  it('"At endTimestamp the market closes and moves to resolution."', () => {
    const venue = new VenueDriver({
      markets: [
        { question: '?', endsInSec: 10, resolvesTo: 1, resolvesAfterSec: 5 },
        { question: '?', endsInSec: 10, resolvesTo: 'cancelled' },
        { question: '?', endsInSec: 10 },
      ],
    })
    const statuses = () => venue.get('/markets').body.data.map((m: Loose) => m.status)
    const order = venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    venue.pass(9999)
    expect(statuses()).toEqual(['OPEN', 'OPEN', 'OPEN'])
    venue.pass(1)
    expect(statuses()).toEqual(['CLOSED', 'CLOSED', 'CLOSED'])
    expect(venue.get(`/orders/${order}`).body.status).toBe('cancelled_local')
    expect(venue.submit({ maker: ALICE, side: 'BUY', price: 40, size: 100 }).body.code).toBe('market_not_open')
    venue.pass(2000)
    expect(statuses()).toEqual(['CLOSED', 'CANCELLED', 'CLOSED'])
    venue.pass(3000)
    expect(statuses()).toEqual(['RESOLVED', 'CANCELLED', 'CLOSED'])
    expect(venue.get('/markets/market-1').body.winningOutcomeId).toBe('market-1-1')
    expect(venue.get('/markets/market-2').body.winningOutcomeId).toBeNull()
  })

  it('pays one unit per winning token, and half a unit per token of a cancelled market', () => {
    const venue = new VenueDriver({ markets: [{ question: '1' }, { question: '2' }] })
    const { accessToken: token } = venue.signIn(ALICE)
    const [first, second] = venue.api.markets.all()
    for (const { conditionId } of [first!, second!]) {
      venue.post('/sandbox/split', { conditionId, amount: '5000000' }, { token })
    }
    // 2 NO are sold to Bob
    const sale = venue.order({ maker: ALICE, side: 'SELL', outcome: 1, price: 30, size: 200 }, first)
    venue.post('/markets/market-1/orders', sale)
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 30, size: 200 })
    venue.pass(2000)
    venue.post('/sandbox/markets/market-1/resolve', { outcome: 1 })
    venue.post('/sandbox/markets/market-2/resolve', { cancelled: true })
    const redeem = (conditionId: string, who: string) =>
      venue.post('/sandbox/redeem', { conditionId }, { token: who }).body
    expect(redeem(first!.conditionId, token).paid).toBe('3000000')
    expect(redeem(first!.conditionId, token).paid).toBe('0')
    expect(redeem(first!.conditionId, venue.signIn(BOB).accessToken).paid).toBe('2000000')
    expect(redeem(second!.conditionId, token).paid).toBe('5000000')
  })
})

describe('§3 CLOB registration status', () => {
  it('goes from PENDING to REGISTERED or FAILED by configured delays, and tells it', () => {
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
    expect(venue.submit({ maker: ALICE, side: 'BUY', price: 40, size: 100 }).body.code).toBe('market_not_open')
    venue.pass(10_000)
    expect(statuses()).toEqual(['REGISTERED', 'PENDING', 'PENDING'])
    expect(socket.of('market.status')[0]?.payload.data).toMatchObject({
      status: 'OPEN',
      clobMarketStatus: 'REGISTERED',
    })
    expect(venue.submit({ maker: ALICE, side: 'BUY', price: 40, size: 100 }).status).toBe(201)
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

describe('§3 order status', () => {
  const matched = (settlement: object) => {
    const venue = new VenueDriver({ settlement })
    const hash = venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 500 })
    const status = () => venue.get(`/orders/${hash}`).body.status
    const match = (size: number) => venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size })
    return { venue, hash, status, match }
  }

  it('"open: rests on the book", "partially_filled: rests on the book, partly filled", "pending_settlement: matched but not yet on-chain", "filled: fully filled"', () => {
    const { venue, status, match } = matched({ delayMs: 1500 })
    expect(status()).toBe('open')
    match(200)
    expect(status()).toBe('partially_filled')
    match(300)
    expect(status()).toBe('pending_settlement')
    venue.pass(1500)
    expect(status()).toBe('filled')
  })

  it('"cancelled_local: cancelled by the API or matcher, including FOK and POST_ONLY orders that never rested"', () => {
    const { venue } = matched({})
    const fok = venue.submit({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 900, type: 'FOK' })
    const postOnly = venue.submit({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 100, type: 'POST_ONLY' })
    expect([fok, postOnly].map(({ status, body }) => [status, body.status])).toEqual([
      [201, 'cancelled_local'],
      [201, 'cancelled_local'],
    ])
  })

  it('"expired: missed its expiration"', () => {
    const { venue } = matched({})
    const expirationSec = Math.floor(venue.nowMs / 1000) + 60
    const hash = venue.rest({ maker: BOB, side: 'BUY', price: 20, size: 100, type: 'GTD', expirationSec })
    venue.pass(60_000)
    expect(venue.get(`/orders/${hash}`).body.status).toBe('expired')
  })

  it('tells each step of a settlement: order, balance, trade.settlement', () => {
    const venue = new VenueDriver()
    const { accessToken } = venue.signIn(ALICE)
    const socket = venue.socket({ apiKey: 'internal-key-of-tests', accessToken })
    socket.send('subscribe', { conditionIds: [venue.market.conditionId], channels: ['trades'] })
    venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 500 })
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 500 })
    venue.pass(1500)
    const told = socket.heard.map(({ event, payload }) => `${event} ${payload.data.status ?? ''}`.trim())
    expect(told).toEqual([
      'order open',
      'balance',
      'trade',
      'order pending_settlement',
      'balance',
      'trade.settlement settled',
      'order filled',
      'balance',
    ])
    expect(socket.of('balance').at(-1)?.payload.data.collateral).toEqual({
      total: '9998000000',
      locked: '0',
      available: '9998000000',
    })
  })

  it('a failed settlement puts the quantity back, or ends what may not come back', () => {
    const { venue, status, match } = matched({ delayMs: 100, failureRate: 1 })
    const taker = match(500)
    venue.pass(100)
    // the maker rests again; the taker would cross it
    expect(status()).toBe('open')
    expect(venue.get(`/orders/${taker}`).body.status).toBe('cancelled_local')
    expect(venue.get(`/orders/${taker}`).body.filledSize).toBe('0')
    const { accessToken: token } = venue.signIn(BOB)
    expect(venue.get('/me/balances', { token }).body.collateral).toMatchObject({ total: '10000000000', locked: '0' })
    expect(venue.get('/me/trades', { token }).body.data[0].status).toBe('failed')
  })
})
