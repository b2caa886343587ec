// Where the specification is silent about matching: the three matches, priority, locks, order types, expiry.

import { getAddress } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, type Loose, type OrderInput, VenueDriver } from '../api/venue-driver.js'

const CAROL = getAddress('0x00000000000000000000000000000000000ca501')
const DAVE = getAddress('0x0000000000000000000000000000000000000da7')

function market() {
  const venue = new VenueDriver({
    accounts: [ALICE, BOB, CAROL, DAVE].map((address) => ({ address, collateral: 10_000 })),
  })
  const { conditionId } = venue.market
  for (const account of [ALICE, BOB]) {
    const { accessToken: token } = venue.signIn(account)
    venue.post('/sandbox/split', { conditionId, amount: '100000000' }, { token })
  }
  const order = (maker: OrderInput['maker'], side: 'BUY' | 'SELL', outcome: 0 | 1, price: number, size: number) =>
    venue.rest({ maker, side, outcome, price, size })
  const trades = () =>
    venue
      .get('/markets/market-1/trades')
      .body.data.map((t: Loose) => [t.matchType, t.side, t.price, t.size])
      .reverse()
  const record = (hash: string) => venue.get(`/orders/${hash}`).body
  return { venue, order, trades, record }
}

describe('matching, "direct, mint (two bids that pay 1 together) and merge"', () => {
  it('direct: a bid against an ask of one token', () => {
    const { order, trades } = market()
    order(ALICE, 'SELL', 0, 40, 500)
    order(BOB, 'BUY', 0, 40, 500)
    expect(trades()).toEqual([['direct', 'BUY', '0.4', '5000000']])
  })

  it('mint: bids of both outcomes when they pay at least 1 together', () => {
    const { order, trades } = market()
    order(ALICE, 'BUY', 0, 40, 500)
    order(BOB, 'BUY', 1, 59, 500)
    expect(trades()).toEqual([])
    order(BOB, 'BUY', 1, 60, 500)
    expect(trades()).toEqual([['mint', 'BUY', '0.6', '5000000']])
  })

  it('merge: asks of both outcomes when they want at most 1 together', () => {
    const { order, trades } = market()
    order(ALICE, 'SELL', 0, 40, 500)
    order(BOB, 'SELL', 1, 61, 500)
    expect(trades()).toEqual([])
    order(BOB, 'SELL', 1, 60, 500)
    expect(trades()).toEqual([['merge', 'SELL', '0.6', '5000000']])
  })
})

describe('matching, priority', () => {
  it('"Price-time priority over both books of a market"', () => {
    const { order, trades, record } = market()
    const later = order(ALICE, 'SELL', 0, 45, 200)
    const second = order(BOB, 'SELL', 0, 44, 200)
    const third = order(ALICE, 'SELL', 0, 44, 200)
    // a bid of the other outcome at 0.57 is an ask at 0.43
    const first = order(BOB, 'BUY', 1, 57, 200)
    order(CAROL, 'BUY', 0, 45, 700)
    expect(trades()).toEqual([
      ['mint', 'BUY', '0.43', '2000000'],
      ['direct', 'BUY', '0.44', '2000000'],
      ['direct', 'BUY', '0.44', '2000000'],
      ['direct', 'BUY', '0.45', '1000000'],
    ])
    const left = [first, second, third, later].map((hash) => record(hash).remainingSize)
    expect(left).toEqual(['0', '0', '0', '1000000'])
  })

  it.each([
    ['the ask first', 'direct', 'mint'],
    ['the bid of the other outcome first', 'mint', 'direct'],
  ] as const)('at one price the earlier one is met first, whichever book it rests in: %s', (_what, first, second) => {
    const { order, trades } = market()
    for (const kind of [first, second]) {
      if (kind === 'direct') order(ALICE, 'SELL', 0, 44, 200)
      else order(BOB, 'BUY', 1, 56, 200)
    }
    order(CAROL, 'BUY', 0, 44, 300)
    expect(trades().map(([type, , , size]: string[]) => [type, size])).toEqual([
      [first, '2000000'],
      [second, '1000000'],
    ])
  })

  it('"Makers fill at their own price.": all improvement is the taker\'s', () => {
    const { venue, order } = market()
    order(ALICE, 'BUY', 1, 70, 1000)
    order(CAROL, 'BUY', 0, 50, 1000)
    venue.pass(2000)
    const paid = (who: typeof ALICE) => {
      const { accessToken: token } = venue.signIn(who)
      return venue.get('/me/trades', { token }).body.data[0]
    }
    expect(paid(ALICE)).toMatchObject({ price: '0.7', liquidity: 'maker' })
    expect(paid(CAROL)).toMatchObject({ price: '0.3', liquidity: 'taker' })
    const { accessToken: token } = venue.signIn(CAROL)
    // 10 shares at 0.30, not at the limit of 0.50
    expect(venue.get('/me/balances', { token }).body.collateral.total).toBe('9997000000')
  })
})

describe('matching, locks', () => {
  it('"Collateral and tokens behind orders are locked."', () => {
    const { venue } = market()
    const submit = (side: 'BUY' | 'SELL', size: number) => venue.submit({ maker: ALICE, side, price: 50, size })
    // 9900 units of collateral and 100 tokens of each outcome are left after the split
    expect(submit('BUY', 1_500_000).status).toBe(201)
    expect(submit('BUY', 480_100).body.code).toBe('insufficient_balance')
    expect(submit('BUY', 480_000).status).toBe(201)
    const sell = (price: number, size: number) => venue.submit({ maker: ALICE, side: 'SELL', price, size })
    expect(sell(60, 8000).status).toBe(201)
    expect(sell(60, 2001).body.code).toBe('insufficient_balance')
    expect(sell(60, 2000).status).toBe(201)
  })

  it('what a cancel frees can be used at once', () => {
    const { venue } = market()
    const { accessToken: token } = venue.signIn(CAROL)
    const all = { maker: CAROL, side: 'BUY', price: 50, size: 2_000_000 } as const
    const hash = venue.rest(all)
    expect(venue.submit(all).body.code).toBe('insufficient_balance')
    venue.post('/orders/cancel-many', { orderHashes: [hash] }, { token })
    expect(venue.submit(all).status).toBe(201)
  })
})

