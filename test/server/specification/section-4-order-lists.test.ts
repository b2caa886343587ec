// Section 4 of the venue's specification: GET /orders, its query and its five rules.

import { describe, expect, it } from 'vitest'
import { ORDER_STATUSES } from '../../../src/domain/orders/order.js'
import { ALICE, BOB, type Loose, SHARED_KEY, VenueDriver } from '../api/venue-driver.js'

/** ALICE: filled, cancelled, open, expired, partially filled and pending, in the order of submission. BOB: filled, open. */
function listed() {
  const venue = new VenueDriver({
    settlement: { delayMs: 1000 },
    tiers: { ANONYMOUS: { read: { perSecond: 1000, perMinute: 1000 } } },
  })
  const { accessToken: token } = venue.signIn(ALICE)
  const sec = Math.floor(venue.nowMs / 1000)
  const alice = (price: number, rest: object = {}) =>
    venue.rest({ maker: ALICE, side: 'BUY', price, size: 500, ...rest })
  const bob = (price: number, size: number) => venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price, size })
  alice(49)
  bob(51, 500)
  venue.post('/orders/cancel-many', { orderHashes: [alice(30)] }, { token })
  alice(20)
  alice(21, { expirationSec: sec + 10 })
  venue.pass(10_000)
  alice(48)
  bob(52, 200)
  venue.pass(1000)
  alice(51)
  bob(49, 500)
  bob(10, 300)
  const get = (query: string, key?: string, bearer?: string) => venue.get(`/orders?${query}`, { key, token: bearer })
  const statuses = (query: string, key?: string) => get(query, key).body.orders?.map((o: Loose) => o.status)
  return { venue, token, get, statuses, feed: `conditionId=${venue.market.conditionId}` }
}

const { venue, token, get, statuses, feed } = listed()
const OF_ALICE = `account=${ALICE}`
const ALL_OF_ALICE = ['pending_settlement', 'partially_filled', 'expired', 'open', 'cancelled_local', 'filled']

describe('section 4, GET /orders, query', () => {
  it('`account` (wallet address): the orders of that wallet, newest first', () => {
    expect(statuses(OF_ALICE)).toEqual(ALL_OF_ALICE)
    expect(statuses(OF_ALICE.toLowerCase())).toEqual(ALL_OF_ALICE)
    expect(get(OF_ALICE).body.orders.every((o: Loose) => o.account === ALICE)).toBe(true)
    expect(get(`account=0x${'9'.repeat(40)}`).body.orders).toEqual([])
    expect(get('account=alice').status).toBe(400)
  })

  it('`conditionId`: the orders of that market, of every account', () => {
    const accounts = new Set(get(feed).body.orders.map((o: Loose) => o.account))
    expect(accounts).toEqual(new Set([ALICE, BOB]))
    const other = venue.api.markets.all()[1]!.conditionId
    expect(get(`conditionId=${other}`).body.orders).toEqual([])
    expect(get(`${OF_ALICE}&conditionId=${other}`).body.orders).toEqual([])
    expect(statuses(`${OF_ALICE}&${feed}`)).toEqual(ALL_OF_ALICE)
    expect(get('conditionId=none').body.orders).toEqual([])
  })

  it.each(ORDER_STATUSES)('`status` "one or a comma-separated list of the order statuses": %s', (status) => {
    const expected = ALL_OF_ALICE.filter((one) => one === status)
    expect(statuses(`${OF_ALICE}&status=${status}`)).toEqual(expected)
    expect(statuses(`${OF_ALICE}&status=${status},open`)).toEqual(
      ALL_OF_ALICE.filter((one) => one === status || one === 'open'),
    )
  })

  it('`status`: anything else is refused', () => {
    for (const status of ['OPEN', 'done', 'open,done', 'open;filled', ',']) {
      const { status: code, body } = get(`${OF_ALICE}&status=${status}`)
      expect(code).toBe(400)
      expect(body.message[0]).toContain('status')
    }
  })

  it('`limit` (integer 1..250), `offset` (integer >= 0)', () => {
    expect(statuses(`${OF_ALICE}&limit=2`)).toEqual(ALL_OF_ALICE.slice(0, 2))
    expect(statuses(`${OF_ALICE}&limit=2&offset=3`)).toEqual(ALL_OF_ALICE.slice(3, 5))
    expect(statuses(`${OF_ALICE}&offset=5`)).toEqual(ALL_OF_ALICE.slice(5))
    expect(statuses(`${OF_ALICE}&offset=6`)).toEqual([])
    expect(statuses(`${OF_ALICE}&limit=250&offset=0`)).toEqual(ALL_OF_ALICE)
  })

  it('"Response: `{ orders: Order record[] }`; a pagination object with page and pageSize": beside the orders', () => {
    const { body } = get(`${OF_ALICE}&limit=2&offset=2`)
    expect(Object.keys(body)).toEqual(['orders', 'pagination'])
    const pagination = { page: 2, pageSize: 2, total: 6, totalPages: 3, hasNext: true, hasPrev: true }
    expect(body.pagination).toEqual(pagination)
    expect(get(OF_ALICE).body.pagination).toMatchObject({ page: 1, pageSize: 60 })
  })
})

