// Faults on demand, as a client meets them: each must show what the venue's page promises, and leave the accounts right.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rateWindow } from './client/rates.js'
import type { Market } from './client/shapes.js'
import { Feed } from './client/socket.js'
import type { Trader } from './client/trader.js'
import { orderList } from './client/trading-shapes.js'
import { eventually } from './eventually.js'
import { exampleWish } from './example-wish.js'
import { Venue } from './venue.js'

let venue: Venue
let alice: Trader
let bob: Trader
const submitRoute = 'POST /markets/{id}/orders'

beforeAll(async () => {
  const start = [{ kind: 'server-error', status: 504, route: 'GET /categories' }]
  venue = await Venue.start({ settlement: { delayMs: 50 }, faults: { start } }, { plain: 24 })
  ;[alice, bob] = [await venue.trader(), await venue.trader()]
})

afterEach(async () => {
  await alice.raw('DELETE', '/sandbox/faults')
})

afterAll(async () => {
  expect(await venue.stop()).toBe(0)
})

const fault = (body: object) => venue.sandbox('faults', body)

async function own(market: Market, trader = alice) {
  return (await trader.get('/me/orders', orderList, { conditionId: market.conditionId })).orders
}

test('faults.start of the configuration: there from the start, listed, cleared by DELETE', async () => {
  expect((await alice.raw('GET', '/categories')).status).toBe(504)
  const { data } = Object((await alice.raw('GET', '/sandbox/faults')).body)
  expect(data).toMatchObject([{ fault: { kind: 'server-error', status: 504, route: 'GET /categories' } }])
  expect((await alice.raw('DELETE', `/sandbox/faults/${data[0].id}`)).body).toEqual({ cleared: 1 })
  expect((await alice.raw('GET', '/categories')).status).toBe(200)
})

test('a fault that does not exist is 400', async () => {
  expect((await alice.raw('POST', '/sandbox/faults', { body: { kind: 'earthquake' } })).status).toBe(400)
  expect((await alice.raw('POST', '/sandbox/faults', { body: { kind: 'server-error', rate: 2 } })).status).toBe(400)
})

describe('answers', () => {
  test('answer-dropped: no answer, the order rests, and the identical body gives the first answer', async () => {
    const market = await venue.freshMarket()
    const { body, hash } = await alice.sign(exampleWish(market))
    await fault({ kind: 'answer-dropped', route: submitRoute, count: 1 })
    await expect(alice.post(market, body)).rejects.toThrow()
    expect(await own(market)).toMatchObject([{ orderHash: hash, status: 'open' }])
    expect(await alice.post(market, body)).toMatchObject({ status: 201, body: { orderHash: hash, status: 'open' } })
    expect(await own(market)).toHaveLength(1)
  })

  test('answer-dropped with carriedOut: false: nothing happened', async () => {
    const market = await venue.freshMarket()
    const { body, hash } = await alice.sign(exampleWish(market))
    await fault({ kind: 'answer-dropped', carriedOut: false, route: submitRoute, count: 1 })
    await expect(alice.post(market, body)).rejects.toThrow()
    expect((await alice.raw('GET', `/orders/${hash}`)).status).toBe(404)
  })

  test('answer-delayed: a late answer to a request carried out in time', async () => {
    const market = await venue.freshMarket()
    const { body, hash } = await alice.sign(exampleWish(market))
    await fault({ kind: 'answer-delayed', delayMs: 700, route: submitRoute, count: 1 })
    let isAnswered = false
    const answer = alice.post(market, body).then((a) => {
      isAnswered = true
      return a
    })
    await eventually(
      () => alice.raw('GET', `/orders/${hash}`),
      (a) => a.status === 200,
    )
    expect(isAnswered).toBe(false)
    expect((await answer).status).toBe(201)
  })

  for (const status of [500, 502, 503, 504]) {
    test(`server-error: ${status} without a code; nothing is carried out`, async () => {
      const market = await venue.freshMarket()
      const { body, hash } = await alice.sign(exampleWish(market))
      await fault({ kind: 'server-error', status, route: submitRoute, count: 1 })
      const answer = await alice.post(market, body)
      expect(answer.status).toBe(status)
      expect(Object(answer.body ?? {})).not.toHaveProperty('code')
      expect((await alice.raw('GET', `/orders/${hash}`)).status).toBe(404)
      expect((await alice.post(market, body)).status).toBe(201)
    })
  }

  test('server-error with carriedOut: true: the order rests', async () => {
    const market = await venue.freshMarket()
    const { body, hash } = await alice.sign(exampleWish(market))
    await fault({ kind: 'server-error', carriedOut: true, route: submitRoute, count: 1 })
    expect((await alice.post(market, body)).status).toBeGreaterThanOrEqual(500)
    expect((await alice.order(hash)).status).toBe('open')
  })

  test('proxy-429: a page of HTML, no rate headers, nothing spent', async () => {
    const left = async () => rateWindow((await alice.raw('GET', '/me/balances')).headers, 'medium')?.remaining ?? 0
    const before = await left()
    await fault({ kind: 'proxy-429', route: 'GET /tags', count: 2 })
    for (let i = 0; i < 2; i++) {
      const answer = await alice.raw('GET', '/tags')
      expect(answer.status).toBe(429)
      expect(answer.headers.get('content-type')).toMatch(/text\/html/)
      expect(answer.body).toBeUndefined()
      expect([...answer.headers.keys()].filter((name) => /ratelimit|-short|-medium/.test(name))).toEqual([])
    }
    expect(before - (await left())).toBe(1)
    expect((await alice.raw('GET', '/tags')).status).toBe(200)
  })

  test('by account: only that wallet meets it', async () => {
    await fault({ kind: 'server-error', account: alice.address.toLowerCase() })
    expect((await alice.raw('GET', '/me')).status).toBeGreaterThanOrEqual(500)
    expect((await bob.raw('GET', '/me')).status).toBe(200)
  })

  test('the same seed and requests give the same faults', async () => {
    const draw = async () => {
      await fault({ kind: 'server-error', route: 'GET /tags', rate: 0.5, seed: 42 })
      const statuses: number[] = []
      for (let i = 0; i < 24; i++) statuses.push((await alice.raw('GET', '/tags')).status)
      await alice.raw('DELETE', '/sandbox/faults')
      return statuses
    }
    const first = await draw()
    expect(new Set(first).size).toBe(2)
    expect(await draw()).toEqual(first)
  })
})

