// Where the specification is silent about settlement and transitions: pending matches, failures, cancels, fees, payouts.

import { describe, expect, it } from 'vitest'
import type { ServerConfigInput } from '../../../src/server/schema.js'
import { ALICE, BOB, KEY, type Loose, VenueDriver } from '../api/venue-driver.js'

function matched(config: ServerConfigInput = {}) {
  const venue = new VenueDriver(config)
  const { accessToken: token } = venue.signIn(ALICE)
  const hash = venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 500 })
  const match = (size: number) => venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size })
  const record = (of = hash) => venue.get(`/orders/${of}`).body
  const cancel = (of = hash) => venue.post('/orders/cancel-many', { orderHashes: [of] }, { token }).body
  return { venue, token, hash, match, record, status: (of = hash) => record(of).status, cancel }
}

describe('settlement', () => {
  it('"A match is pending until the simulated chain settles it, `settlement.delayMs` later"', () => {
    const { venue, match, record, token } = matched({ settlement: { delayMs: 700 } })
    match(200)
    expect(record()).toMatchObject({ status: 'partially_filled', pendingSize: '2000000', filledSize: '0' })
    venue.pass(699)
    expect(venue.get('/me/positions', { token }).body.data).toEqual([])
    venue.pass(1)
    expect(record()).toMatchObject({ pendingSize: '0', filledSize: '2000000', remainingSize: '3000000' })
    expect(venue.get('/me/positions', { token }).body.data[0].total).toBe('2000000')
  })

  it('"until then it can fail and come back.": a maker rests again, a taker that would cross it ends', () => {
    const { venue, match, status, record, token } = matched({ settlement: { delayMs: 100, failureRate: 1 } })
    const taker = match(500)
    venue.pass(100)
    expect(record()).toMatchObject({ status: 'open', remainingSize: '5000000', filledSize: '0', pendingSize: '0' })
    expect(record(taker)).toMatchObject({ status: 'cancelled_local', filledSize: '0' })
    expect(venue.get('/me/trades', { token }).body.data[0].status).toBe('failed')
    const { accessToken: ofBob } = venue.signIn(BOB)
    const all = { total: '10000000000', available: '10000000000', locked: '0', pending: '0' }
    expect(venue.get('/me/balances', { token: ofBob }).body.collateral).toEqual(all)
    expect(status()).toBe('open')
  })

  it('what failed never returns after a cancel was asked for, not even after one that was answered in failed[]', () => {
    const { venue, match, status, cancel, hash } = matched({ settlement: { delayMs: 100, failureRate: 1 } })
    match(500)
    expect(cancel()).toMatchObject({ cancelled: 0, failed: [{ orderHash: hash, code: 'not_cancellable' }] })
    expect(status()).toBe('pending_settlement')
    venue.pass(100)
    expect(status()).toBe('cancelled_local')
  })

  it('a taker that would cross nobody comes back too', () => {
    const { venue, match, record, cancel } = matched({ settlement: { delayMs: 100, failureRate: 1 } })
    const taker = match(500)
    cancel()
    venue.pass(100)
    expect(record(taker)).toMatchObject({ status: 'open', remainingSize: '5000000', pendingSize: '0' })
    const { bestBids } = venue.get('/markets/market-1/best-bids').body
    expect(bestBids[1].bestBid).toEqual({ price: '0.6', size: '5000000' })
  })

  it('FOK and FAK never come back', () => {
    const { venue, record } = matched({ settlement: { delayMs: 100, failureRate: 1 } })
    const take = (type: 'FOK' | 'FAK') =>
      venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 100, type })
    const hashes = [take('FOK'), take('FAK')]
    venue.pass(100)
    for (const hash of hashes) expect(record(hash)).toMatchObject({ status: 'cancelled_local', filledSize: '0' })
    expect(record()).toMatchObject({ status: 'open', remainingSize: '5000000' })
  })

  it('a cancel ends the resting part; the pending one settles after the end', () => {
    const { venue, match, record, cancel } = matched()
    match(200)
    expect(cancel().cancelled).toBe(1)
    expect(record()).toMatchObject({ status: 'cancelled_local', pendingSize: '2000000', remainingSize: '0' })
    venue.pass(2000)
    expect(record()).toMatchObject({ status: 'cancelled_local', filledSize: '2000000', pendingSize: '0' })
  })

  it('a match that settles after the expiration reverts', () => {
    const { venue, match } = matched({ settlement: { delayMs: 60_000 }, stopMatchingBeforeSec: 0 })
    const expirationSec = Math.floor(venue.nowMs / 1000) + 30
    const hash = venue.rest({ maker: ALICE, side: 'BUY', price: 41, size: 500, expirationSec })
    match(500)
    venue.pass(60_000)
    expect(venue.get(`/orders/${hash}`).body).toMatchObject({ filledSize: '0', pendingSize: '0' })
    expect(['cancelled_local', 'expired']).toContain(venue.get(`/orders/${hash}`).body.status)
  })

  it('terminal statuses stay', () => {
    const { venue, match, status, cancel } = matched()
    match(500)
    venue.pass(2000)
    expect(status()).toBe('filled')
    expect(cancel().failed[0].code).toBe('not_cancellable')
    expect(status()).toBe('filled')
    const gone = venue.rest({ maker: ALICE, side: 'BUY', price: 30, size: 100 })
    expect([cancel(gone).cancelled, cancel(gone).cancelled]).toEqual([1, 0])
    expect(status(gone)).toBe('cancelled_local')
  })

  it('a market that leaves OPEN cancels what rests in it', () => {
    for (const act of ['close', 'resolve']) {
      const { venue, status, match, token } = matched()
      match(200)
      venue.post(`/sandbox/markets/market-1/${act}`, { outcome: 0 })
      expect(status()).toBe('cancelled_local')
      expect(venue.get('/markets/market-1/orderbook').body.books[0].bids).toEqual([])
      expect(venue.get('/me/balances', { token }).body.collateral.available).toBe('9999200000')
    }
  })

  it('each step is told: order, balance, trade.settlement', () => {
    const venue = new VenueDriver()
    const { accessToken } = venue.signIn(ALICE)
    const socket = venue.socket({ apiKey: KEY, accessToken })
    socket.send('subscribe', { conditionIds: [venue.market.conditionId], channels: ['trades'] })
    venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 500 })
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 500 })
    venue.pass(1500)
    const told = socket.heard.map(({ event, payload }) => `${event} ${payload.data.status ?? ''}`.trim())
    expect(told).toEqual([
      'order open',
      'balance',
      'trade',
      'order pending_settlement',
      'balance',
      'trade.settlement settled',
      'order filled',
      'balance',
    ])
    expect(socket.of('balance').at(-1)?.payload.data.collateral).toEqual({
      total: '9998000000',
      available: '9998000000',
      locked: '0',
      pending: '0',
    })
  })
})

