import { describe, expect, it } from 'vitest'
import { cancelManyResult } from '../../../../src/venue/wire/order-schema.js'
import { ALICE, BOB, VenueDriver } from '../venue-driver.js'

function withOrders() {
  const venue = new VenueDriver()
  const open = venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 500 })
  const foreign = venue.rest({ maker: BOB, side: 'BUY', price: 30, size: 500 })
  return { venue, open, foreign, token: venue.signIn(ALICE).accessToken }
}

describe('POST /orders/cancel-many', () => {
  it('cancels its own, lists the others in failed, and answers 200', () => {
    const { venue, open, foreign, token } = withOrders()
    const unknown = `0x${'ab'.repeat(32)}`
    const { status, body } = venue.post(
      '/orders/cancel-many',
      { orderHashes: [foreign, open, unknown, open] },
      { token },
    )
    expect(status).toBe(200)
    const result = cancelManyResult.parse(body)
    expect(result).toMatchObject({ cancelled: 1, orderHashes: [open] })
    expect(result.failed.map((f) => [f.orderHash, f.code])).toEqual([
      [foreign, 'forbidden'],
      [unknown, 'not_found'],
    ])
    expect(venue.get(`/orders/${open}`).body.status).toBe('cancelled_local')
    expect(venue.get(`/orders/${foreign}`).body.status).toBe('open')
  })

  it('puts an order that is over or pending settlement into failed', () => {
    const { venue, open, token } = withOrders()
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 500 })
    const pending = venue.post('/orders/cancel-many', { orderHashes: [open] }, { token }).body
    expect(pending).toMatchObject({ cancelled: 0, failed: [{ code: 'not_cancellable' }] })
    expect(pending.failed[0].error).toMatch(/cannot be cancelled.*pending_settlement/)
  })

  it('takes `account` only when it is the wallet of the token, else 403', () => {
    const { venue, open, token } = withOrders()
    const body = { orderHashes: [open], account: BOB }
    expect(venue.post('/orders/cancel-many', body, { token })).toMatchObject({
      status: 403,
      body: { error: 'Forbidden', code: 'forbidden' },
    })
    expect(venue.get(`/orders/${open}`).body.status).toBe('open')
    const own = { orderHashes: [open], account: ALICE.toLowerCase() }
    expect(venue.post('/orders/cancel-many', own, { token }).body.cancelled).toBe(1)
  })

  it('takes 1 to 100 hashes', () => {
    const { venue, token } = withOrders()
    const hashes = (n: number) => Array.from({ length: n }, (_, i) => `0x${i.toString(16).padStart(64, '0')}`)
    const ask = (n: number) => venue.post('/orders/cancel-many', { orderHashes: hashes(n) }, { token }).status
    expect([ask(0), ask(1), ask(100), ask(101)]).toEqual([400, 200, 200, 400])
    expect(venue.post('/orders/cancel-many', { orderHashes: ['0x1'] }, { token }).body.message[0]).toMatch(
      /^orderHashes\.0: /,
    )
  })

  it('needs a bearer token', () => {
    const { venue, open } = withOrders()
    expect(venue.post('/orders/cancel-many', { orderHashes: [open] }).status).toBe(401)
  })
})

describe('POST /markets/{id}/orders/cancel-all', () => {
  it("cancels the account's open orders in that market and answers 200 {}", () => {
    const { venue, open, foreign, token } = withOrders()
    const path = `/markets/${venue.market.id}/orders/cancel-all`
    expect(venue.post(path, undefined, { token })).toMatchObject({ status: 200, body: {} })
    expect(venue.post(path, undefined, { token }).body).toEqual({})
    expect(venue.get(`/orders/${open}`).body.status).toBe('cancelled_local')
    expect(venue.get(`/orders/${foreign}`).body.status).toBe('open')
    expect(venue.post('/markets/none/orders/cancel-all', undefined, { token }).status).toBe(404)
    expect(venue.post(path).status).toBe(401)
  })
})
