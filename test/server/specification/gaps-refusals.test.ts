// Where the specification is silent about refusals: the code of each, its status, and that nothing has changed.

import { describe, expect, it } from 'vitest'
import { codeOf } from '../../../src/server/api/accounts/referral-book.js'
import { ALICE, BOB, KEY, type Loose, SHARED_KEY, tagSignature, VenueDriver } from '../api/venue-driver.js'
import { resigned } from './signed-body.js'

const PATH = '/markets/market-1/orders'
const buy = { maker: ALICE, side: 'BUY', price: 40, size: 500 } as const

describe('refusals, "Every body has a stable `code` beside the specification\'s fields."', () => {
  it.each([
    ['bad_signature', (v) => ({ signature: tagSignature(BOB, v.market.id) })],
    ['bad_nonce', () => ({ nonce: '7' })],
    ['bad_amounts', () => ({ makerAmount: '5000000' })],
    ['bad_amounts', () => ({ makerAmount: '2000001' })],
    ['bad_amounts', () => ({ makerAmount: '4000', takerAmount: '10000' })],
    ['fee_changed', () => ({ feeRateBps: '7' })],
    ['fee_changed', () => ({ feeRateBps: '1001' })],
    ['bad_expiration', () => ({ expiration: '1000' })],
    ['insufficient_balance', () => ({ makerAmount: '40000000000', takerAmount: '100000000000' })],
    ['bad_request', () => ({ taker: BOB })],
    ['bad_request', () => ({ tokenId: '12345' })],
  ] as [string, (venue: VenueDriver) => object][])('400 %s of an order', (code, fields) => {
    const venue = new VenueDriver()
    const base = venue.order(buy)
    const changes = fields(venue)
    const body =
      'signature' in changes ? { ...base, order: { ...base.order, ...changes } } : resigned(venue, base, changes)
    const answer = venue.post(PATH, body)
    expect(answer).toMatchObject({ status: 400, body: { statusCode: 400, error: 'Bad Request', code } })
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toEqual([])
    const { accessToken: token } = venue.signIn(ALICE)
    expect(venue.get('/me/balances', { token }).body.collateral.locked).toBe('0')
  })

  it('400 of the referral programme, of a body and of a query', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const attribute = (code: string) => venue.post('/referral/attribution', { code }, { token }).body.code
    expect([attribute(codeOf(ALICE)), attribute('NOBODY')]).toEqual(['self_referral', 'invalid_referral_code'])
    expect(venue.post(PATH, {}).body.code).toBe('validation_failed')
    expect(venue.get('/orders').body.code).toBe('validation_failed')
  })

  it('401: a key, a bearer, a sign-in that is no good', () => {
    const venue = new VenueDriver()
    const codes = [
      venue.get('/tags', { key: 'unknown' }),
      venue.get('/me', { token: 'unknown' }),
      venue.post('/auth/verify', { message: 'hello', signature: '0x00' }),
    ].map(({ status, body }) => [status, body.code])
    expect(codes).toEqual([
      [401, 'invalid_api_key'],
      [401, 'not_signed_in'],
      [401, 'sign_in_failed'],
    ])
  })

  it('403 forbidden: not the owner, and an `account` that is not the wallet of the token', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const foreign = venue.rest({ ...buy, maker: BOB })
    const cancel = (body: object) => venue.post('/orders/cancel-many', body, { token })
    expect(cancel({ orderHashes: [foreign], account: BOB })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(cancel({ orderHashes: [foreign] }).body.failed[0].code).toBe('forbidden')
    // the spelling of the wallet does not matter, and it may be left out
    expect(cancel({ orderHashes: [foreign], account: ALICE.toLowerCase() }).status).toBe(200)
    expect(venue.get(`/orders/${foreign}`).body.status).toBe('open')
  })

  it('404 not_found: order, market, user, group, tag, key', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const answers = [
      venue.get(`/orders/0x${'1'.repeat(64)}`),
      venue.get('/markets/none'),
      venue.get('/markets/none/fee'),
      venue.post('/markets/none/orders', venue.order(buy)),
      venue.get('/users/nobody'),
      venue.get('/market-groups/none'),
      venue.post('/sandbox/fees', { scope: 'tag', tagSlug: 'none', feeRateBps: 1 }),
      venue.call('DELETE', '/me/api-keys/none', { token }),
    ]
    for (const { status, body } of answers) {
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
    }
  })

  it('409 conflict: the same orderHash again with a different body; a name that is taken', () => {
    const venue = new VenueDriver()
    const body = venue.order(buy)
    venue.post(PATH, body)
    expect(venue.post(PATH, { ...body, orderType: 'FAK' })).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const rename = (account: typeof ALICE, username: string) =>
      venue.call('PATCH', '/me', { token: venue.signIn(account).accessToken, body: { username } })
    expect(rename(ALICE, 'alice').status).toBe(200)
    expect(rename(BOB, 'ALICE')).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  it.each([
    ['cancel_only', 'cancel-only', 200],
    ['halted', 'halted', 503],
  ] as const)('503 with `code: "%s"`', (code, kind, statusOfCancel) => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const hash = venue.rest(buy)
    venue.post('/sandbox/faults', { kind })
    expect(venue.submit(buy)).toMatchObject({
      status: 503,
      body: { statusCode: 503, error: 'Service Unavailable', code },
    })
    expect(venue.post('/orders/cancel-many', { orderHashes: [hash] }, { token }).status).toBe(statusOfCancel)
    expect(venue.get('/me/orders', { token }).body.orders).toHaveLength(1)
    venue.call('DELETE', '/sandbox/faults')
    expect(venue.submit(buy).status).toBe(201)
  })
})

