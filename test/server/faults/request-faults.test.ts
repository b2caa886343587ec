import { describe, expect, it } from 'vitest'
import type { FaultSpecInput } from '../../../src/venue/wire/fault-schema.js'
import { activeFault, activeFaultList } from '../../../src/venue/wire/fault-schema.js'
import { ALICE, BOB, KEY, type OrderInput, START_MS, VenueDriver } from '../api/venue-driver.js'

const buy: OrderInput = { maker: ALICE, side: 'BUY', price: 40, size: 1000 }

function open(...specs: FaultSpecInput[]) {
  const venue = new VenueDriver()
  for (const spec of specs) add(venue, spec)
  return venue
}

function add(venue: VenueDriver, spec: FaultSpecInput): string {
  const { status, body } = venue.post('/sandbox/faults', spec)
  expect(status).toBe(201)
  return activeFault.parse(body).id
}

describe('/sandbox/faults', () => {
  it('makes, lists and clears, one or all', () => {
    const venue = open({ kind: 'halted' }, { kind: 'stale-book', count: 2 })
    const { data } = activeFaultList.parse(venue.get('/sandbox/faults').body)
    expect(data).toMatchObject([
      { id: 'fault_1', hits: 0 },
      { id: 'fault_2', left: 2 },
    ])
    expect(venue.call('DELETE', '/sandbox/faults/fault_1').body).toEqual({ cleared: 1 })
    expect(venue.call('DELETE', '/sandbox/faults/fault_1').status).toBe(404)
    expect(venue.call('DELETE', '/sandbox/faults').body).toEqual({ cleared: 1 })
    expect(venue.get('/sandbox/faults').body).toEqual({ data: [] })
  })

  it.each([
    [{}, 'kind'],
    [{ kind: 'earthquake' }, 'kind'],
    [{ kind: 'halted', rate: 2 }, 'rate'],
    [{ kind: 'halted', count: 0 }, 'count'],
    [{ kind: 'halted', route: 'orders' }, 'route'],
    [{ kind: 'halted', account: 'me' }, 'account'],
    [{ kind: 'answer-delayed' }, 'delayMs'],
    [{ kind: 'event-lost', event: 'nothing' }, 'event'],
    [{ kind: 'halted', typo: 1 }, 'typo'],
  ])('refuses %j naming the field', (spec, field) => {
    const { status, body } = new VenueDriver().post('/sandbox/faults', spec)
    expect(status).toBe(400)
    expect(body.message.join()).toContain(field)
  })

  it('needs a key, meets no fault itself, and can be switched off', () => {
    const venue = open({ kind: 'server-error' }, { kind: 'restart', durationMs: 5000 })
    expect(venue.get('/sandbox/faults', { key: '' }).status).toBe(401)
    expect(venue.get('/tags').delivery).toEqual({ dropped: true })
    expect(venue.call('DELETE', '/sandbox/faults').body).toEqual({ cleared: 2 })
    expect(venue.get('/tags').status).toBe(200)
    const closed = new VenueDriver({ faults: { allowed: false } })
    expect(closed.post('/sandbox/faults', { kind: 'halted' }).status).toBe(403)
  })

  it('begins with those of the configuration', () => {
    const venue = new VenueDriver({ faults: { start: [{ kind: 'cancel-only', count: 1 }] } })
    expect(venue.submit(buy).status).toBe(503)
    expect(venue.submit(buy).status).toBe(201)
  })
})

describe('answer-dropped', () => {
  it('loses the answer of an order that rests; the same body again returns the first answer', () => {
    const venue = open({ kind: 'answer-dropped', route: 'POST /markets/{id}/orders', count: 1 })
    const body = venue.order(buy)
    const path = `/markets/${venue.market.id}/orders`
    expect(venue.post(path, body).delivery).toEqual({ dropped: true })
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toHaveLength(1)
    expect(venue.post(path, body)).toMatchObject({ status: 201, body: { status: 'open' } })
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toHaveLength(1)
  })

  it('loses the request itself with `carriedOut: false`', () => {
    const venue = open({ kind: 'answer-dropped', carriedOut: false, count: 1 })
    expect(venue.submit(buy).delivery).toEqual({ dropped: true })
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toEqual([])
  })
})

describe('answer-delayed', () => {
  it('holds the answer, not the order', () => {
    const venue = open({ kind: 'answer-delayed', delayMs: 700, count: 1 })
    expect(venue.submit(buy)).toMatchObject({ status: 201, delivery: { delayMs: 700 } })
    expect(venue.submit(buy).delivery?.delayMs).toBeUndefined()
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toHaveLength(2)
  })
})

