// The venue on a data file, in virtual time: what a second venue on the same file answers equals what the first did.

import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { ServerConfigInput } from '../../../src/server/schema.js'
import { ALICE, BOB, type CallOptions, VenueDriver } from '../api/venue-driver.js'
import { freshPath, KeptVenue, removeFiles } from './kept-venue.js'

afterAll(removeFiles)

/** Everything a client could read of the two accounts. */
function everything(venue: VenueDriver, tokens: readonly string[]) {
  const own = (path: string) => tokens.map((token) => venue.get(path, { token }).body)
  return {
    orders: own('/me/orders?limit=250'),
    trades: own('/me/trades?pageSize=250'),
    balances: own('/me/balances'),
    positions: own('/me/positions'),
    book: venue.get(`/markets/${venue.market.id}/orderbook`).body.books,
    tape: venue.get(`/markets/${venue.market.id}/trades?pageSize=250`).body,
    market: venue.get(`/markets/${venue.market.id}`).body,
    public: [
      '/leaderboard',
      '/users',
      `/users/${ALICE}/pnl`,
      `/markets/${venue.market.id}/ticker`,
      `/markets/${venue.market.id}/price-history?interval=1m`,
      `/markets/${venue.market.id}/comments`,
    ].map((path) => {
      const { status, body } = venue.get(path)
      expect(status, path).toBe(200)
      return body
    }),
    referrals: own('/referral/summary'),
    totals: venue.api.exchange.ledger.totals(),
  }
}

const operation = fc.oneof(
  fc.record({
    do: fc.constant('order' as const),
    maker: fc.constantFrom(ALICE, BOB),
    outcome: fc.constantFrom(0 as const, 1 as const),
    price: fc.integer({ min: 45, max: 55 }),
    size: fc.integer({ min: 100, max: 900 }),
    type: fc.constantFrom('GTC' as const, 'FAK' as const, 'GTD' as const, 'POST_ONLY' as const),
    livesSec: fc.integer({ min: 6, max: 30 }),
  }),
  fc.record({ do: fc.constant('cancel' as const), account: fc.nat(1), nth: fc.nat(9) }),
  fc.record({ do: fc.constant('split' as const), account: fc.nat(1), units: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 4000 }) }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

function carryOut(venue: VenueDriver, op: Operation, tokens: readonly string[]): void {
  if (op.do === 'pass') venue.pass(op.ms)
  else if (op.do === 'order') {
    const expirationSec = op.type === 'GTD' ? Math.floor(venue.nowMs / 1000) + op.livesSec : 0
    venue.submit({
      maker: op.maker,
      side: 'BUY',
      outcome: op.outcome,
      price: op.price,
      size: op.size,
      type: op.type,
      expirationSec,
    })
  } else {
    const options: CallOptions = { token: tokens[op.account]! }
    if (op.do === 'split') {
      const body = { conditionId: venue.market.conditionId, amount: String(op.units * 1_000_000) }
      venue.post('/sandbox/split', body, options)
      venue.post(`/markets/${venue.market.id}/comments`, { text: `I split ${op.units}` }, options)
    } else {
      const order = venue.get('/me/orders', options).body.orders[op.nth]
      if (order !== undefined) venue.post('/orders/cancel-many', { orderHashes: [order.orderHash] }, options)
    }
  }
}

