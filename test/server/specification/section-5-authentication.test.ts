// Section 5 of the venue's specification: API keys, bearer tokens, signed orders, personal keys, tiers.

import { describe, expect, it } from 'vitest'
import { ApiKeyStore } from '../../../src/server/api/accounts/api-key-store.js'
import { type DurableValues, NOT_DURABLE } from '../../../src/server/api/kept/durable-values.js'
import { ALICE, BOB, type Loose, SHARED_KEY, tagCrypto, VenueDriver } from '../api/venue-driver.js'

const buy = { maker: ALICE, side: 'BUY', price: 40, size: 500 } as const
const INVALID_KEY = { message: 'Invalid API Key provided', error: 'Unauthorized', statusCode: 401 }

/** Every documented operation, with names in place of the parameters. */
function operations(venue: VenueDriver): { method: string; path: string; security: Loose[] }[] {
  const { paths } = venue.get('/openapi.json', { key: '' }).body
  return Object.entries<Loose>(paths).flatMap(([path, methods]) =>
    Object.entries<Loose>(methods).map(([method, { security }]) => ({
      method: method.toUpperCase(),
      path: path.replace('/markets/{id}', '/markets/market-1').replaceAll(/\{\w+\}/g, 'some'),
      security,
    })),
  )
}

describe('section 5, rule 1, `x-api-key`', () => {
  it('"every backend request on a route that is not public must carry an API key." "A missing or unknown key gives 401 with message "Invalid API Key provided", even when a valid bearer is also sent."', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const { key: revoked, id } = venue.post('/me/api-keys', { name: 'x' }, { token }).body
    venue.call('DELETE', `/me/api-keys/${id}`, { token })
    const closed = operations(venue).filter(({ security }) => security.length > 0)
    expect(closed.length).toBeGreaterThan(40)
    for (const [i, { method, path }] of closed.entries()) {
      // each from an address of its own: refusals count by address
      for (const [j, key] of ['', 'unknown', revoked, `${SHARED_KEY}x`].entries()) {
        const ip = `10.1.${i}.${j}`
        const { status, body } = venue.call(method, path, { key, token, ip, body: {} })
        expect({ method, path, status, body }).toMatchObject({ method, path, status: 401, body: INVALID_KEY })
      }
    }
  })

  it('public routes need none: what the venue says about itself, and the sign-in', () => {
    const venue = new VenueDriver({ tiers: { ANONYMOUS: { read: { perSecond: 99, perMinute: 99 } } } })
    const open = operations(venue).filter(({ security }) => security.length === 0)
    expect(open.map(({ path }) => path).sort()).toEqual(
      [
        ...['/', '/asyncapi.json', '/docs', '/health', '/openapi.json'],
        ...['/auth/nonce', '/auth/refresh', '/auth/verify'],
      ].sort(),
    )
    for (const { method, path } of open) {
      const { body, status } = venue.call(method, path, { key: '', body: {} })
      expect({ path, known: status !== 401 || body.message !== INVALID_KEY.message }).toEqual({ path, known: true })
    }
  })

  it('"The web app uses a shared key (treated as the anonymous class for limits)"', () => {
    const venue = new VenueDriver()
    const { headers, status } = venue.submit(buy, { key: SHARED_KEY })
    expect(status).toBe(201)
    expect(headers).toMatchObject({ 'X-RateLimit-Limit-short': '1', 'X-RateLimit-Limit-medium': '10' })
  })

  it('"integrations create a personal key."', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const { key } = venue.post('/me/api-keys', { name: 'bot' }, { token, key: SHARED_KEY }).body
    const { headers, status } = venue.submit(buy, { key })
    expect(status).toBe(201)
    expect(headers).toMatchObject({ 'X-RateLimit-Limit-short': '5', 'X-RateLimit-Limit-medium': '150' })
  })
})

describe('section 5, rule 2, `Authorization: Bearer <ACCESS_TOKEN>`', () => {
  const asked = [
    ['own orders', 'GET', '/me/orders'],
    ['own keys', 'GET', '/me/api-keys'],
    ['own keys', 'POST', '/me/api-keys'],
    ['profile updates', 'PATCH', '/me'],
    ['posting comments', 'POST', '/markets/market-1/comments'],
    ['cancel-all', 'POST', '/markets/market-1/orders/cancel-all'],
    ['cancel-many', 'POST', '/orders/cancel-many'],
    ['referral', 'POST', '/referral/attribution'],
    ['referral', 'GET', '/referral/summary'],
  ] as const

  it.each(asked)('"required for user-specific endpoints": %s, %s %s', (_what, method, path) => {
    const venue = new VenueDriver()
    const { accessToken, refreshToken } = venue.signIn(ALICE)
    const body = { name: 'bot', text: 'hello', code: 'X', orderHashes: [`0x${'1'.repeat(64)}`], username: 'alice' }
    const ask = (token?: string) => venue.call(method, path, { token, body })
    const unauthorized = { status: 401, body: { statusCode: 401, error: 'Unauthorized' } }
    for (const token of [undefined, 'unknown', refreshToken]) expect(ask(token)).toMatchObject(unauthorized)
    expect(ask(accessToken).status).not.toBe(401)
    venue.pass(3_600_000)
    expect(ask(accessToken)).toMatchObject(unauthorized)
  })

  it('"The token is a SIWE access token returned by POST /auth/verify.": it stands for the wallet that signed', () => {
    const venue = new VenueDriver()
    for (const wallet of [ALICE, BOB]) {
      const { accessToken: token } = venue.signIn(wallet)
      expect(venue.get('/me', { token }).body.address).toBe(wallet)
      expect(venue.get('/me/balances', { token }).body.account).toBe(wallet)
    }
  })
})

