// Sections 2, 3 and 7 of the venue's specification: orders that are refused, the types of orders, and their states.

import { Wallet } from 'ethers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Market } from './client/shapes.js'
import { type Trader, tokenOf, type Wish } from './client/trader.js'
import { commonVenue } from './common-venue.js'
import { eventually } from './eventually.js'
import { exampleWish, units } from './example-wish.js'
import type { Venue } from './venue.js'

let venue: Venue
let alice: Trader
let bob: Trader

beforeAll(async () => {
  venue = await commonVenue()
  alice = await venue.trader()
  bob = await venue.trader()
})

const now = () => Math.floor(Date.now() / 1000)

describe('orders that are refused', () => {
  let market: Market
  beforeAll(async () => {
    market = await venue.freshMarket()
  })
  const other = Wallet.createRandom().address

  const refused: [string, (m: Market) => Partial<Wish>, string?][] = [
    ['§1.4 public orders use the zero address as taker', () => ({ fields: { taker: other } })],
    ['nonce: any other than the current one', () => ({ fields: { nonce: '1' } }), 'bad_nonce'],
    ['maker is not the signer', () => ({ fields: { maker: other } })],
    [
      '= is invalid: equal amounts',
      () => ({ fields: { makerAmount: '10000000', takerAmount: '10000000' } }),
      'bad_amounts',
    ],
    ['nothing given', () => ({ fields: { makerAmount: '0' } }), 'bad_amounts'],
    ['nothing taken', () => ({ fields: { takerAmount: '0' } }), 'bad_amounts'],
    ['an off-tick ratio', () => ({ price: '0.405' }), 'bad_amounts'],
    ['a ratio no price has', () => ({ fields: { makerAmount: '3333333', takerAmount: '10000000' } }), 'bad_amounts'],
    ['below the minimum size', () => ({ size: units(0.5) }), 'bad_amounts'],
    ['off the size step', () => ({ size: 10_005_000n }), 'bad_amounts'],
    ['§2 feeRateBps must be the market’s effective rate', () => ({ feeRateBps: 7 }), 'fee_changed'],
    ['an expiration that is over', () => ({ expiration: String(now() - 10) }), 'bad_expiration'],
    ['GTD without an expiration', () => ({ orderType: 'GTD' }), 'bad_expiration'],
    ['a token of no market', () => ({ fields: { tokenId: '12345' } })],
    ['more collateral than there is', () => ({ size: units(1e6) }), 'insufficient_balance'],
    ['tokens that are not held', () => ({ side: 'SELL' }), 'insufficient_balance'],
  ]
  for (const [name, wish, code] of refused) {
    test(`400: ${name}`, async () => {
      const answer = await alice.attempt(exampleWish(market, wish(market)))
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body).toMatchObject({ statusCode: 400, error: 'Bad Request' })
      if (code !== undefined) expect(answer.body).toMatchObject({ code })
    })
  }

  test('400: the token of another market', async () => {
    const tokenId = tokenOf(await venue.freshMarket(), 0)
    expect((await alice.attempt(exampleWish(market, { fields: { tokenId } }))).status).toBe(400)
  })

  test('400 naming the set: an order type that does not exist', async () => {
    const answer = await alice.attempt(exampleWish(market, { orderType: 'IOC' }))
    expect(answer.status).toBe(400)
    for (const type of ['GTC', 'GTD', 'FOK', 'FAK', 'POST_ONLY']) expect(answer.text).toContain(type)
  })

  test('§7.1 message is an array of validation strings, one for each thing that is wrong', async () => {
    const { body } = await alice.sign(exampleWish(market))
    const answer = await alice.post(market, { order: { ...body.order, salt: 1, maker: 'me' }, orderType: 'GTC' })
    expect(answer.status).toBe(400)
    const { message } = Object(answer.body)
    expect(message).toHaveLength(2)
    expect(message.join()).toMatch(/salt/)
    expect(message.join()).toMatch(/maker/)
  })

  test('400: a body that is no JSON; 404: an unknown market', async () => {
    const { body } = await alice.sign(exampleWish(market))
    expect((await alice.post(market, '{"order":')).status).toBe(400)
    expect((await alice.post({ ...market, id: 'nowhere' }, body)).status).toBe(404)
  })

  test('413: a body holds at most 64 KiB', async () => {
    const { body } = await alice.sign(exampleWish(market))
    const answer = await alice.post(market, { ...body, ballast: 'x'.repeat(70_000) })
    expect(answer).toMatchObject({ status: 413, body: { statusCode: 413 } })
  })

  test('nothing that was refused rests or locks', async () => {
    expect((await alice.raw('GET', '/me/orders', { query: { conditionId: market.conditionId } })).body).toMatchObject({
      orders: [],
    })
    expect((await bob.balances()).collateral.locked).toBe(0n)
  })
})

