import { describe, expect, it } from 'vitest'
import { advanceTogether } from '../../../src/server/api/driver.js'
import { serverConfig } from '../../../src/server/schema.js'
import { ALICE, BOB, type Loose, VenueDriver } from './venue-driver.js'

describe('configuration', () => {
  it('an empty file serves a useful venue', () => {
    const { body } = new VenueDriver(serverConfig.parse({})).get('/markets', { key: '' })
    expect(body.code).toBe('invalid_api_key')
    const venue = new VenueDriver()
    expect(venue.get('/markets').body.data.length).toBeGreaterThan(0)
    expect(venue.created.sharedKey).toBe('shared-key-of-tests')
  })

  it('refuses unknown keys', () => {
    expect(() => serverConfig.parse({ marketz: [] })).toThrow(/marketz/)
    expect(() => serverConfig.parse({ markets: [{ question: '?', tick: 1 }] })).toThrow(/tick/)
  })

  it('hands out the keys it made', () => {
    const venue = new VenueDriver({ keys: [{ name: 'mine', tier: 'PRO' }] })
    const [mine] = venue.created.keys
    expect(mine?.record).toMatchObject({ name: 'mine', tier: 'PRO' })
    expect(venue.get('/tags', { key: mine?.key }).headers['X-RateLimit-Limit-short']).toBe('50')
  })

  it('gives the same ids for the same seed, others for another', () => {
    const idsOf = (seed: number) => new VenueDriver({ seed }).api.markets.all().map((m) => m.conditionId)
    expect(idsOf(1)).toEqual(idsOf(1))
    expect(idsOf(1)).not.toEqual(idsOf(2))
  })

  it('starts markets in the status that is asked for', () => {
    const venue = new VenueDriver({
      markets: [
        { question: '1', status: 'CLOSED' },
        { question: '2', status: 'RESOLVED' },
        { question: '3', status: 'CANCELLED' },
      ],
    })
    expect(venue.get('/markets').body.data.map((m: Loose) => m.status)).toEqual(['CLOSED', 'RESOLVED', 'CANCELLED'])
  })

  it('serves 18 decimals and small ticks', () => {
    const venue = new VenueDriver({
      collateral: { decimals: 18 },
      markets: [{ question: '?', tickSize: 0.0025 }],
    })
    expect(venue.get('/markets/market-1').body).toMatchObject({
      tickSize: '0.0025',
      sizeStep: '10000000000000000',
      collateral: { decimals: 18 },
    })
  })

  it('lets settlements fail at the configured rate', () => {
    const venue = new VenueDriver({ settlement: { delayMs: 10, failureRate: 1 } })
    const alice = venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 500 })
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 500 })
    expect(venue.get(`/orders/${alice}`).body.status).toBe('pending_settlement')
    venue.pass(20)
    expect(venue.get(`/orders/${alice}`).body).toMatchObject({ filledSize: '0' })
    expect(venue.get(`/markets/${venue.market.id}/trades`).body.data).toHaveLength(1)
  })
})

describe('a living world', () => {
  it('lists its markets, trades in them as time passes, and replaces resolved ones', () => {
    const venue = new VenueDriver({ world: { speed: 20, markets: { count: 2, minSec: 200, maxSec: 300 } } })
    const socket = venue.socket()
    const first = venue.get('/markets').body.data
    expect(first).toHaveLength(2)
    const conditionIds = first.map((m: Loose) => m.conditionId)
    socket.send('subscribe', { conditionIds, channels: ['orderbook', 'trades', 'market'] })
    for (let i = 0; i < 300; i++) venue.pass(100)
    const all = venue.get('/markets').body.data
    expect(all.length).toBeGreaterThan(2)
    expect(all.some((m: Loose) => m.status === 'OPEN')).toBe(true)
    expect(all[0]).toMatchObject({ status: 'RESOLVED', winningOutcomeId: expect.any(String) })
    expect(socket.of('trade').length).toBeGreaterThan(0)
    expect(BigInt(all[0].volume)).toBeGreaterThan(0n)
    expect(all[0].groupId).not.toBeNull()
  })

  it('has traders who may no more than others: they wait for the registration, and a market that fails it stays empty', () => {
    const world = { markets: { count: 6, minSec: 900, maxSec: 1000 } }
    const venue = new VenueDriver({ world, registration: { delaySec: 20, failureRate: 0.5 } })
    const booksAndTrades = () =>
      venue.get('/markets').body.data.map((market: Loose) => {
        const { books } = venue.get(`/markets/${market.id}/orderbook`).body
        const resting = books.flatMap(({ bids, asks }: Loose) => [...bids, ...asks]).length
        const trades = venue.get(`/markets/${market.id}/trades`).body.pagination.total
        return { is: market.clobMarketStatus, rests: resting > 0, trades: trades > 0 }
      })
    for (let i = 0; i < 199; i++) venue.pass(100)
    expect(booksAndTrades()).toEqual(Array.from({ length: 6 }, () => ({ is: 'PENDING', rests: false, trades: false })))
    for (let i = 0; i < 600; i++) venue.pass(100)
    const later = booksAndTrades()
    expect(new Set(later.map(({ is }: Loose) => is))).toEqual(new Set(['REGISTERED', 'FAILED']))
    for (const { is, rests, trades } of later) {
      const isRegistered = is === 'REGISTERED'
      expect({ is, rests, trades }).toEqual({ is, rests: isRegistered, trades: isRegistered })
    }
  })

  it.each([4, 6, 18])('has traders as rich and orders as large with %i decimals', (decimals) => {
    const venue = new VenueDriver({
      collateral: { decimals },
      world: { speed: 5, markets: { count: 1, minSec: 900, maxSec: 1000 } },
    })
    for (let i = 0; i < 200; i++) venue.pass(100)
    const [market] = venue.get('/markets').body.data
    const shares = (raw: string) => Number(raw) / 10 ** decimals
    expect(shares(market.minOrderSize)).toBe(5)
    expect(shares(market.volume)).toBeGreaterThan(50)
    expect(shares(market.volume)).toBeLessThan(50_000)
  })

  it('is the same for the same seed', () => {
    const run = (step: number) => {
      const venue = new VenueDriver({ seed: 5, world: { speed: 10, markets: { count: 1 } } })
      for (let i = 0; i < 6000; i += step) venue.pass(step)
      return JSON.stringify(venue.get(`/markets/${venue.market.id}/trades`).body.data)
    }
    expect(run(100)).toBe(run(100))
    // nor does it matter how often the clock looks
    expect(run(100)).toBe(run(1000))
  })
})

describe('advanceTogether', () => {
  it('interleaves drivers in time order and does not hang on one that stays due', () => {
    const log: string[] = []
    const driver = (name: string, times: number[]) => ({
      nextDueMs: () => times[0],
      advance: (nowMs: number) => {
        while (times[0] !== undefined && times[0] <= nowMs) log.push(`${name}${times.shift()}`)
      },
    })
    advanceTogether([driver('a', [1, 5]), driver('b', [3, 4])], 4, () => undefined)
    expect(log).toEqual(['a1', 'b3', 'b4'])
    const stuck = { nextDueMs: () => 0, advance: () => log.push('stuck') }
    advanceTogether([stuck], 10, () => undefined)
    expect(log.length).toBeLessThan(8)
  })
})

it('refuses a market id that is a route', () => {
  const listed = (id: string) => serverConfig.safeParse({ markets: [{ question: '?', id }] })
  expect(listed('grouped').error?.issues[0]).toMatchObject({ path: ['markets', 0, 'id'] })
  expect(listed('grouped-2').success).toBe(true)
})
