// Section 4 of the venue's specification: submitting, reading and cancelling orders.

import { describe, expect, it } from 'vitest'
import type { OrderType } from '../../../src/domain/orders/order.js'
import { fromWireOrder } from '../../../src/venue/wire/order-codec.js'
import { orderHash } from '../../../src/venue/wire/typed-data.js'
import { ALICE, BOB, type Loose, SHARED_KEY, tagSignature, VenueDriver } from '../api/venue-driver.js'

const PATH = '/markets/market-1/orders'
const buy = { maker: ALICE, side: 'BUY', price: 40, size: 500 } as const

function signedIn() {
  const venue = new VenueDriver()
  const { accessToken: token } = venue.signIn(ALICE)
  return {
    venue,
    token,
    cancelAll: (path = 'market-1') => venue.post(`/markets/${path}/orders/cancel-all`, undefined, { token }),
    cancelMany: (body: unknown) => venue.post('/orders/cancel-many', body, { token }),
    statusOf: (hash: string) => venue.get(`/orders/${hash}`).body.status,
  }
}

describe('section 4, POST /markets/{id}/orders', () => {
  it('"Body: `{ order, orderType }` (section 2). Response: `{ orderHash, status }`."', () => {
    const venue = new VenueDriver()
    const types: readonly OrderType[] = ['GTC', 'POST_ONLY', 'FOK', 'FAK']
    const answers = types.map((type) => venue.submit({ ...buy, type }))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    for (const { body } of answers) expect(Object.keys(body)).toEqual(['orderHash', 'status'])
    expect(venue.post(PATH, venue.order(buy).order).status).toBe(400)
    expect(venue.post('/markets/none/orders', venue.order(buy)).status).toBe(404)
  })

  it('"SIWE login is optional": an order without a bearer rests, with the shared key too', () => {
    const venue = new VenueDriver()
    expect(venue.submit(buy).body.status).toBe('open')
    expect(venue.submit(buy, { key: SHARED_KEY }).body.status).toBe('open')
  })

  it('"the order signature is always required.": a login replaces no signature', () => {
    const { venue, token } = signedIn()
    const { order, orderType } = venue.order(buy)
    const { signature, ...unsigned } = order
    const hash = orderHash(fromWireOrder(order), venue.api.profile.typedData)
    // a good signature of this very order, by another wallet
    const byBob = tagSignature(BOB, hash)
    for (const given of [unsigned, { ...unsigned, signature: '0x' }, { ...unsigned, signature: byBob }]) {
      expect(venue.post(PATH, { order: given, orderType }, { token }).status).toBe(400)
    }
    expect(venue.get('/me/orders', { token }).body.orders).toEqual([])
    expect(venue.post(PATH, { order: { ...unsigned, signature }, orderType }, { token }).status).toBe(201)
  })
})

describe('section 4, POST /markets/{id}/orders/cancel-all', () => {
  it('"No body. Cancels the authenticated account\'s open orders in that market. Response shown is an empty object."', () => {
    const { venue, cancelAll, statusOf } = signedIn()
    const own = [38, 39].map((price) => venue.rest({ ...buy, price }))
    const partly = venue.rest({ ...buy, price: 41 })
    const foreign = venue.rest({ ...buy, maker: BOB, price: 30 })
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 59, size: 200 })
    const second = venue.api.markets.all()[1]!
    const elsewhere = venue.post(`/markets/${second.id}/orders`, venue.order(buy, second)).body.orderHash
    expect(cancelAll()).toMatchObject({ status: 200, body: {} })
    expect(cancelAll().body).toEqual({})
    for (const hash of [...own, partly]) expect(statusOf(hash)).toBe('cancelled_local')
    expect([statusOf(foreign), statusOf(elsewhere)]).toEqual(['open', 'open'])
    expect(venue.get('/markets/market-1/orderbook').body.books[0].bids).toEqual([{ price: '0.3', size: '5000000' }])
  })

  it('is for a bearer, and for a market that is', () => {
    const { venue, cancelAll } = signedIn()
    const hash = venue.rest(buy)
    expect(venue.post(`${PATH}/cancel-all`)).toMatchObject({ status: 401, body: { error: 'Unauthorized' } })
    expect(cancelAll('none').status).toBe(404)
    expect(venue.get(`/orders/${hash}`).body.status).toBe('open')
  })
})