describe('section 4, GET /orders, rule 1', () => {
  it('"At least one of `account` or `conditionId` is required; otherwise 400."', () => {
    for (const query of ['', 'status=open', 'limit=5', 'account=&conditionId=']) {
      for (const bearer of [undefined, token]) {
        const { status, body } = get(query, undefined, bearer)
        expect(status).toBe(400)
        expect(body).toMatchObject({ statusCode: 400, error: 'Bad Request' })
        for (const name of ['account', 'conditionId']) expect(body.message.join()).toContain(name)
      }
    }
  })
})

describe('section 4, GET /orders, rule 2', () => {
  it('"Listing another account\'s orders requires a SIWE bearer or a per-user API key."', () => {
    for (const query of [OF_ALICE, `${OF_ALICE}&${feed}`, `${OF_ALICE}&status=filled`]) {
      const { status, body } = get(query, SHARED_KEY)
      expect({ query, status }).toEqual({ query, status: 401 })
      expect(body.orders).toBeUndefined()
    }
    const { accessToken: ofBob } = venue.signIn(BOB)
    expect(get(OF_ALICE, SHARED_KEY, ofBob).body.orders).toHaveLength(6)
    const { key } = venue.post('/me/api-keys', { name: 'bob' }, { token: ofBob }).body
    expect(get(OF_ALICE, key).body.orders).toHaveLength(6)
  })

  it('a bearer that is no good is refused, not ignored', () => {
    expect(get(OF_ALICE, SHARED_KEY, 'no-token').status).toBe(401)
    expect(get(feed, SHARED_KEY, 'no-token').status).toBe(401)
  })
})

describe('section 4, GET /orders, rule 3', () => {
  it('"A public `conditionId` feed (without credentials) returns only `filled` and `partially_filled`; `status=open` on it returns an empty list."', () => {
    expect(statuses(feed, SHARED_KEY)).toEqual(['filled', 'partially_filled', 'filled', 'filled'])
    expect(statuses(`${feed}&status=filled`, SHARED_KEY)).toEqual(['filled', 'filled', 'filled'])
    expect(statuses(`${feed}&status=open,partially_filled`, SHARED_KEY)).toEqual(['partially_filled'])
    for (const status of ['open', 'pending_settlement', 'cancelled_local', 'expired', 'open,expired']) {
      const { status: code, body } = get(`${feed}&status=${status}`, SHARED_KEY)
      expect({ code, orders: body.orders, total: body.pagination.total }).toEqual({ code: 200, orders: [], total: 0 })
    }
    // with credentials the same feed shows everything
    expect(new Set(statuses(feed))).toEqual(new Set(ALL_OF_ALICE))
    expect(get(feed, SHARED_KEY, token).body.orders.length).toBe(get(feed).body.orders.length)
  })
})

describe('section 4, GET /orders, rule 4', () => {
  it('"To see one\'s own open orders, pass `account` with credentials, or use GET /me/orders"', () => {
    const shown = get(`${OF_ALICE}&status=open`, SHARED_KEY, token).body
    expect(shown.orders.map((o: Loose) => [o.account, o.status])).toEqual([[ALICE, 'open']])
    expect(venue.get('/me/orders?status=open', { token }).body).toEqual(shown)
    expect(venue.get('/me/orders', { token, key: SHARED_KEY }).body.orders).toHaveLength(6)
    expect(venue.get('/me/orders').status).toBe(401)
    // nobody reads another's own list by naming them
    expect(venue.get(`/me/orders?account=${BOB}`, { token }).body.orders).toHaveLength(6)
  })
})

describe('section 4, GET /orders, rule 5', () => {
  it('"Order list endpoints validate `limit` strictly and answer 400 for bad values (unlike market lists, which clamp)."', () => {
    for (const limit of ['0', '251', '9999', 'x', '-1', '1.5', '1e2', '0x10', '%205', 'NaN', '']) {
      for (const path of [`/orders?${OF_ALICE}`, `/orders?${feed}`, '/me/orders?']) {
        const { status, body } = venue.get(`${path}&limit=${limit}`, { token })
        expect({ path, limit, status }).toEqual({ path, limit, status: 400 })
        expect(body.message.join()).toContain('limit')
      }
      expect(venue.get(`/markets?limit=${limit}`).status).toBe(200)
    }
    for (const limit of ['1', '250']) expect(get(`${OF_ALICE}&limit=${limit}`).status).toBe(200)
  })

  it('offset "minimum 0": strict too', () => {
    for (const offset of ['-1', 'x', '1.5', '1e2']) {
      for (const path of [`/orders?${OF_ALICE}`, '/me/orders?']) {
        const { status, body } = venue.get(`${path}&offset=${offset}`, { token })
        expect({ offset, status }).toEqual({ offset, status: 400 })
        expect(body.message.join()).toContain('offset')
      }
    }
  })
})