describe('§3 order status and types', () => {
  test('open: rests on the book; the order record tells what was signed', async () => {
    const market = await venue.freshMarket()
    const { body, hash } = await alice.sign(exampleWish(market))
    await alice.post(market, body)
    const answer = await alice.raw('GET', `/orders/${hash}`)
    expect(answer.body).toMatchObject({
      orderHash: hash,
      account: expect.stringMatching(new RegExp(alice.address, 'i')),
      conditionId: market.conditionId,
      tokenId: tokenOf(market, 0),
      status: 'open',
      side: 'BUY',
      price: expect.stringMatching(/^0\.40?$/),
      originalSize: '10000000',
      filledSize: '0',
      remainingSize: '10000000',
      pendingSize: '0',
      orderType: 'GTC',
    })
    const { signature: _, ...signed } = body.order
    // addresses may come in other letters
    const lower = (fields: object) => JSON.parse(JSON.stringify(fields).toLowerCase())
    expect(lower(Object(answer.body))).toMatchObject(lower(signed))
  })

  test('§4 GET /orders/{hash}: 404 for an unknown order', async () => {
    expect((await alice.raw('GET', `/orders/0x${'ab'.repeat(32)}`)).status).toBe(404)
  })

  test('cancelled_local: FOK that never rested, with nobody and with too little on the other side', async () => {
    const market = await venue.freshMarket()
    expect((await alice.submit(exampleWish(market, { orderType: 'FOK' }))).status).toBe('cancelled_local')
    await bob.submit(exampleWish(market, { outcome: 1, price: '0.60', size: units(5) }))
    const fok = await alice.submit(exampleWish(market, { orderType: 'FOK', size: units(6) }))
    expect(fok.status).toBe('cancelled_local')
    expect(await alice.order(fok.orderHash)).toMatchObject({ filledSize: 0n, pendingSize: 0n })
    expect((await alice.submit(exampleWish(market, { orderType: 'FOK', size: units(5) }))).status).toBe(
      'pending_settlement',
    )
  })

  test('cancelled_local: FAK fills what it can; the rest never rests', async () => {
    const market = await venue.freshMarket()
    expect((await alice.submit(exampleWish(market, { orderType: 'FAK' }))).status).toBe('cancelled_local')
    await bob.submit(exampleWish(market, { outcome: 1, price: '0.60', size: units(4) }))
    const { orderHash } = await alice.submit(exampleWish(market, { orderType: 'FAK', size: units(9) }))
    const record = await eventually(
      () => alice.order(orderHash),
      (order) => order.pendingSize === 0n,
    )
    expect(record.filledSize).toBe(units(4))
    expect(record.status).not.toMatch(/open|partially_filled/)
    const book = await alice.raw('GET', `/markets/${market.id}/orderbook`)
    expect(book.body).toMatchObject({
      books: [
        { bids: [], asks: [] },
        { bids: [], asks: [] },
      ],
    })
  })

  test('a POST_ONLY that would match answers 2xx with cancelled_local; else it rests', async () => {
    const market = await venue.freshMarket()
    await bob.submit(exampleWish(market, { outcome: 1, price: '0.60' }))
    const answer = await alice.attempt(exampleWish(market, { orderType: 'POST_ONLY' }))
    expect(answer).toMatchObject({ status: 201, body: { status: 'cancelled_local' } })
    expect((await alice.submit(exampleWish(market, { orderType: 'POST_ONLY', price: '0.39' }))).status).toBe('open')
  })

  test('own orders never match each other: the incoming one is cancelled_local', async () => {
    const market = await venue.freshMarket()
    const resting = await alice.submit(exampleWish(market))
    const incoming = await alice.submit(exampleWish(market, { outcome: 1, price: '0.60' }))
    expect(incoming.status).toBe('cancelled_local')
    expect(await alice.order(resting.orderHash)).toMatchObject({ status: 'open', remainingSize: units(10) })
  })

  test('expired: missed its expiration; its lock is free again', async () => {
    const market = await venue.freshMarket()
    const carol = await venue.trader()
    const { orderHash, status } = await carol.submit(
      exampleWish(market, { orderType: 'GTD', expiration: String(now() + 2) }),
    )
    expect(status).toBe('open')
    expect((await carol.balances()).collateral.locked).toBe(units(4))
    const record = await eventually(
      () => carol.order(orderHash),
      (order) => order.status !== 'open',
    )
    expect(record.status).toBe('expired')
    expect((await carol.balances()).collateral.locked).toBe(0n)
  })

  test('stop matching an order a safety margin before its expiration', async () => {
    const market = await venue.freshMarket()
    const [inside, outside] = [now() + 300, now() + 900]
    await alice.submit(exampleWish(market, { expiration: String(inside) }))
    const early = await bob.submit(exampleWish(market, { outcome: 1, price: '0.60', orderType: 'FAK' }))
    expect(early.status).toBe('cancelled_local')
    await alice.submit(exampleWish(market, { expiration: String(outside) }))
    const late = await bob.submit(exampleWish(market, { outcome: 1, price: '0.60', orderType: 'FAK' }))
    expect(late.status).toBe('pending_settlement')
  })

  test('startTimestamp and the like are not enforced, endTimestamp is: a closed market takes no orders', async () => {
    const market = await venue.freshMarket()
    const { orderHash } = await alice.submit(exampleWish(market))
    await venue.sandbox(`markets/${market.id}/close`)
    expect((await alice.order(orderHash)).status).toBe('cancelled_local')
    expect(await alice.attempt(exampleWish(market))).toMatchObject({ status: 400, body: { code: 'market_not_open' } })
  })
})
