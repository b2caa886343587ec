import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorBody } from '../../../src/venue/wire/primitives.js'
import { ALICE, BOB, KEY, SHARED_KEY, VenueDriver } from './venue-driver.js'

describe('API key', () => {
  it('is needed on every route that is not public, even when a valid bearer is sent', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    for (const key of ['', 'unknown-key']) {
      expect(venue.get('/markets', { key, token })).toMatchObject({
        status: 401,
        body: { message: 'Invalid API Key provided', error: 'Unauthorized', statusCode: 401 },
      })
    }
  })

  it('is not needed on public routes', () => {
    const venue = new VenueDriver()
    expect(venue.get('/', { key: '' }).status).toBe(200)
    expect(venue.get('/health', { key: '' }).status).toBe(200)
    expect(venue.get('/auth/nonce', { key: '' }).status).toBe(200)
  })
})

describe('GET /', () => {
  it('publishes name, version and the profile a client signs by', () => {
    const { body } = new VenueDriver().get('/', { key: '' })
    expect(body).toMatchObject({ name: 'Quoin sandbox', version: '1.0.0' })
    expect(body.profile).toMatchObject({
      chainId: body.profile.typedData.domain.chainId,
      typedData: { domain: { name: 'Quoin Exchange', version: '1' }, primaryType: 'Order' },
      siwe: { domain: 'quoin.localhost' },
      socket: { path: '/socket.io' },
    })
    expect(body.profile.typedData.types.Order).toHaveLength(12)
    expect(body.profile.public).toContain('/auth/*')
  })
})

describe('rate limits', () => {
  const limitsOf = (headers: Readonly<Record<string, string>>) => [
    headers['X-RateLimit-Limit-short'],
    headers['X-RateLimit-Limit-medium'],
  ]

  it.each([
    ['DEFAULT', ['10', '300'], ['5', '150'], ['10', '300']],
    ['PRO', ['50', '3000'], ['25', '1500'], ['50', '3000']],
    ['MM', ['200', '12000'], ['100', '6000'], ['200', '12000']],
    ['INTERNAL', ['1000', '60000'], ['500', '30000'], ['1000', '60000']],
  ] as const)('%s has its budgets per route class', (tier, read, write, cancel) => {
    const key = `a-key-of-tier-${tier}`
    const venue = new VenueDriver({ keys: [{ name: 'k', tier, key }] })
    expect(limitsOf(venue.get('/markets', { key }).headers)).toEqual(read)
    expect(limitsOf(venue.submit({ maker: ALICE, side: 'BUY', price: 40, size: 100 }, { key }).headers)).toEqual(write)
    const { accessToken: token } = venue.signIn(ALICE)
    const path = `/markets/${venue.market.id}/orders/cancel-all`
    expect(limitsOf(venue.post(path, undefined, { key, token }).headers)).toEqual(cancel)
    expect(limitsOf(venue.get('/me/api-keys', { key, token }).headers)).toEqual(read)
  })

  it('the shared key is the anonymous class: much tighter for orders and cancels', () => {
    const venue = new VenueDriver()
    const order = () => venue.submit({ maker: ALICE, side: 'BUY', price: 40, size: 100 }, { key: SHARED_KEY })
    expect(limitsOf(order().headers)).toEqual(['1', '10'])
    const blocked = order()
    expect(blocked.status).toBe(429)
    expect(blocked.body).toEqual({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' })
    expect(blocked.headers).toEqual({ 'Retry-After-short': '1' })
    expect(venue.get('/markets', { key: SHARED_KEY }).status).toBe(200)
  })

  it('counts public routes without a key per IP', () => {
    const venue = new VenueDriver()
    const ask = (ip: string) => venue.get('/health', { key: '', ip }).status
    for (let i = 0; i < 10; i++) expect(ask('10.0.0.1')).toBe(200)
    expect(ask('10.0.0.1')).toBe(429)
    expect(ask('10.0.0.2')).toBe(200)
  })

  it('can be configured per tier and class', () => {
    const key = 'a-default-key'
    const venue = new VenueDriver({
      keys: [{ name: 'k', key }],
      tiers: { DEFAULT: { read: { perSecond: 2, perMinute: 3 } } },
    })
    expect([1, 2, 3].map(() => venue.get('/tags', { key }).status)).toEqual([200, 200, 429])
  })
})

describe('errors', () => {
  it('404 for an unknown path, 405 for a known one with another method, in the error body', () => {
    const venue = new VenueDriver()
    expect(venue.get('/nothing/here').body).toEqual({
      statusCode: 404,
      message: 'Cannot GET /nothing/here',
      error: 'Not Found',
      code: 'not_found',
    })
    expect(venue.call('DELETE', '/markets').body).toMatchObject({ statusCode: 405, error: 'Method Not Allowed' })
    expect(venue.call('PUT', '/markets/x/fee').status).toBe(405)
  })

  it.each(['/nothing/here', '/markets/%zz', '/tags/x/y'])('%s meets the key and the limits before that', (path) => {
    const key = 'quoin_live_limited'
    const venue = new VenueDriver({
      keys: [{ name: 'k', key }],
      tiers: { DEFAULT: { read: { perSecond: 2, perMinute: 3 } } },
    })
    expect(venue.get(path, { key: '' })).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } })
    const answers = [1, 2, 3].map(() => venue.get(path, { key }))
    expect(answers.map(({ status }) => status)).toEqual([
      path.includes('%') ? 400 : 404,
      path.includes('%') ? 400 : 404,
      429,
    ])
    expect(answers[0]?.headers).toHaveProperty('X-RateLimit-Remaining-short')
    const floods = Array.from({ length: 20 }, () => venue.get(path, { key: '', ip: '10.0.0.9' }).status)
    expect(floods).toContain(429)
  })

  it('400 for broken percent-encoding', () => {
    expect(new VenueDriver().get('/markets/%zz').status).toBe(400)
  })

  it('tell nothing about a fault of the program, and report it', () => {
    const faults: unknown[] = []
    const venue = new VenueDriver({}, { onFault: (error) => faults.push(error) })
    venue.api.exchange.book = () => {
      throw new TypeError('secret detail')
    }
    const { status, body } = venue.get(`/markets/${venue.market.id}/orderbook`)
    expect(status).toBe(500)
    expect(body).toEqual({
      statusCode: 500,
      message: 'Internal server error',
      error: 'Internal Server Error',
      code: 'internal',
    })
    expect(faults).toHaveLength(1)
  })
})

