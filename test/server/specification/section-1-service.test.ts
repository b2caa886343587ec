// Section 1 of the venue's specification: what the service does, and its conventions.

import { describe, expect, it } from 'vitest'
import { startServer } from '../../../src/server/http/start-server.js'
import { serverConfig } from '../../../src/server/schema.js'
import { fromWireOrder } from '../../../src/venue/wire/order-codec.js'
import { orderHash } from '../../../src/venue/wire/typed-data.js'
import { ALICE, BOB, type Loose, VenueDriver } from '../api/venue-driver.js'
import { resigned } from './signed-body.js'

const buy = { maker: ALICE, side: 'BUY', price: 40, size: 500 } as const

describe('section 1, what the service does', () => {
  it('"Each market has outcomes; each outcome has a token id."', () => {
    const { data } = new VenueDriver().get('/markets').body
    expect(data.length).toBeGreaterThan(1)
    const tokens = data.flatMap((m: Loose) => m.outcomes.map((o: Loose) => o.tokenId))
    expect(tokens).toHaveLength(2 * data.length)
    for (const token of tokens) expect(token).toMatch(/^\d+$/)
    expect(new Set(tokens).size).toBe(tokens.length)
  })

  it('"Clients read market data, submit EIP-712 signed orders, cancel orders, read order status, manage personal API keys, sign in with a wallet (SIWE), and use a referral programme."', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    expect(venue.get('/markets/market-1').status).toBe(200)
    const hash = venue.rest(buy)
    const cancelled = venue.post('/orders/cancel-many', { orderHashes: [hash] }, { token })
    expect(cancelled.body.cancelled).toBe(1)
    expect(venue.get(`/orders/${hash}`).body.status).toBe('cancelled_local')
    expect(venue.post('/me/api-keys', { name: 'bot' }, { token }).status).toBe(201)
    expect(venue.get('/referral/summary', { token }).status).toBe(200)
  })

  it('"The interface also covers user profiles, comments, leaderboards and real-time subscriptions."', () => {
    const venue = new VenueDriver()
    for (const path of [`/users/${ALICE}`, '/markets/market-1/comments', '/leaderboard']) {
      expect({ path, status: venue.get(path).status }).toEqual({ path, status: 200 })
    }
    const { conditionId } = venue.market
    const ack = venue.socket().send('subscribe', { conditionIds: [conditionId], channels: ['orderbook'] })
    expect(ack.accepted).toEqual([conditionId])
  })

  it('"HTTP requests are redirected to HTTPS; clients use HTTPS."', async () => {
    const config = serverConfig.parse({ port: 0, https: { redirectPort: 0 } })
    const server = await startServer({ config })
    try {
      for (const method of ['GET', 'POST']) {
        const asked = await fetch(`${server.redirectUrl}/orders?limit=1`, { method, redirect: 'manual' })
        expect(asked.status).toBe(308)
        expect(asked.headers.get('location')).toBe(`${server.url}/orders?limit=1`)
      }
      expect(server.url).toMatch(/^https:/)
    } finally {
      await server.close()
    }
  })
})

describe('section 1, conventions', () => {
  it('"Amounts are usually returned as raw token units; collateral uses the collateral token\'s decimals."', () => {
    for (const decimals of [6, 18]) {
      const venue = new VenueDriver({ collateral: { decimals } })
      const raw = (units: number) => (BigInt(units * 100) * 10n ** BigInt(decimals - 2)).toString()
      const { accessToken: token } = venue.signIn(ALICE)
      const hash = venue.rest(buy)
      const { collateral, minOrderSize, sizeStep } = venue.get('/markets/market-1').body
      expect([collateral.decimals, minOrderSize, sizeStep]).toEqual([decimals, raw(1), raw(0.01)])
      expect(venue.get(`/orders/${hash}`).body.originalSize).toBe(raw(5))
      expect(venue.get('/me/balances', { token }).body.collateral).toEqual({
        total: raw(10_000),
        available: raw(9998),
        locked: raw(2),
        pending: '0',
      })
      const bestBid = venue.get('/markets/market-1/best-bids').body.bestBids[0].bestBid
      expect(bestBid).toEqual({ price: '0.4', size: raw(5) })
    }
  })

  it('"A list endpoint for markets or market groups returns an object { data, pagination }, never a bare array."', () => {
    for (const venue of [new VenueDriver(), new VenueDriver({ markets: [] })]) {
      for (const path of ['/markets', '/markets/grouped', '/market-groups']) {
        const { body } = venue.get(path)
        expect(Object.keys(body)).toEqual(['data', 'pagination'])
        expect(body.data).toBeInstanceOf(Array)
      }
    }
  })

  it('"An order is identified by orderHash, derived from the signed EIP-712 order."', () => {
    const venue = new VenueDriver()
    const body = venue.order(buy)
    const expected = orderHash(fromWireOrder(body.order), venue.api.profile.typedData)
    expect(venue.post('/markets/market-1/orders', body).body.orderHash).toBe(expected)
    expect(venue.get(`/orders/${expected}`).body.orderHash).toBe(expected)
    // another salt is another order
    expect(venue.rest(buy)).not.toBe(expected)
  })

  it('"Public orders use the zero address (0x followed by 40 zero hex digits) as taker."', () => {
    const venue = new VenueDriver()
    const body = venue.order(buy)
    expect(body.order.taker).toBe(`0x${'0'.repeat(40)}`)
    const named = resigned(venue, body, { taker: BOB })
    const { status, body: refusal } = venue.post('/markets/market-1/orders', named)
    expect(status).toBe(400)
    expect(refusal.message).toContain('order.taker')
  })

  it('"Market rooms and real-time events are keyed by conditionId."', () => {
    const venue = new VenueDriver()
    const socket = venue.socket()
    const { conditionId, id } = venue.market
    const channels = ['orderbook']
    expect(socket.send('subscribe', { conditionIds: [id], channels }).rejected).toHaveLength(1)
    expect(socket.send('subscribe', { conditionIds: [conditionId], channels }).accepted).toEqual([conditionId])
    venue.rest(buy)
    expect(socket.heard.map(({ payload }) => payload.conditionId)).toEqual([conditionId, conditionId])
  })

  it('"Trading fees are quoted in basis points."', () => {
    const venue = new VenueDriver({ globalFeeRateBps: 200 })
    expect(venue.get('/markets/market-1/fee').body.feeRateBps).toBe(200)
    venue.rest({ ...buy, outcome: 1, price: 50, size: 10_000, feeRateBps: 200 })
    venue.rest({ maker: BOB, side: 'BUY', price: 50, size: 10_000, feeRateBps: 200 })
    venue.pass(2000)
    const { accessToken: token } = venue.signIn(BOB)
    // 2 % of 100 tokens
    expect(venue.get('/me/trades', { token }).body.data[0]).toMatchObject({ liquidity: 'taker', fee: '2000000' })
    expect(venue.get('/me/positions', { token }).body.data[0].total).toBe('98000000')
  })
})