describe('fees', () => {
  /** ALICE makes, BOB takes 100 shares of outcome 0 at `price`; the fees of both, raw. */
  function trade(side: 'BUY' | 'SELL', price: number, config: ServerConfigInput = {}) {
    const venue = new VenueDriver({ globalFeeRateBps: 200, ...config })
    for (const account of [ALICE, BOB]) {
      const { accessToken: token } = venue.signIn(account)
      venue.post('/sandbox/split', { conditionId: venue.market.conditionId, amount: '100000000' }, { token })
    }
    const other = side === 'BUY' ? 'SELL' : 'BUY'
    venue.rest({ maker: ALICE, side: other, price, size: 10_000, feeRateBps: 200 })
    venue.rest({ maker: BOB, side, price, size: 10_000, feeRateBps: 200 })
    venue.pass(2000)
    const feeOf = (account: typeof ALICE) =>
      venue.get('/me/trades', { token: venue.signIn(account).accessToken }).body.data[0].fee
    return { maker: feeOf(ALICE), taker: feeOf(BOB) }
  }

  it.each([
    ['BUY', 50, '2000000'],
    ['SELL', 50, '1000000'],
    // min(p, 1 - p) / p of the tokens, and min(p, 1 - p) of their number in collateral
    ['BUY', 20, '2000000'],
    ['BUY', 80, '500000'],
    ['SELL', 20, '400000'],
    ['SELL', 80, '400000'],
    ['BUY', 97, '61855'],
  ] as const)(
    '"A BUY pays in tokens, a SELL in collateral, by the exchange contract\'s formula.": %s at %d',
    (side, price, fee) => {
      expect(trade(side, price).taker).toBe(fee)
    },
  )

  it('"Takers pay; makers only with `fees.makerPays`."', () => {
    expect(trade('BUY', 50)).toEqual({ maker: '0', taker: '2000000' })
    expect(trade('BUY', 50, { fees: { makerPays: true } })).toEqual({ maker: '1000000', taker: '2000000' })
  })

  it('a resting order signed at an older rate stays, and keeps that rate', () => {
    const venue = new VenueDriver({ globalFeeRateBps: 200, fees: { makerPays: true } })
    venue.rest({ maker: ALICE, side: 'BUY', price: 50, size: 10_000, feeRateBps: 200 })
    venue.post('/sandbox/fees', { scope: 'global', feeRateBps: 100 })
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 50, size: 10_000, feeRateBps: 100 })
    venue.pass(2000)
    const feeOf = (account: typeof ALICE) =>
      venue.get('/me/trades', { token: venue.signIn(account).accessToken }).body.data[0].fee
    expect([feeOf(ALICE), feeOf(BOB)]).toEqual(['2000000', '1000000'])
  })

  it('no rate is above 1000 basis points', () => {
    expect(() => new VenueDriver({ globalFeeRateBps: 1001 })).toThrow(/globalFeeRateBps/)
    const venue = new VenueDriver()
    expect(venue.post('/sandbox/fees', { scope: 'global', feeRateBps: 1001 }).status).toBe(400)
  })
})

describe('payouts', () => {
  it('"A winning token pays one unit, a token of a cancelled market half a unit, on `redeem`."', () => {
    const venue = new VenueDriver({ markets: [{ question: '1' }, { question: '2' }] })
    const { accessToken: token } = venue.signIn(ALICE)
    const [first, second] = venue.api.markets.all()
    for (const { conditionId } of [first!, second!]) {
      venue.post('/sandbox/split', { conditionId, amount: '5000000' }, { token })
    }
    // 2 tokens of the second outcome are sold to Bob
    const sale = venue.order({ maker: ALICE, side: 'SELL', outcome: 1, price: 30, size: 200 }, first)
    venue.post('/markets/market-1/orders', sale)
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 30, size: 200 })
    venue.pass(2000)
    const redeem = (conditionId: string, who = token): Loose =>
      venue.post('/sandbox/redeem', { conditionId }, { token: who })
    expect(redeem(first!.conditionId).status).toBe(400)
    venue.post('/sandbox/markets/market-1/resolve', { outcome: 1 })
    venue.post('/sandbox/markets/market-2/resolve', { cancelled: true })
    expect(redeem(first!.conditionId).body.paid).toBe('3000000')
    expect(redeem(first!.conditionId).body.paid).toBe('0')
    expect(redeem(first!.conditionId, venue.signIn(BOB).accessToken).body.paid).toBe('2000000')
    expect(redeem(second!.conditionId).body.paid).toBe('5000000')
  })
})