describe('garbage', () => {
  it('never yields a 5xx, a hang, or a changed account', () => {
    const venue = new VenueDriver({
      keys: [{ name: 'k', tier: 'INTERNAL', key: KEY }],
      tiers: { INTERNAL: wide, ANONYMOUS: wide },
    })
    const hash = venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 500 })
    const { accessToken } = venue.signIn(BOB)
    const before = JSON.stringify([venue.api.exchange.ledger.collateral(ALICE).lockedRaw.toString(), hash])
    const valid = venue.order({ maker: ALICE, side: 'BUY', price: 40, size: 500 })
    const published = Object.keys(venue.get('/openapi.json').body.paths).filter((path) => !path.startsWith('/sandbox/'))
    const paths = [
      ...published.map((path) => path.replace('{hash}', hash).replace(/\{\w+\}/, 'market-1')),
      '/sandbox/split',
      '/sandbox/redeem',
      '/sandbox/fees',
      '/__proto__',
      '/markets/__proto__',
    ]
    const names = ['limit', 'offset', 'page', 'status', 'account', 'conditionId', 'sortBy', 'excludeMaker', '__proto__']
    const field = fc.oneof(fc.string(), fc.constant(null), fc.integer(), fc.constant({}), fc.bigInt().map(String))
    const mutated = fc.record({
      orderType: fc.constantFrom('GTC', 'x', 1),
      order: fc
        .dictionary(fc.constantFrom(...Object.keys(valid.order).filter((name) => name !== 'signature')), field)
        .map((d) => ({ ...valid.order, signature: `0x${'5'.repeat(130)}`, ...d })),
    })
    const query = fc.dictionary(
      fc.constantFrom(...names),
      fc.oneof(fc.string(), fc.array(fc.string(), { maxLength: 2 })),
    )
    fc.assert(
      fc.property(
        fc.constantFrom('GET', 'POST', 'DELETE', 'PATCH', 'TRACE'),
        fc.oneof(fc.constantFrom(...paths), fc.webPath()),
        query,
        fc.oneof(fc.jsonValue(), mutated, fc.anything()),
        fc.constantFrom(undefined, 'Bearer x', `Bearer ${accessToken}`, accessToken),
        (method, path, parameters, body, authorization) => {
          const headers = { 'x-api-key': KEY, ...(authorization === undefined ? {} : { authorization }) }
          let answers = 0
          venue.api.handle({ method, path, query: parameters, headers, body, ip: 'x' }, venue.nowMs, (response) => {
            answers += 1
            expect(response.status).toBeLessThan(500)
            if (response.status >= 400) errorBody.parse(response.body)
            JSON.stringify(response.body)
          })
          expect(answers).toBe(1)
        },
      ),
      { numRuns: 1500 },
    )
    const after = JSON.stringify([venue.api.exchange.ledger.collateral(ALICE).lockedRaw.toString(), hash])
    expect(after).toBe(before)
    expect(venue.get(`/orders/${hash}`).body.status).toBe('open')
  })
})

const unlimited = { perSecond: 1_000_000, perMinute: 1_000_000 }
const wide = { read: unlimited, write: unlimited, cancel: unlimited, account: unlimited }
