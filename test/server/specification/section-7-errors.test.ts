// Section 7 of the venue's specification: bodies and codes of failures.

import { describe, expect, it } from 'vitest'
import { ALICE, BOB, SHARED_KEY, VenueDriver } from '../api/venue-driver.js'

const buy = { maker: ALICE, side: 'BUY', price: 40, size: 500 } as const
const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  503: 'Service Unavailable',
}

function failures() {
  const venue = new VenueDriver()
  const { accessToken: token } = venue.signIn(ALICE)
  const body = venue.order(buy)
  venue.post('/markets/market-1/orders', body)
  const hash = `0x${'1'.repeat(64)}`
  const answers = {
    'validation of a body': venue.post('/markets/market-1/orders', {}),
    'validation of a query': venue.get('/markets?status=x'),
    'an order refused': venue.submit({ ...buy, feeRateBps: 3 }),
    'a missing key': venue.get('/markets', { key: '' }),
    'a missing bearer': venue.get('/me'),
    'a foreign account': venue.post('/orders/cancel-many', { orderHashes: [hash], account: BOB }, { token }),
    'an unknown market': venue.get('/markets/none'),
    'an unknown route': venue.get('/nothing/here'),
    'another method': venue.call('DELETE', '/markets'),
    'the same hash with another body': venue.post('/markets/market-1/orders', { ...body, orderType: 'POST_ONLY' }),
    'a halted venue': new VenueDriver({ faults: { start: [{ kind: 'halted' }] } }).submit(buy),
  }
  return Object.entries(answers)
}

describe('section 7, rule 1', () => {
  it.each(failures())(
    '"Most failures return JSON `{ statusCode, message, error }`. `message` is a string or an array of validation strings.": %s',
    (_what, { status, body }) => {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(body.statusCode).toBe(status)
      expect(body.error).toBe(REASONS[status])
      const texts = Array.isArray(body.message) ? body.message : [body.message]
      expect(texts.length).toBeGreaterThan(0)
      for (const text of texts) expect(text).toEqual(expect.stringMatching(/\S/))
    },
  )

  it('"an array of validation strings": one for each problem', () => {
    const venue = new VenueDriver()
    const { order } = venue.order(buy)
    const { message } = venue.post('/markets/market-1/orders', {
      order: { ...order, salt: 1, maker: 'x' },
      orderType: 'IOC',
    }).body
    expect(message).toHaveLength(3)
    expect(message.join('\n')).toMatch(/order\.salt.*\n.*order\.maker.*\n.*orderType/)
    expect(venue.get('/markets?status=x&clobMarketStatus=y').body.message).toHaveLength(2)
    expect(venue.get('/markets/none').body.message).toEqual(expect.any(String))
  })

  it('"A few responses omit `error` and return only `{ statusCode, message }`.": 429 is one', () => {
    const venue = new VenueDriver()
    const answers = Array.from({ length: 11 }, () => venue.get('/tags', { key: SHARED_KEY }))
    const { status, body } = answers[10]!
    expect(status).toBe(429)
    expect(body).toEqual({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' })
  })
})

describe('section 7, rules 2 to 4', () => {
  it('"401: unauthorized; body shape `{ message, error: "Unauthorized", statusCode: 401 }`; includes the invalid API key case in section 5."', () => {
    const venue = new VenueDriver()
    const answers = [
      venue.get('/markets', { key: 'unknown' }),
      venue.get('/me'),
      venue.get('/me', { token: 'unknown' }),
      venue.post('/auth/verify', { message: 'hello', signature: '0x00' }),
      venue.post('/auth/refresh', { refreshToken: 'unknown' }),
      venue.get(`/orders?account=${ALICE}`, { key: SHARED_KEY }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect(body).toMatchObject({ message: expect.any(String), error: 'Unauthorized', statusCode: 401 })
    }
  })

  it('"400: GET /orders without `account` and `conditionId`; invalid order-list parameters."', () => {
    const venue = new VenueDriver()
    const bad = ['', 'limit=0', 'limit=x', 'offset=-1', 'status=done', 'account=x']
    for (const [i, query] of bad.entries()) {
      const target = i === 0 ? '/orders' : `/orders?conditionId=${venue.market.conditionId}&${query}`
      expect({ target, ...venue.get(target) }).toMatchObject({
        target,
        status: 400,
        body: { statusCode: 400, message: expect.any(Array), error: 'Bad Request' },
      })
    }
  })

  it('"429: a rate limit was exceeded (section 8)."', () => {
    const venue = new VenueDriver()
    expect([1, 2].map(() => venue.submit(buy, { key: SHARED_KEY }).status)).toEqual([201, 429])
    // refused before anything was looked at
    const { accessToken: token } = venue.signIn(ALICE)
    expect(venue.get('/me/orders', { token }).body.orders).toHaveLength(1)
  })
})
