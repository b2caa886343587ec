import { describe, expect, it } from 'vitest'
import { orderList } from '../../../../src/venue/wire/order-schema.js'
import { ALICE, BOB, type Loose, SHARED_KEY, VenueDriver } from '../venue-driver.js'

/** Alice: one open order and one partly filled; Bob: one filled. */
function traded() {
  const venue = new VenueDriver()
  venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 500 })
  venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 200 })
  venue.rest({ maker: ALICE, side: 'BUY', price: 30, size: 500 })
  venue.pass(2000)
  return venue
}

const anonymous = { key: SHARED_KEY }
const statuses = (body: Loose) => body.orders.map((o: Loose) => o.status)

describe('GET /orders', () => {
  it('needs at least one of account or conditionId, otherwise 400', () => {
    expect(traded().get('/orders').body).toMatchObject({ statusCode: 400, error: 'Bad Request' })
  })

  it("lists another account's orders only with a bearer or a per-user API key", () => {
    const venue = traded()
    const target = `/orders?account=${ALICE}`
    expect(venue.get(target, anonymous)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    const byKey = orderList.parse(venue.get(target).body)
    expect(byKey.orders.map(({ status }) => status)).toEqual(['open', 'partially_filled'])
    const { accessToken } = venue.signIn(BOB)
    expect(venue.get(target, { ...anonymous, token: accessToken }).body.orders).toHaveLength(2)
  })

  it('shows only filled and partially_filled on a public conditionId feed; status=open is empty there', () => {
    const venue = traded()
    const target = `/orders?conditionId=${venue.market.conditionId}`
    expect(statuses(venue.get(target, anonymous).body)).toEqual(['filled', 'partially_filled'])
    expect(venue.get(`${target}&status=open`, anonymous)).toMatchObject({ status: 200, body: { orders: [] } })
    expect(statuses(venue.get(`${target}&status=open,filled`, anonymous).body)).toEqual(['filled'])
    expect(statuses(venue.get(`${target}&status=open`).body)).toEqual(['open'])
  })

  it('refuses a bearer token that is no good instead of showing a public feed as one own', () => {
    const venue = traded()
    const target = `/orders?conditionId=${venue.market.conditionId}`
    expect(venue.get(target, { ...anonymous, token: 'expired' }).body.code).toBe('not_signed_in')
  })

  it.each(['limit=0', 'limit=251', 'limit=abc', 'offset=-1', 'status=weird', 'status=open,,filled', 'account=me'])(
    'validates strictly: %s is 400',
    (query) => {
      const venue = traded()
      const account = query.startsWith('account') ? '' : `&account=${ALICE}`
      expect(venue.get(`/orders?${query}${account}`)).toMatchObject({ status: 400, body: { error: 'Bad Request' } })
    },
  )

  it('pages, newest first, with a pagination object beside the orders', () => {
    const venue = traded()
    const { body } = venue.get(`/orders?account=${ALICE}&limit=1&offset=1`)
    expect(body.orders).toHaveLength(1)
    expect(body.orders[0].price).toBe('0.4')
    expect(body.pagination).toEqual({ page: 2, pageSize: 1, total: 2, totalPages: 2, hasNext: false, hasPrev: true })
  })

  it('takes any spelling of the account, and an unknown conditionId is an empty list', () => {
    const venue = traded()
    expect(venue.get(`/orders?account=${ALICE.toLowerCase()}`).body.orders).toHaveLength(2)
    expect(venue.get('/orders?conditionId=0x12').body.orders).toEqual([])
  })
})

describe('/me', () => {
  it('needs a key and a bearer token', () => {
    const venue = traded()
    const { accessToken } = venue.signIn(ALICE)
    for (const path of ['/me', '/me/orders', '/me/trades', '/me/balances', '/me/positions', '/me/api-keys']) {
      expect(venue.get(path).body).toMatchObject({ statusCode: 401, code: 'not_signed_in' })
      expect(venue.get(path, { key: '', token: accessToken }).body).toMatchObject({ code: 'invalid_api_key' })
      expect(venue.get(path, { token: accessToken }).status).toBe(200)
    }
  })

  it('/me/orders lists the own ones in every status, strictly validated', () => {
    const venue = traded()
    const { accessToken: token } = venue.signIn(ALICE)
    expect(statuses(venue.get('/me/orders', { token }).body)).toEqual(['open', 'partially_filled'])
    expect(statuses(venue.get('/me/orders?status=open', { token }).body)).toEqual(['open'])
    expect(venue.get('/me/orders?limit=0', { token }).status).toBe(400)
  })

  it('/me/balances shows collateral after open-order locks', () => {
    const venue = traded()
    const { accessToken: token } = venue.signIn(ALICE)
    // 10000 deposited, 0.40 x 2 paid; locked: 0.40 x 3 and 0.30 x 5
    expect(venue.get('/me/balances', { token }).body).toEqual({
      account: ALICE,
      collateral: { total: '9999200000', available: '9996500000', locked: '2700000', pending: '0' },
    })
  })

  it('/me/positions and /me/trades show what was filled', () => {
    const venue = traded()
    const { accessToken: token } = venue.signIn(BOB)
    const { tokenId, outcomeId } = venue.market.grid.outcomes[1]
    expect(venue.get('/me/positions', { token }).body.data).toEqual([
      {
        conditionId: venue.market.conditionId,
        marketId: venue.market.id,
        outcomeId,
        tokenId,
        total: '2000000',
        available: '2000000',
        locked: '0',
        pending: '0',
      },
    ])
    expect(venue.get('/me/trades', { token }).body.data).toMatchObject([
      { tokenId, side: 'BUY', price: '0.6', size: '2000000', fee: '0', liquidity: 'taker', status: 'settled' },
    ])
    expect(venue.get('/me/trades?conditionId=0x12', { token }).body.data).toEqual([])
  })
})