describe('the market', () => {
  test('stale-book: order book and best bids stand still over HTTP', async () => {
    const market = await venue.freshMarket()
    await alice.submit(exampleWish(market))
    const read = async (what: string) => (await bob.raw('GET', `/markets/${market.id}/${what}`)).text
    const before = [await read('orderbook'), await read('best-bids')]
    await fault({ kind: 'stale-book', conditionId: market.conditionId })
    expect([await read('orderbook'), await read('best-bids')]).toEqual(before)
    await alice.submit(exampleWish(market, { price: '0.45' }))
    expect([await read('orderbook'), await read('best-bids')]).toEqual(before)
    await alice.raw('DELETE', '/sandbox/faults')
    expect(await read('best-bids')).toContain('0.45')
  })

  test('fee-changed: the fee moves right before an order is looked at, and stays', async () => {
    const market = await venue.freshMarket()
    await fault({ kind: 'fee-changed', deltaBps: 25, conditionId: market.conditionId, count: 1 })
    expect(await alice.attempt(exampleWish(market))).toMatchObject({ status: 400, body: { code: 'fee_changed' } })
    expect((await venue.market(market.id)).feeRateBps).toBe(25)
    expect((await alice.submit(exampleWish(market))).status).toBe('open')
  })

  test('expired-token: 401 for a good bearer', async () => {
    await fault({ kind: 'expired-token', account: alice.address, count: 1 })
    expect(await alice.raw('GET', '/me')).toMatchObject({ status: 401, body: { error: 'Unauthorized' } })
    expect((await alice.raw('GET', '/me')).status).toBe(200)
  })

  test('cancel-only: 503 with that code for orders, cancels go through', async () => {
    const market = await venue.freshMarket()
    const { orderHash } = await alice.submit(exampleWish(market))
    await fault({ kind: 'cancel-only' })
    expect(await alice.attempt(exampleWish(market))).toMatchObject({ status: 503, body: { code: 'cancel_only' } })
    const body = { orderHashes: [orderHash] }
    expect((await alice.raw('POST', '/orders/cancel-many', { body })).body).toMatchObject({ cancelled: 1 })
  })

  test('halted: 503 with that code for orders and cancels; reads go on', async () => {
    const market = await venue.freshMarket()
    const { orderHash } = await alice.submit(exampleWish(market))
    await fault({ kind: 'halted' })
    const halted = { status: 503, body: { code: 'halted' } }
    expect(await alice.attempt(exampleWish(market))).toMatchObject(halted)
    expect(await alice.raw('POST', '/orders/cancel-many', { body: { orderHashes: [orderHash] } })).toMatchObject(halted)
    expect(await alice.raw('POST', `/markets/${market.id}/orders/cancel-all`)).toMatchObject(halted)
    expect((await alice.order(orderHash)).status).toBe('open')
  })

  test('clock-skew: another Date', async () => {
    await fault({ kind: 'clock-skew', skewMs: 3_600_000 })
    const { headers } = await alice.raw('GET', '/health')
    const ahead = Date.parse(headers.get('date') ?? '') - Date.now()
    expect(Math.abs(ahead - 3_600_000)).toBeLessThan(60_000)
  })
})