describe('matching, order types', () => {
  it('"Own orders never match each other: the incoming one is cancelled."', () => {
    const { venue, order, trades, record } = market()
    const own = order(ALICE, 'BUY', 0, 40, 500)
    for (const input of [
      { side: 'SELL', price: 40 },
      { side: 'BUY', outcome: 1, price: 60 },
    ] as const) {
      expect(venue.submit({ maker: ALICE, size: 100, ...input }).body.status).toBe('cancelled_local')
    }
    expect(trades()).toEqual([])
    expect(record(own).status).toBe('open')
  })

  it('"A POST_ONLY that would match is answered with `cancelled_local`.": 2xx, and it never trades', () => {
    const { venue, order, trades } = market()
    order(ALICE, 'BUY', 0, 40, 500)
    const postOnly = (price: number) => venue.submit({ maker: BOB, side: 'SELL', price, size: 100, type: 'POST_ONLY' })
    expect(postOnly(40)).toMatchObject({ status: 201, body: { status: 'cancelled_local' } })
    expect(postOnly(41)).toMatchObject({ status: 201, body: { status: 'open' } })
    expect(trades()).toEqual([])
  })

  it('FOK matches in full or not at all; FAK what it can, and never rests', () => {
    const { venue, order, trades } = market()
    order(ALICE, 'BUY', 0, 40, 500)
    const sell = (type: 'FOK' | 'FAK', size: number) =>
      venue.submit({ maker: BOB, side: 'SELL', price: 40, size, type }).body.status
    expect(sell('FOK', 501)).toBe('cancelled_local')
    expect(trades()).toEqual([])
    expect(sell('FOK', 300)).toBe('pending_settlement')
    expect(sell('FAK', 900)).toBe('cancelled_local')
    expect(trades().map(([, , , size]: string[]) => size)).toEqual(['3000000', '2000000'])
    expect(venue.get('/markets/market-1/orderbook').body.books[0]).toMatchObject({ bids: [], asks: [] })
    expect(sell('FAK', 100)).toBe('cancelled_local')
  })

  it('GTD is GTC with an expiration, which it needs; any other type is refused by naming the set', () => {
    const { venue } = market()
    const gtd = { maker: CAROL, side: 'BUY', price: 30, size: 100, type: 'GTD' } as const
    const expirationSec = Math.floor(venue.nowMs / 1000) + 60
    expect(venue.submit(gtd).body.code).toBe('bad_expiration')
    expect(venue.submit({ ...gtd, expirationSec }).body.status).toBe('open')
    const { status, body } = venue.post('/markets/market-1/orders', { ...venue.order(gtd), orderType: 'IOC' })
    expect(status).toBe(400)
    expect(body.message.join()).toMatch(/orderType.*GTC.*GTD.*FOK.*FAK.*POST_ONLY/)
  })
})

describe('matching, expiry', () => {
  it.each(['GTC', 'GTD', 'POST_ONLY'] as const)('"GTC, GTD and POST_ONLY orders honour an expiration": %s', (type) => {
    const { venue, record } = market()
    const nowSec = Math.floor(venue.nowMs / 1000)
    const submit = (expirationSec: number) =>
      venue.submit({ maker: CAROL, side: 'BUY', price: 30, size: 100, type, expirationSec })
    for (const past of [nowSec, nowSec - 1]) expect(submit(past).body.code).toBe('bad_expiration')
    const { orderHash } = submit(nowSec + 30).body
    venue.pass(29_999)
    expect(record(orderHash).status).toBe('open')
    venue.pass(1)
    expect(record(orderHash).status).toBe('expired')
    const { accessToken: token } = venue.signIn(CAROL)
    expect(venue.get('/me/balances', { token }).body.collateral.locked).toBe('0')
  })

  it('"matching stops `stopMatchingBeforeSec` before it": the order stays open, and nobody meets it', () => {
    const { venue, order, trades, record } = market()
    const expirationSec = Math.floor(venue.nowMs / 1000) + 30
    const hash = venue.rest({ maker: CAROL, side: 'BUY', price: 40, size: 500, expirationSec })
    venue.pass(24_999)
    order(DAVE, 'BUY', 1, 60, 100)
    expect(trades()).toHaveLength(1)
    venue.pass(1)
    expect(venue.get('/markets/market-1/best-bids').body.bestBids[0].bestBid).toBeNull()
    order(DAVE, 'BUY', 1, 60, 100)
    expect(trades()).toHaveLength(1)
    expect(record(hash)).toMatchObject({ status: 'partially_filled', remainingSize: '4000000' })
  })
  it('an order that comes within that margin never matches, and is in no book', () => {
    const { venue, order, trades, record } = market()
    order(ALICE, 'BUY', 1, 60, 100)
    const expirationSec = Math.floor(venue.nowMs / 1000) + 5
    const hash = venue.rest({ maker: CAROL, side: 'BUY', price: 40, size: 500, expirationSec })
    expect([record(hash).status, trades()]).toEqual(['open', []])
    expect(venue.get('/markets/market-1/orderbook').body.books[0].bids).toEqual([])
    venue.pass(5000)
    expect(record(hash).status).toBe('expired')
  })
})
