// Section 4 of the venue's specification: cancelling, best bids, the order book, and what open orders lock.

import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from './client/http.js'
import type { Market } from './client/shapes.js'
import { Trader, tokenOf } from './client/trader.js'
import { bestBids, cancelMany as cancelManyResult } from './client/trading-shapes.js'
import { commonVenue } from './common-venue.js'
import { exampleWish, units } from './example-wish.js'
import type { Venue } from './venue.js'

let venue: Venue
let alice: Trader
let bob: Trader

beforeAll(async () => {
  venue = await commonVenue()
  ;[alice, bob] = [await venue.trader(), await venue.trader()]
})

describe('§4 best bids and the order book', () => {
  const bids = async (market: Market, query: Record<string, string> = {}) =>
    (await alice.get(`/markets/${market.id}/best-bids`, bestBids, query)).bestBids

  test('the top bid per outcome token; a resting SELL is invisible there', async () => {
    const market = await venue.freshMarket()
    const [yes, no] = market.outcomes
    expect(await bids(market)).toEqual([
      { outcomeId: yes?.outcomeId, tokenId: yes?.tokenId, bestBid: null },
      { outcomeId: no?.outcomeId, tokenId: no?.tokenId, bestBid: null },
    ])
    await alice.submit(exampleWish(market))
    await bob.submit(exampleWish(market, { size: units(2) }))
    await bob.submit(exampleWish(market, { price: '0.39' }))
    await bob.send('POST', '/sandbox/split', {
      body: { conditionId: market.conditionId, amount: String(units(10)) },
      check: (v) => v,
    })
    await bob.submit(exampleWish(market, { side: 'SELL', price: '0.70' }))
    expect(await bids(market)).toMatchObject([{ bestBid: { price: '0.4', size: units(12) } }, { bestBid: null }])
  })

  test('`excludeMaker`: that wallet’s own quotes are ignored, in whatever letters it is written', async () => {
    const market = await venue.freshMarket()
    await alice.submit(exampleWish(market))
    await bob.submit(exampleWish(market, { price: '0.38', size: units(3) }))
    const checksummed = alice.address
    const shouted = `0x${checksummed.slice(2).toUpperCase()}`
    for (const excludeMaker of [checksummed, checksummed.toLowerCase(), shouted]) {
      expect(await bids(market, { excludeMaker })).toMatchObject([
        { bestBid: { price: '0.38', size: units(3) } },
        { bestBid: null },
      ])
    }
    expect((await alice.raw('GET', `/markets/${market.id}/best-bids`, { query: { excludeMaker: 'me' } })).status).toBe(
      400,
    )
  })

  test('the order book sums sizes by price, best first', async () => {
    const market = await venue.freshMarket()
    await alice.submit(exampleWish(market, { price: '0.30' }))
    await alice.submit(exampleWish(market, { price: '0.35' }))
    await bob.submit(exampleWish(market, { price: '0.30' }))
    const book = await alice.raw('GET', `/markets/${market.id}/orderbook`)
    const [yes] = Object(book.body).books
    expect(yes.bids.map((l: { price: string; size: string }) => [Number(l.price), l.size])).toEqual([
      [0.35, '10000000'],
      [0.3, '20000000'],
    ])
  })
})

describe('balance lock', () => {
  test('collateral behind open orders cannot be used twice', async () => {
    const market = await venue.freshMarket()
    const carol = await venue.trader(units(10))
    await carol.submit(exampleWish(market, { price: '0.60', size: units(10) }))
    expect((await carol.balances()).collateral).toEqual({
      total: units(10),
      available: units(4),
      locked: units(6),
      pending: 0n,
    })
    expect(await carol.attempt(exampleWish(market, { price: '0.50', size: units(9) }))).toMatchObject({
      status: 400,
      body: { code: 'insufficient_balance' },
    })
    expect((await carol.submit(exampleWish(market, { price: '0.40', size: units(10) }))).status).toBe('open')
    expect((await carol.balances()).collateral.available).toBe(0n)
  })

  test('outcome tokens behind open orders cannot be used twice', async () => {
    const market = await venue.freshMarket()
    const carol = await venue.trader(units(10))
    const split = { conditionId: market.conditionId, amount: String(units(8)) }
    await carol.send('POST', '/sandbox/split', { body: split, check: (v) => v })
    await carol.submit(exampleWish(market, { side: 'SELL', price: '0.60', size: units(5) }))
    expect((await carol.positions()).find((p) => p.tokenId === tokenOf(market, 0))).toMatchObject({
      total: units(8),
      available: units(3),
      locked: units(5),
    })
    const more = await carol.attempt(exampleWish(market, { side: 'SELL', price: '0.70', size: units(4) }))
    expect(more).toMatchObject({ status: 400, body: { code: 'insufficient_balance' } })
  })
})