describe('a venue on a data file', () => {
  it('is after a restart what it was, and goes on as one in memory does', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 30 }), fc.array(operation, { maxLength: 15 }), (before, after) => {
        const config = { settlement: { delayMs: 1500 }, globalFeeRateBps: 100 }
        const path = freshPath()
        const plain = new VenueDriver(config)
        const first = new KeptVenue(path, config)
        const plainTokens = [ALICE, BOB].map((account) => plain.signIn(account).accessToken)
        const tokens = [ALICE, BOB].map((account) => first.signIn(account).accessToken)
        for (const op of before) {
          carryOut(plain, op, plainTokens)
          carryOut(first, op, tokens)
          // now and then, as a shell does
          if (op.do === 'pass') first.store.commit()
        }
        first.store.commit()
        first.die()
        const second = new KeptVenue(path, config, first.nowMs)
        expect(everything(second, tokens)).toEqual(everything(plain, plainTokens))
        for (const op of after) {
          carryOut(plain, op, plainTokens)
          carryOut(second, op, tokens)
        }
        expect(everything(second, tokens)).toEqual(everything(plain, plainTokens))
        second.die()
      }),
      { numRuns: 40 },
    )
  })

  it('keeps nothing that was not committed, in no part', () => {
    const path = freshPath()
    const first = new KeptVenue(path)
    const { accessToken: token } = first.signIn(ALICE)
    first.rest({ maker: ALICE, side: 'BUY', price: 40, size: 500 })
    first.store.commit()
    const before = everything(first, [token])
    first.submit({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 300 })
    first.die()
    const second = new KeptVenue(path, {}, first.nowMs)
    expect(everything(second, [token])).toEqual(before)
    second.die()
  })

  it('answers the same body as at first, also for an order that is long over', () => {
    const path = freshPath()
    const first = new KeptVenue(path)
    const { accessToken: token } = first.signIn(ALICE)
    const body = first.order({ maker: ALICE, side: 'BUY', price: 40, size: 500 })
    const submit = (venue: VenueDriver) => venue.post(`/markets/${venue.market.id}/orders`, body)
    const { orderHash } = submit(first).body
    first.post('/orders/cancel-many', { orderHashes: [orderHash] }, { token })
    first.store.commit()
    first.die()
    const second = new KeptVenue(path, {}, first.nowMs)
    expect(second.api.exchange.ordersHeld).toBe(0)
    expect(submit(second)).toMatchObject({ status: 201, body: { orderHash, status: 'open' } })
    expect(second.get(`/orders/${orderHash}`).body).toMatchObject({ status: 'cancelled_local', maker: ALICE })
    const again = second.post('/orders/cancel-many', { orderHashes: [orderHash] }, { token }).body
    expect(again).toMatchObject({ cancelled: 0, failed: [{ orderHash, code: 'not_cancellable' }] })
    const other = second.signIn(BOB).accessToken
    const foreign = second.post('/orders/cancel-many', { orderHashes: [orderHash] }, { token: other }).body
    expect(foreign.failed).toMatchObject([{ code: 'forbidden' }])
    second.die()
  })

  it('keeps keys, sign-ins and their ends, and fees', () => {
    const path = freshPath()
    const first = new KeptVenue(path)
    const alice = first.signIn(ALICE)
    const options = { token: alice.accessToken }
    const kept = first.post('/me/api-keys', { name: 'kept' }, options).body
    const gone = first.post('/me/api-keys', { name: 'gone' }, options).body
    const refreshed = first.post('/auth/refresh', { refreshToken: alice.refreshToken }).body
    first.call('DELETE', `/me/api-keys/${gone.id}`, options)
    first.api.markets.setMarketFee(first.market.id, 120)
    first.store.commit()
    first.die()
    const second = new KeptVenue(path, {}, first.nowMs)
    expect(second.created.sharedKey).toBe(first.created.sharedKey)
    expect(second.get('/me', { key: kept.key, token: refreshed.accessToken }).status).toBe(200)
    expect(second.get('/markets', { key: gone.key }).status).toBe(401)
    expect(second.get(`/markets/${second.market.id}/fee`).body.feeRateBps).toBe(120)
    // a refresh token that was used is still a used one
    expect(second.post('/auth/refresh', { refreshToken: alice.refreshToken }).status).toBe(401)
    expect(second.get('/me', { token: refreshed.accessToken }).status).toBe(401)
    const more = second.signIn(ALICE)
    expect(second.post('/me/api-keys', { name: 'new' }, { token: more.accessToken }).body.id).not.toBe(kept.id)
    second.die()
  })

  it('stores no secret', () => {
    const path = freshPath()
    const venue = new KeptVenue(path)
    const { accessToken, refreshToken } = venue.signIn(ALICE)
    const { key } = venue.post('/me/api-keys', { name: 'mine' }, { token: accessToken }).body
    venue.store.commit()
    const text = JSON.stringify(
      ['api-key', 'access-token', 'refresh-token', 'token-family'].map((k) => venue.store.values.all(k)),
    )
    for (const secret of [accessToken, refreshToken, key]) expect(text).not.toContain(secret)
    venue.die()
  })

  it.each([
    ['the data file', freshPath],
    ['a scratch file when it is not kept', () => undefined],
  ])('holds finished orders and settled trades in %s, not in memory', (_where, path) => {
    const venue = new KeptVenue(path(), { settlement: { delayMs: 0 } })
    const { accessToken: token } = venue.signIn(ALICE)
    for (let i = 0; i < 300; i++) {
      const hash = venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 100, expirationSec: 4_000_000_000 })
      if (i % 3 === 0) venue.submit({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 100 })
      else venue.post('/orders/cancel-many', { orderHashes: [hash] }, { token })
      venue.pass(100)
      venue.store.commit()
    }
    expect(venue.api.exchange.ordersHeld).toBe(0)
    const { pagination } = venue.get('/me/orders?limit=10&offset=290', { token }).body
    expect(pagination).toMatchObject({ total: 300, hasNext: false })
    expect(venue.get('/me/trades', { token }).body.pagination.total).toBe(100)
    venue.die()
  })

  it('lets a living world go on: its markets continue from their last price, its old traders hold no quotes', () => {
    const path = freshPath()
    const config: ServerConfigInput = { world: 'demo', accounts: [] }
    const first = new KeptVenue(path, config)
    for (let i = 0; i < 30; i++) first.pass(1000)
    first.store.commit()
    const open = (venue: VenueDriver) =>
      venue.api.markets.all().filter(({ conditionId }) => venue.api.exchange.market(conditionId)?.status === 'OPEN')
    const left = open(first).map(({ id }) => id)
    const opened = first.api.markets.all().length
    first.die()
    const second = new KeptVenue(path, config, first.nowMs + 1000)
    second.store.commit()
    expect(open(second).map(({ id }) => id)).toEqual(left)
    const { depositedRaw, withdrawnRaw, accountsRaw, feesRaw, backingRaw } = second.api.exchange.ledger.totals()
    expect(depositedRaw - withdrawnRaw).toBe(accountsRaw + feesRaw + backingRaw)
    const quotes = open(second).flatMap(({ conditionId }) => [...second.api.exchange.restingOrders(conditionId)])
    expect(quotes.length).toBeGreaterThan(0)
    expect(quotes.every(({ hash }) => hash.startsWith('0x7ade00000001'))).toBe(true)
    const trades = left.length > 0 ? second.api.exchange.trades(open(second)[0]!.conditionId).length : 0
    for (let i = 0; i < 300; i++) second.pass(1000)
    second.store.commit()
    expect(second.api.markets.all().length).toBeGreaterThan(opened)
    expect(trades).toBeGreaterThan(0)
    second.die()
  })
})

it('a venue that is not kept writes what it is asked for again, and no totals for a start that will not come', () => {
  const written = (path: string | undefined) => {
    const venue = new KeptVenue(path)
    const token = venue.signIn(ALICE).accessToken
    venue.submit({ maker: ALICE, side: 'BUY', price: 40, size: 1000 })
    venue.store.commit()
    expect(venue.get('/me/orders', { token }).body.orders).toHaveLength(1)
    const count = (kind: string) => venue.store.values.all(kind).length
    const counts = { answers: count('first-answer'), sums: count('exchange'), pots: count('exchange-pot') }
    venue.die()
    return counts
  }
  const kept = written(freshPath())
  expect(kept).toMatchObject({ answers: 1, sums: 1 })
  expect(kept.pots).toBeGreaterThan(0)
  expect(written(undefined)).toEqual({ answers: 1, sums: 0, pots: 0 })
})
