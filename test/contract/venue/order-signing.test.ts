// Sections 1, 2 and 5 of the venue's specification: what is signed, what identifies an order, and the same order again.

import { beforeAll, describe, expect, test } from 'vitest'
import { orderHash, twelveFields } from './client/signing.js'
import { Trader } from './client/trader.js'
import { commonVenue } from './common-venue.js'
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

describe('the signed order', () => {
  test('the published check of the 12-field struct: order hash 0xeb162c6c…d942', () => {
    const one = '0x1111111111111111111111111111111111111111'
    const order = {
      salt: '1',
      maker: one,
      signer: one,
      taker: '0x0000000000000000000000000000000000000000',
      tokenId: '101',
      makerAmount: '1000000',
      takerAmount: '2000000',
      expiration: '0',
      nonce: '2',
      feeRateBps: '0',
    }
    const contract = '0x0000000000000000000000000000000000000001'
    const domain = { name: 'Polymarket CTF Exchange', version: '1', chainId: 137, verifyingContract: contract }
    expect(orderHash(order, 'BUY', { domain, fields: twelveFields })).toBe(
      '0xeb162c6cc7aa28ad096a7c40fb9556d41fa1730d71103ba7103589ae1f18d942',
    )
  })

  test('the venue publishes that struct at GET /', () => {
    expect(venue.profile.typedData.types.Order).toEqual(twelveFields)
  })

  test('§1.3 an order is identified by orderHash, derived from the signed EIP-712 order', async () => {
    const market = await venue.freshMarket()
    const { body, hash } = await alice.sign(exampleWish(market))
    const answer = await alice.post(market, body)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ orderHash: hash, status: 'open' })
  })

  test('§4 SIWE login is optional; the order signature is always required', async () => {
    const market = await venue.freshMarket()
    const stranger = new Trader(venue)
    await venue.fund(stranger.address, units(100))
    expect((await stranger.submit(exampleWish(market))).status).toBe('open')
    const { body } = await stranger.sign(exampleWish(market))
    const { signature: _, ...unsigned } = body.order
    expect((await stranger.post(market, { ...body, order: unsigned })).status).toBe(400)
    expect((await alice.post(market, { ...body, order: { ...body.order, signature: '0x' } })).status).toBe(400)
  })

  test('§5.3 backend authentication never replaces order signing: a bearer with another wallet’s signature is 400', async () => {
    const market = await venue.freshMarket()
    const { body } = await alice.sign(exampleWish(market))
    const forged = await bob.sign(exampleWish(market, { fields: { maker: alice.address, signer: alice.address } }))
    expect(await alice.post(market, forged.body)).toMatchObject({ status: 400, body: { code: 'bad_signature' } })
    const altered = { ...body, order: { ...body.order, salt: '12345' } }
    expect(await alice.post(market, altered)).toMatchObject({ status: 400, body: { code: 'bad_signature' } })
  })

  test('`side` and `signatureType` are accepted as optional extra strings; contradictory: 400', async () => {
    const market = await venue.freshMarket()
    const { body } = await alice.sign(exampleWish(market))
    const wrong = { ...body, order: { ...body.order, side: '1', signatureType: '0' } }
    expect((await alice.post(market, wrong)).status).toBe(400)
    expect((await alice.post(market, { ...body, order: { ...body.order, signatureType: '2' } })).status).toBe(400)
    const right = { ...body, order: { ...body.order, side: '0', signatureType: '0' } }
    expect((await alice.post(market, right)).status).toBe(201)
  })
})

describe('the same order again', () => {
  test('the identical body again returns the first answer', async () => {
    const market = await venue.freshMarket()
    const { body } = await alice.sign(exampleWish(market))
    const first = await alice.post(market, body)
    const again = await alice.post(market, body)
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect((await alice.raw('GET', '/me/orders', { query: { conditionId: market.conditionId } })).body).toMatchObject({
      orders: [{ status: 'open' }],
    })
  })

  test('the first answer, even after the order was cancelled', async () => {
    const market = await venue.freshMarket()
    const { body, hash } = await alice.sign(exampleWish(market))
    const first = await alice.post(market, body)
    await alice.raw('POST', '/orders/cancel-many', { body: { orderHashes: [hash] } })
    expect((await alice.post(market, body)).body).toEqual(first.body)
    expect((await alice.order(hash)).status).toBe('cancelled_local')
  })

  test('the first answer, even after the fee changed', async () => {
    const market = await venue.freshMarket()
    const { body } = await alice.sign(exampleWish(market))
    const first = await alice.post(market, body)
    await venue.sandbox('fees', { scope: 'market', marketId: market.id, feeRateBps: 10 })
    const again = await alice.post(market, body)
    expect([again.status, again.body]).toEqual([first.status, first.body])
  })

  test('sent many times at once it rests once', async () => {
    const market = await venue.freshMarket()
    const { body } = await alice.sign(exampleWish(market))
    const answers = await Promise.all(Array.from({ length: 8 }, () => alice.post(market, body)))
    expect(new Set(answers.map((a) => `${a.status} ${a.text}`)).size).toBe(1)
    const book = await alice.raw('GET', `/markets/${market.id}/orderbook`)
    expect(Object(book.body).books[0].bids).toEqual([{ price: '0.4', size: '10000000' }])
  })

  test('409: the same orderHash again with a different body', async () => {
    const market = await venue.freshMarket()
    const { body } = await alice.sign(exampleWish(market))
    expect((await alice.post(market, body)).status).toBe(201)
    expect(await alice.post(market, { ...body, orderType: 'POST_ONLY' })).toMatchObject({
      status: 409,
      body: { statusCode: 409, code: 'conflict' },
    })
  })
})
