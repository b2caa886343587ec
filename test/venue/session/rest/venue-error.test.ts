import { describe, expect, it } from 'vitest'
import { readRefusal } from '../../../../src/venue/session/rest/venue-error.js'

const body = (statusCode: number, message: unknown, code?: string) =>
  JSON.stringify({ statusCode, message, ...(code ? { code } : {}) })

describe('refusals of the venue', () => {
  it.each([
    [400, 'Invalid signature', 'bad-signature'],
    [400, 'feeRateBps: expected 100, got 0', 'fee-changed'],
    [400, 'expiration must lie ahead', 'bad-expiration'],
    [400, 'not enough balance', 'insufficient-balance'],
    [400, 'orders: expected at most 5000 open orders of an account, got 5001', 'too-many-orders'],
    [400, 'price: off the tick', 'bad-amounts'],
    [400, 'POST_ONLY: the price would cross the book', 'would-match'],
    [400, 'order would immediately match', 'would-match'],
    [400, 'duplicate order signature', 'conflict'],
    [400, 'an order with this salt already exists', 'conflict'],
    [400, 'price crosses one of your own orders', 'would-match'],
    [400, 'order is pending settlement and cannot be cancelled', 'not-cancellable'],
    [400, 'Market is CLOSED', 'market-not-open'],
    [400, ['limit must not be greater than 250'], 'bad-request'],
    [401, 'Invalid API Key provided', 'bad-api-key'],
    [401, 'Unauthorized', 'not-signed-in'],
    [403, 'Forbidden', 'forbidden'],
    [404, 'Order not found', 'not-found'],
    [409, 'Conflict', 'conflict'],
    [429, 'ThrottlerException: Too Many Requests', 'rate-limited'],
    [500, 'Internal server error', 'venue-failed'],
  ])('%i %j is %s', (status, message, code) => {
    expect(readRefusal(status, body(status, message)).code).toBe(code)
  })

  it('prefers the stable code of the body', () => {
    expect(readRefusal(503, body(503, 'x', 'cancel_only'))).toMatchObject({ code: 'cancel-only', unclear: false })
    expect(readRefusal(503, body(503, 'x', 'halted'))).toMatchObject({ code: 'halted', unclear: false })
    expect(readRefusal(400, body(400, 'nonsense', 'fee_changed')).code).toBe('fee-changed')
  })

  it.each([{ code: 40401 }, { code: { id: 'x' } }, { error: { name: 'NotFound' } }, { error: 404 }])(
    'needs nothing but the two stable fields: beside them %j',
    (more) => {
      const text = JSON.stringify({ statusCode: 404, message: 'Order not found', ...more })
      expect(readRefusal(404, text)).toEqual({ code: 'not-found', message: 'Order not found', unclear: false })
    },
  )

  it('lets no venue name a verdict about ourselves', () => {
    expect(readRefusal(400, body(400, 'x', 'journal_failed')).code).toBe('bad-request')
    expect(readRefusal(400, body(400, 'x', 'to_string')).code).toBe('bad-request')
  })

  it('takes a 5xx and a 408 as unclear, a 4xx as a clear no, a 409 as an order that exists', () => {
    for (const status of [500, 502, 503, 504, 408]) expect(readRefusal(status, '<html>').unclear).toBe(true)
    expect(readRefusal(500, body(500, 'x')).unclear).toBe(true)
    expect(readRefusal(400, body(400, 'x')).unclear).toBe(false)
    expect(readRefusal(409, body(409, 'x')).unclear).toBe(true)
  })

  it("never takes a page that is not the venue's for a verdict", () => {
    for (const status of [401, 403, 404]) {
      expect(readRefusal(status, '<html>blocked</html>')).toMatchObject({ code: 'venue-failed', unclear: false })
    }
    expect(readRefusal(404, body(404, 'Cannot GET /orders/0x1')).code).toBe('venue-failed')
    expect(readRefusal(429, '<html>slow down</html>')).toMatchObject({ code: 'rate-limited', unclear: false })
  })

  it('cuts long messages between two words, so that no half of a secret is left', () => {
    expect(readRefusal(400, body(400, 'x'.repeat(300))).message).toBe('x'.repeat(300))
    expect(readRefusal(400, body(400, 'x'.repeat(5_000))).message).toBe('…')
    const long = `${'word '.repeat(59)}secret-token ${'word '.repeat(99)}`
    expect(readRefusal(400, body(400, long)).message).toBe(`${'word '.repeat(59)}…`)
  })
})