describe('§4 cancelling', () => {
  const cancelMany = (trader: Trader, body: object): Promise<Answer> =>
    trader.raw('POST', '/orders/cancel-many', { body })

  test('cancel-all cancels the authenticated account’s open orders in that market; the response is an empty object', async () => {
    const [market, elsewhere] = [await venue.freshMarket(), await venue.freshMarket()]
    const mine = [
      await alice.submit(exampleWish(market)),
      await alice.submit(exampleWish(market, { outcome: 1, price: '0.30' })),
    ]
    const [spared, others] = [await alice.submit(exampleWish(elsewhere)), await bob.submit(exampleWish(market))]
    const answer = await alice.raw('POST', `/markets/${market.id}/orders/cancel-all`)
    expect([answer.status, answer.body]).toEqual([200, {}])
    for (const { orderHash } of mine) expect((await alice.order(orderHash)).status).toBe('cancelled_local')
    for (const { orderHash } of [spared, others]) expect((await alice.order(orderHash)).status).toBe('open')
  })

  test('cancel-many: ownership is checked for each order; failures do not roll back successful cancellations; 200', async () => {
    const market = await venue.freshMarket()
    const [mine, kept] = [await alice.submit(exampleWish(market)), await alice.submit(exampleWish(market))]
    const theirs = await bob.submit(exampleWish(market))
    const unknown = `0x${'cd'.repeat(32)}`
    const answer = await cancelMany(alice, { orderHashes: [theirs.orderHash, unknown, mine.orderHash] })
    expect(answer.status).toBe(200)
    expect(cancelManyResult(answer.body, 'result')).toEqual({
      cancelled: 1,
      orderHashes: [mine.orderHash],
      failed: [
        { orderHash: theirs.orderHash, error: expect.any(String) },
        { orderHash: unknown, error: expect.any(String) },
      ],
    })
    expect((await bob.order(theirs.orderHash)).status).toBe('open')
    // only the supplied hashes are considered
    expect((await alice.order(kept.orderHash)).status).toBe('open')
    const again = await cancelMany(alice, { orderHashes: [mine.orderHash] })
    expect(again.body).toMatchObject({ cancelled: 0, failed: [{ orderHash: mine.orderHash }] })
  })

  test('cancelling a pending_settlement order goes to failed[]', async () => {
    const market = await venue.freshMarket()
    await venue.sandbox('faults', { kind: 'settlement-late', conditionId: market.conditionId, delayMs: 3000 })
    await bob.submit(exampleWish(market, { outcome: 1, price: '0.60' }))
    const { orderHash, status } = await alice.submit(exampleWish(market))
    expect(status).toBe('pending_settlement')
    expect((await cancelMany(alice, { orderHashes: [orderHash] })).body).toMatchObject({
      cancelled: 0,
      failed: [{ orderHash }],
    })
  })

  test('§8 orders per cancel-many call: 1 to 100', async () => {
    const hashes = Array.from({ length: 101 }, (_, i) => `0x${String(i).padStart(64, '0')}`)
    expect((await cancelMany(alice, { orderHashes: [] })).status).toBe(400)
    expect((await cancelMany(alice, { orderHashes: hashes })).status).toBe(400)
    const answer = await cancelMany(alice, { orderHashes: hashes.slice(0, 100) })
    expect(answer).toMatchObject({ status: 200, body: { cancelled: 0 } })
    expect(Object(answer.body).failed).toHaveLength(100)
  })

  test('`account` is optional; if given it must be the token’s wallet, else 403', async () => {
    const market = await venue.freshMarket()
    const { orderHash } = await alice.submit(exampleWish(market))
    expect((await cancelMany(alice, { orderHashes: [orderHash], account: bob.address })).status).toBe(403)
    expect((await alice.order(orderHash)).status).toBe('open')
    const answer = await cancelMany(alice, { orderHashes: [orderHash], account: alice.address.toLowerCase() })
    expect(answer).toMatchObject({ status: 200, body: { cancelled: 1 } })
  })

  test('§5.2 cancel-all and cancel-many need a bearer', async () => {
    const market = await venue.freshMarket()
    const stranger = new Trader(venue)
    expect((await stranger.raw('POST', `/markets/${market.id}/orders/cancel-all`)).status).toBe(401)
    expect((await cancelMany(stranger, { orderHashes: [`0x${'cd'.repeat(32)}`] })).status).toBe(401)
  })
})