describe('the socket', () => {
  /** A feed that has seen one update of the market's book. */
  async function watching(market: Market): Promise<Feed> {
    const feed = await Feed.connect(venue.url, { apiKey: venue.apiKey })
    await feed.subscribe([market.conditionId], ['orderbook'])
    await alice.submit(exampleWish(market))
    await feed.until('an update', (e) => e.name === 'orderbook.update')
    return feed
  }
  const seqs = (feed: Feed) => feed.named('orderbook.update').map((e) => e.seq ?? Number.NaN)

  async function pricesAfter(market: Market, prices: string[]): Promise<void> {
    for (const price of prices) await alice.submit(exampleWish(market, { price }))
  }

  test('event-lost: a gap in seq', async () => {
    const market = await venue.freshMarket()
    const feed = await watching(market)
    const [first = 0] = seqs(feed)
    await fault({ kind: 'event-lost', event: 'orderbook.update', conditionId: market.conditionId, count: 1 })
    await pricesAfter(market, ['0.30', '0.29'])
    await feed.until('the next but one', (e) => e.seq === first + 2)
    expect(seqs(feed)).toEqual([first, first + 2])
    feed.close()
  })

  test('event-duplicated: a repetition', async () => {
    const market = await venue.freshMarket()
    const feed = await watching(market)
    const [first = 0] = seqs(feed)
    await fault({ kind: 'event-duplicated', event: 'orderbook.update', conditionId: market.conditionId, count: 1 })
    await pricesAfter(market, ['0.30', '0.29'])
    await feed.until('the next but one', (e) => e.seq === first + 2)
    expect(seqs(feed)).toEqual([first, first + 1, first + 1, first + 2])
    feed.close()
  })

  test('event-reordered: an event after its successor', async () => {
    const market = await venue.freshMarket()
    const feed = await watching(market)
    const [first = 0] = seqs(feed)
    await fault({ kind: 'event-reordered', event: 'orderbook.update', conditionId: market.conditionId, count: 1 })
    await pricesAfter(market, ['0.30', '0.29'])
    await feed.until('the held one', (e) => e.seq === first + 1)
    expect(seqs(feed)).toEqual([first, first + 2, first + 1])
    feed.close()
  })

  test('socket-silent: an open socket that says nothing', async () => {
    const market = await venue.freshMarket()
    const feed = await watching(market)
    const before = feed.events.length
    await fault({ kind: 'socket-silent' })
    await pricesAfter(market, ['0.30', '0.29'])
    expect(feed.events).toHaveLength(before)
    expect(feed.connected).toBe(true)
    feed.close()
  })

  test('socket-cut: the line breaks', async () => {
    const feed = await watching(await venue.freshMarket())
    await fault({ kind: 'socket-cut' })
    await eventually(
      async () => feed.connected,
      (connected) => !connected,
    )
  })

  test('restart: no answers for a while; acknowledged orders are there again, numbers begin from 1', async () => {
    const market = await venue.freshMarket()
    const feed = await watching(market)
    const { orderHash } = await alice.submit(exampleWish(market, { price: '0.31' }))
    await fault({ kind: 'restart', durationMs: 300 })
    await eventually(
      async () => feed.connected,
      (connected) => !connected,
    )
    await eventually(
      () => alice.raw('GET', '/health').catch(() => undefined),
      (answer) => answer?.status === 200,
    )
    expect((await alice.order(orderHash)).status).toBe('open')
    const again = await Feed.connect(venue.url, { apiKey: venue.apiKey })
    await again.subscribe([market.conditionId], ['orderbook'])
    const snapshot = await again.until('a snapshot', (e) => e.name === 'orderbook.snapshot')
    expect(snapshot.seq).toBeLessThanOrEqual(1)
    again.close()
  })
})