describe('refusals, who may see what', () => {
  it('any bearer or per-user key lists any account; the shared key alone nobody', () => {
    const venue = new VenueDriver()
    venue.rest(buy)
    const { accessToken: ofBob } = venue.signIn(BOB)
    const list = (options: Loose) => venue.get(`/orders?account=${ALICE}`, options)
    expect(list({ key: SHARED_KEY, token: ofBob }).body.orders).toHaveLength(1)
    expect(list({ key: KEY }).body.orders).toHaveLength(1)
    expect(list({ key: SHARED_KEY }).status).toBe(401)
  })

  it('public routes say name, version and the profile a client signs by', () => {
    const venue = new VenueDriver()
    const { body } = venue.get('/', { key: '' })
    expect(body).toMatchObject({ name: 'Quoin sandbox', version: '1.0.0' })
    expect(body.profile).toMatchObject({
      chainId: 1_364_545_353,
      typedData: { domain: { chainId: 1_364_545_353 }, primaryType: 'Order' },
      siwe: { domain: 'quoin.localhost' },
      socket: { path: '/socket.io' },
    })
  })
})

describe('"A wallet has at most `maxOpenOrders` orders that rest or wait for settlement"', () => {
  it('one more is refused with 400 `too_many_orders`; the same body again still gets its first answer', () => {
    const venue = new VenueDriver({ maxOpenOrders: 2 })
    const bodies = [30, 31, 32].map((price) => venue.order({ ...buy, price }))
    const send = (i: number) => venue.post(PATH, bodies[i])
    expect([send(0).status, send(1).status]).toEqual([201, 201])
    expect(send(2)).toMatchObject({ status: 400, body: { code: 'too_many_orders', statusCode: 400 } })
    expect(send(0)).toMatchObject({ status: 201, body: { status: 'open' } })
    const { accessToken: token } = venue.signIn(ALICE)
    expect(venue.get('/me/orders', { token }).body.orders).toHaveLength(2)
    venue.post(`${PATH}/cancel-all`, undefined, { token })
    expect(send(2).status).toBe(201)
  })
})