describe('section 4, POST /orders/cancel-many', () => {
  it('"Only the supplied hashes are considered."', () => {
    const { venue, cancelMany, statusOf } = signedIn()
    const [one, two, kept] = [1, 2, 3].map(() => venue.rest(buy))
    expect(cancelMany({ orderHashes: [one, two] }).body).toEqual({
      cancelled: 2,
      orderHashes: [one, two],
      failed: [],
    })
    expect([one, two, kept].map((hash) => statusOf(hash ?? ''))).toEqual(['cancelled_local', 'cancelled_local', 'open'])
  })

  it('"Ownership is checked for each order. Failures do not roll back successful cancellations."', () => {
    const { venue, cancelMany, statusOf } = signedIn()
    const own = [1, 2].map(() => venue.rest(buy))
    const foreign = venue.rest({ ...buy, maker: BOB })
    const gone = venue.rest(buy)
    cancelMany({ orderHashes: [gone] })
    const unknown = `0x${'7'.repeat(64)}`
    const { body } = cancelMany({ orderHashes: [own[0], foreign, gone, unknown, own[1]] })
    expect(body).toMatchObject({ cancelled: 2, orderHashes: own })
    expect(body.failed.map(({ orderHash, code }: Loose) => [orderHash, code])).toEqual([
      [foreign, 'forbidden'],
      [gone, 'not_cancellable'],
      [unknown, 'not_found'],
    ])
    for (const { error } of body.failed) expect(error).toEqual(expect.any(String))
    expect(own.map(statusOf)).toEqual(['cancelled_local', 'cancelled_local'])
    expect(statusOf(foreign)).toBe('open')
  })

  it('"Response 200 is the Cancel-many result, even when some orders failed.": when all of them did too', () => {
    const { venue, cancelMany } = signedIn()
    const foreign = venue.rest({ ...buy, maker: BOB })
    expect(cancelMany({ orderHashes: [foreign] })).toMatchObject({
      status: 200,
      body: { cancelled: 0, orderHashes: [], failed: [{ orderHash: foreign }] },
    })
  })

  it('"Body: `orderHashes` (array of strings, 1 to 100 entries) and `account` (string)."', () => {
    const { venue, cancelMany } = signedIn()
    const hash = (i: number) => `0x${i.toString(16).padStart(64, '0')}`
    const hashes = (length: number) => Array.from({ length }, (_, i) => hash(i))
    expect(cancelMany({ orderHashes: hashes(100) }).body.failed).toHaveLength(100)
    const own = venue.rest(buy)
    for (const orderHashes of [[], hashes(101), [own, 'x'], [own, 1], own, undefined]) {
      const { status, body } = cancelMany({ orderHashes })
      expect(status).toBe(400)
      expect(body.message.join()).toContain('orderHashes')
    }
    expect(cancelMany({ orderHashes: [own], account: 7 }).status).toBe(400)
    expect(venue.get(`/orders/${own}`).body.status).toBe('open')
    expect(cancelMany({ orderHashes: [own], account: ALICE }).body.cancelled).toBe(1)
  })

  it('is for a bearer', () => {
    const venue = new VenueDriver()
    const orderHashes = [venue.rest(buy)]
    const { status } = venue.post('/orders/cancel-many', { orderHashes, account: ALICE })
    expect(status).toBe(401)
    expect(venue.get(`/orders/${orderHashes[0]}`).body.status).toBe('open')
  })
})

describe('section 4, GET /orders/{hash}', () => {
  it('"returns one Order record."', () => {
    const venue = new VenueDriver()
    const hash = venue.rest(buy)
    venue.rest({ ...buy, maker: BOB })
    const [, record] = venue.get(`/orders?conditionId=${venue.market.conditionId}`).body.orders
    expect(venue.get(`/orders/${hash}`).body).toEqual(record)
    expect(record).toMatchObject({ orderHash: hash, account: ALICE, status: 'open' })
    for (const other of [`0x${'0'.repeat(64)}`, hash.slice(0, -1), 'x']) {
      expect(venue.get(`/orders/${other}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })
})