describe('section 5, rule 3, signed orders', () => {
  it('"backend authentication never replaces order signing.": neither a bearer nor a key of the maker', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const { key } = venue.post('/me/api-keys', { name: 'bot' }, { token }).body
    const { order, orderType } = venue.order(buy)
    const forged = { ...order, signature: venue.order({ ...buy, maker: BOB }).order.signature }
    const { status, body } = venue.post('/markets/market-1/orders', { order: forged, orderType }, { token, key })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'bad_signature' })
    // and the signature alone decides whose order it is
    const { accessToken: ofBob } = venue.signIn(BOB)
    const { orderHash } = venue.submit(buy, { token: ofBob }).body
    expect(venue.get(`/orders/${orderHash}`).body.account).toBe(ALICE)
  })
})

describe('section 5, rule 4, personal keys', () => {
  it('"created after SIWE sign-in via POST /me/api-keys"', () => {
    const venue = new VenueDriver()
    expect(venue.post('/me/api-keys', { name: 'bot' }).status).toBe(401)
    const { accessToken: token } = venue.signIn(ALICE)
    expect(venue.post('/me/api-keys', { name: 'bot' }, { token }).status).toBe(201)
  })

  it('"Secrets are stored hashed"', () => {
    const kept: unknown[] = []
    const values: DurableValues = { ...NOT_DURABLE, put: (...written) => kept.push(written) }
    const keys = new ApiKeyStore(tagCrypto(), values)
    const { key, record } = keys.create({ name: 'bot', tier: 'DEFAULT', account: ALICE, nowMs: 0 })
    const rotated = keys.rotate(record.id, ALICE)
    expect(keys.find(rotated.key)?.id).toBe(record.id)
    const text = JSON.stringify(kept)
    expect(text).toContain(record.id)
    expect(text).toContain(tagCrypto().sha256(rotated.key))
    for (const secret of [key, rotated.key]) expect(text).not.toContain(secret.slice(-20))
  })

  it('"a lost key is replaced by rotating it."', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const { id, key: lost } = venue.post('/me/api-keys', { name: 'bot' }, { token }).body
    const { key } = venue.post(`/me/api-keys/${id}/rotate`, undefined, { token }).body
    expect([venue.get('/tags', { key }).status, venue.get('/tags', { key: lost }).status]).toEqual([200, 401])
  })
})

describe('section 5, rule 5, tiers', () => {
  it('"Tiers: DEFAULT, PRO, INTERNAL; an MM tier is also named. Access to higher tiers is granted on request to the operator."', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const { id, key, tier } = venue.post('/me/api-keys', { name: 'bot', tier: 'INTERNAL' }, { token }).body
    expect(tier).toBe('DEFAULT')
    const limit = () => venue.get('/tags', { key }).headers['X-RateLimit-Limit-short']
    const grant = (to: string, who = token) => venue.post(`/sandbox/api-keys/${id}/tier`, { tier: to }, { token: who })
    expect(limit()).toBe('10')
    const granted = ['PRO', 'MM', 'INTERNAL', 'DEFAULT'].map((to) => [grant(to).body.tier, limit()])
    expect(granted).toEqual([
      ['PRO', '50'],
      ['MM', '200'],
      ['INTERNAL', '1000'],
      ['DEFAULT', '10'],
    ])
    expect(grant('ANONYMOUS').status).toBe(400)
    expect(grant('PRO', venue.signIn(BOB).accessToken).status).toBe(404)
    expect(limit()).toBe('10')
  })

  it('"A named integration that receives 429 after leaving the shared key needs PRO or MM, not a new DEFAULT key."', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const made = ['one', 'two'].map((name) => venue.post('/me/api-keys', { name }, { token }).body)
    const accepted = (key: string) => {
      const answers = Array.from({ length: 60 }, () => venue.get('/tags', { key }).status)
      venue.pass(2000)
      return answers.filter((status) => status === 200).length
    }
    expect([SHARED_KEY, made[0].key, made[1].key].map(accepted)).toEqual([10, 10, 10])
    venue.post(`/sandbox/api-keys/${made[0].id}/tier`, { tier: 'PRO' }, { token })
    expect(accepted(made[0].key)).toBe(50)
  })
})