describe('server-error', () => {
  it.each([500, 502, 503, 504] as const)('answers %i without a code, carried out or not', (status) => {
    const venue = open({ kind: 'server-error', status, count: 1 })
    const failed = venue.submit(buy)
    expect(failed).toMatchObject({ status, body: { statusCode: status } })
    expect(failed.body.code).toBeUndefined()
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toEqual([])
    add(venue, { kind: 'server-error', status, carriedOut: true, route: 'POST *', count: 1 })
    expect(venue.submit(buy).status).toBe(status)
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toHaveLength(1)
  })

  it('meets only its route and its account', () => {
    const venue = open({ kind: 'server-error', route: 'POST /markets/{id}/orders', account: BOB })
    expect(venue.submit(buy).status).toBe(201)
    expect(venue.get(`/markets/${venue.market.id}`).status).toBe(200)
    expect(venue.submit({ ...buy, maker: BOB }).status).toBe(500)
    const { accessToken } = venue.signIn(BOB)
    add(venue, { kind: 'server-error', route: 'GET /me', account: BOB })
    expect(venue.get('/me', { token: accessToken }).status).toBe(500)
    expect(venue.get('/me', { token: venue.signIn(ALICE).accessToken }).status).toBe(200)
  })
})

describe('proxy-429', () => {
  it('is a page of HTML without rate headers, and spends no budget', () => {
    const venue = open({ kind: 'proxy-429', retryAfterSec: 3, count: 1 })
    const answer = venue.get('/tags')
    expect(answer).toMatchObject({ status: 429, text: { contentType: 'text/html' }, headers: { 'retry-after': '3' } })
    expect(Object.keys(answer.headers).join()).not.toMatch(/ratelimit/i)
    expect(venue.get('/tags').headers['X-RateLimit-Remaining-short']).toBe('999')
  })
})

describe('stale-book', () => {
  it('answers the old book and the old best bids until it ends; the truth goes on', () => {
    const venue = open()
    venue.rest(buy)
    const id = add(venue, { kind: 'stale-book' })
    const read = (what: string) => venue.get(`/markets/${venue.market.id}/${what}`).body
    const [book, bids] = [read('orderbook'), read('best-bids')]
    venue.rest({ ...buy, price: 45 })
    expect(read('orderbook')).toEqual(book)
    expect(read('best-bids')).toEqual(bids)
    venue.call('DELETE', `/sandbox/faults/${id}`)
    expect(read('best-bids').bestBids[0].bestBid.price).toBe('0.45')
    expect(read('orderbook')).not.toEqual(book)
  })
})

describe('fee-changed', () => {
  it('moves the fee between the read and the order; the next read shows it, and an order with it rests', () => {
    const venue = open({ kind: 'fee-changed', deltaBps: 30, count: 1 })
    const fee = () => venue.get(`/markets/${venue.market.id}/fee`).body.feeRateBps
    expect(fee()).toBe(0)
    expect(venue.submit(buy)).toMatchObject({ status: 400, body: { code: 'fee_changed' } })
    expect(fee()).toBe(30)
    expect(venue.submit({ ...buy, feeRateBps: 30 }).status).toBe(201)
  })

  it('moves it down at the cap', () => {
    const venue = open({ kind: 'fee-changed', deltaBps: 100, count: 1 })
    venue.api.markets.setGlobalFee(1000)
    venue.submit({ ...buy, feeRateBps: 1000 })
    expect(venue.get(`/markets/${venue.market.id}/fee`).body.feeRateBps).toBe(900)
  })
})

describe('expired-token', () => {
  it('refuses a good bearer with 401; a refreshed one is good again', () => {
    const venue = open()
    const { accessToken, refreshToken } = venue.signIn(ALICE)
    add(venue, { kind: 'expired-token', account: ALICE, count: 1 })
    expect(venue.get('/me/balances', { token: accessToken })).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    })
    const renewed = venue.post('/auth/refresh', { refreshToken }).body.accessToken
    expect(venue.get('/me/balances', { token: renewed }).status).toBe(200)
  })
})

describe('cancel-only and halted', () => {
  it('cancel-only: 503 for orders, while cancels and reads go on', () => {
    const venue = open()
    const orderHash = venue.rest(buy)
    const { accessToken: token } = venue.signIn(ALICE)
    const id = add(venue, { kind: 'cancel-only' })
    expect(venue.submit(buy)).toMatchObject({ status: 503, body: { code: 'cancel_only' } })
    expect(venue.get('/tags').status).toBe(200)
    expect(venue.post('/orders/cancel-many', { orderHashes: [orderHash] }, { token }).body.cancelled).toBe(1)
    venue.call('DELETE', `/sandbox/faults/${id}`)
    expect(venue.submit(buy).status).toBe(201)
  })

  it('halted: 503 for orders and cancels, for its time', () => {
    const venue = open()
    const orderHash = venue.rest(buy)
    const { accessToken: token } = venue.signIn(ALICE)
    add(venue, { kind: 'halted', durationMs: 1000 })
    const cancel = () => venue.post('/orders/cancel-many', { orderHashes: [orderHash] }, { token })
    expect(venue.submit(buy)).toMatchObject({ status: 503, body: { code: 'halted' } })
    expect(cancel()).toMatchObject({ status: 503, body: { code: 'halted' } })
    expect(venue.get('/tags').status).toBe(200)
    venue.pass(1000)
    expect(cancel().body.cancelled).toBe(1)
  })
})

describe('clock-skew', () => {
  it('moves the Date header and the `ts` of events', () => {
    const venue = open({ kind: 'clock-skew', skewMs: -90_000, durationMs: 1000 })
    const socket = venue.socket()
    socket.send('subscribe', { conditionIds: [venue.market.conditionId], channels: ['orderbook'] })
    expect(Date.parse(venue.get('/tags').headers.date ?? '')).toBe(START_MS - 90_000)
    expect(socket.of('orderbook.snapshot')[0]?.payload.ts).toBe(START_MS - 90_000)
    venue.pass(1000)
    venue.rest(buy)
    expect(venue.get('/tags').headers.date).toBeUndefined()
    expect(socket.of('orderbook.update')[0]?.payload.ts).toBe(venue.nowMs)
  })
})

describe('restart', () => {
  it('drops requests and sockets, begins numbering anew, keeps the orders, and is over after its duration', () => {
    const venue = open()
    venue.rest(buy)
    const socket = venue.socket()
    add(venue, { kind: 'restart', durationMs: 2000 })
    expect(socket.closed).toHaveLength(1)
    expect(venue.get('/tags').delivery).toEqual({ dropped: true })
    expect(venue.api.refusesSocket({ apiKey: 'any' }, '10.0.0.1', venue.nowMs)).toBe('Server restarting')
    venue.pass(2000)
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toMatchObject([{ status: 'open' }])
    expect(venue.get(`/markets/${venue.market.id}/orderbook`).body.seq).toBe(0)
  })

  it('begins the numbers of the private room anew too', () => {
    const venue = open()
    const auth = { apiKey: KEY, accessToken: venue.signIn(ALICE).accessToken }
    const before = venue.socket(auth)
    for (let n = 0; n < 3; n++) venue.rest(buy)
    expect(before.of('order').map(({ payload }) => payload.seq)).toEqual([1, 2, 3])
    expect(before.of('balance').map(({ payload }) => payload.seq)).toEqual([1, 2, 3])
    add(venue, { kind: 'restart' })
    venue.pass(1000)
    const after = venue.socket(auth)
    venue.rest(buy)
    expect([...after.of('order'), ...after.of('balance')].map(({ payload }) => payload.seq)).toEqual([1, 1])
  })

  it('comes without the resting orders when it loses them, and at its time', () => {
    const venue = open({ kind: 'restart', losesOrders: true, afterMs: 500 })
    venue.rest(buy)
    venue.pass(499)
    expect(venue.get('/tags').status).toBe(200)
    venue.pass(1)
    expect(venue.get('/tags').delivery).toEqual({ dropped: true })
    venue.pass(1000)
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toMatchObject([{ status: 'cancelled_local' }])
    expect(venue.get('/sandbox/faults').body.data).toEqual([])
  })
})

describe('settlement faults', () => {
  const match = (venue: VenueDriver) => {
    const maker = venue.rest(buy)
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 1000 })
    return () => venue.get(`/orders/${maker}`).body.status
  }

  it('settlement-late: pending for so much longer', () => {
    const venue = open({ kind: 'settlement-late', delayMs: 4000, count: 1 })
    const late = match(venue)
    const usual = match(venue)
    venue.pass(1500)
    expect([late(), usual()]).toEqual(['pending_settlement', 'filled'])
    venue.pass(3999)
    expect(late()).toBe('pending_settlement')
    venue.pass(1)
    expect(late()).toBe('filled')
  })

  it('settlement-failed: the maker is back on the book, the next match settles', () => {
    const venue = open({ kind: 'settlement-failed', account: BOB, count: 1 })
    const first = match(venue)
    venue.pass(1500)
    expect(first()).toBe('open')
    const left = venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 1000 })
    venue.pass(1500)
    expect(first()).toBe('filled')
    expect(venue.get(`/orders/${left}`).body.status).toBe('filled')
  })
})
