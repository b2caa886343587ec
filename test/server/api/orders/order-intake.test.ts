import { describe, expect, it } from 'vitest'
import type { Hex } from '../../../../src/domain/market/market.js'
import type { ApiCrypto } from '../../../../src/server/api/accounts/api-crypto.js'
import { fromWireOrder } from '../../../../src/venue/wire/order-codec.js'
import type { WireOrderSubmission } from '../../../../src/venue/wire/order-schema.js'
import { orderHash } from '../../../../src/venue/wire/typed-data.js'
import { ALICE, BOB, KEY, tagCrypto, tagSignature, VenueDriver } from '../venue-driver.js'

const buy = { maker: ALICE, side: 'BUY', price: 40, size: 500 } as const

/** The body with fields of the order changed and signed again. */
function changed(venue: VenueDriver, body: WireOrderSubmission, fields: Record<string, string>): WireOrderSubmission {
  const order = { ...body.order, ...fields }
  const hash = orderHash(fromWireOrder(order), venue.api.profile.typedData)
  return { ...body, order: { ...order, signature: fields.signature ?? tagSignature(ALICE, hash) } }
}

function send(venue: VenueDriver, body: unknown) {
  return venue.post(`/markets/${venue.market.id}/orders`, body)
}

describe('POST /markets/{id}/orders', () => {
  it('answers 201 with the EIP-712 hash and the status; a bearer token is not needed', () => {
    const venue = new VenueDriver()
    const body = venue.order(buy)
    const { status, body: answer } = send(venue, body)
    expect(status).toBe(201)
    expect(answer).toEqual({
      orderHash: orderHash(fromWireOrder(body.order), venue.api.profile.typedData),
      status: 'open',
    })
    expect(venue.get(`/orders/${answer.orderHash}`).body).toMatchObject({ account: ALICE, price: '0.4', side: 'BUY' })
  })

  it('ignores a stale bearer token: the signature is the authority', () => {
    const venue = new VenueDriver()
    expect(venue.submit(buy, { token: 'stale' }).status).toBe(201)
  })

  it('takes the ten-field variant too', () => {
    const venue = new VenueDriver({ typedData: 'side-from-amounts' })
    const body = venue.order({ ...buy })
    expect(body.order).not.toHaveProperty('side')
    expect(send(venue, body).body.status).toBe('open')
    expect(venue.get('/').body.profile.typedData.types.Order).toHaveLength(10)
  })

  it('returns the first answer to the identical body, 409 to the same hash with another body', () => {
    const venue = new VenueDriver()
    const body = venue.order(buy)
    const first = send(venue, body)
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 500 })
    expect(venue.get(`/orders/${first.body.orderHash}`).body.status).toBe('pending_settlement')
    expect(send(venue, body)).toMatchObject({ status: 201, body: first.body })
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toHaveLength(1)
    const other = send(venue, { ...body, orderType: 'FOK' })
    expect(other).toMatchObject({ status: 409, body: { error: 'Conflict', code: 'conflict' } })
  })

  it('belongs to its own market: the identical body sent to another one is refused', () => {
    const venue = new VenueDriver()
    const [, other] = venue.api.markets.all()
    const body = venue.order({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    expect(venue.post(`/markets/${venue.market.id}/orders`, body).status).toBe(201)
    expect(venue.post(`/markets/${other?.id}/orders`, body)).toMatchObject({ status: 400 })
  })

  it('gives the first answer even when the market is closed by now', () => {
    const venue = new VenueDriver()
    const body = venue.order(buy)
    send(venue, body)
    venue.api.exchange.close(venue.market.conditionId, venue.nowMs)
    expect(send(venue, body)).toMatchObject({ status: 201, body: { status: 'open' } })
    expect(send(venue, venue.order(buy)).body.code).toBe('market_not_open')
  })

  it('answers both of two identical bodies whose signatures are checked at the same time', () => {
    const waiting: (() => void)[] = []
    const crypto: ApiCrypto = {
      ...tagCrypto(),
      recoverOrderSigner: (hash, signature, done) =>
        waiting.push(() => tagCrypto().recoverOrderSigner(hash, signature, done)),
    }
    const venue = new VenueDriver({}, { crypto })
    const body = venue.order(buy)
    const answers: unknown[] = []
    const request = {
      method: 'POST',
      path: `/markets/${venue.market.id}/orders`,
      query: {},
      headers: { 'x-api-key': KEY },
      body,
      ip: '',
    }
    for (let i = 0; i < 2; i++) venue.api.handle(request, venue.nowMs, (r) => answers.push([r.status, r.body]))
    expect(answers).toHaveLength(0)
    for (const check of waiting) check()
    expect(answers[0]).toEqual(answers[1])
    expect(answers).toHaveLength(2)
  })

  it.each([
    ['a signature by somebody else', { signature: tagSignature(BOB, 'x') }, 400, 'bad_signature'],
    ['a signature that is none', { signature: '0x' }, 400, 'bad_signature'],
    ['another taker', { taker: BOB }, 400, 'bad_request'],
    ['a signer that is not the maker', { signer: BOB }, 400, 'bad_request'],
    ['another nonce', { nonce: '1' }, 400, 'bad_nonce'],
    ['another fee', { feeRateBps: '7' }, 400, 'fee_changed'],
    ['a fee above the cap', { feeRateBps: '1001' }, 400, 'fee_changed'],
    ['equal amounts', { makerAmount: '5000000', side: '1' }, 400, 'bad_amounts'],
    ['equal amounts of a BUY: a price of 1', { makerAmount: '5000000', side: '0' }, 400, 'bad_amounts'],
    ['an amount of 0', { makerAmount: '0' }, 400, 'bad_amounts'],
    ['a BUY of nothing', { takerAmount: '0', side: '0' }, 400, 'bad_amounts'],
    ['a price off the tick', { makerAmount: '2000001' }, 400, 'bad_amounts'],
    ['a size off the step', { makerAmount: '2000002', takerAmount: '5000005' }, 400, 'bad_amounts'],
    ['a size below the minimum', { makerAmount: '4000', takerAmount: '10000' }, 400, 'bad_amounts'],
    ['a side against the amounts', { side: '1' }, 400, 'bad_request'],
    ['a foreign token', { tokenId: '12345' }, 400, 'bad_request'],
    ['an expiration in the past', { expiration: '1000' }, 400, 'bad_expiration'],
    ['more than the balance', { makerAmount: '40000000000', takerAmount: '100000000000' }, 400, 'insufficient_balance'],
    ['a wallet signature type', { signatureType: '2' }, 400, 'bad_request'],
  ])('refuses %s', (_, fields, status, code) => {
    const venue = new VenueDriver()
    const base = venue.order(buy)
    const signature = 'signature' in fields ? fields : {}
    const body =
      'signature' in fields || 'side' in fields
        ? { ...base, order: { ...base.order, ...fields } }
        : changed(venue, base, { ...fields, ...signature })
    const answer = send(venue, body)
    expect(answer).toMatchObject({ status, body: { statusCode: status, code, error: 'Bad Request' } })
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toEqual([])
    expect(venue.api.exchange.ledger.collateral(ALICE).lockedRaw).toBe(0n)
  })

  it.each([
    [
      'an off-step size as a size',
      { makerAmount: '2000001', takerAmount: '5000001' },
      /^size: .* 10000 raw units, got 5000001$/,
    ],
    [
      'a small size in raw units',
      { makerAmount: '4000', takerAmount: '10000' },
      /^size: .* 1000000 raw units, got 10000$/,
    ],
    ['an expiration in seconds', { expiration: '1000' }, /^expiration: .* \d{10} unix seconds, got 1000$/],
  ])('speaks of %s', (_, fields, text) => {
    const venue = new VenueDriver()
    expect(send(venue, changed(venue, venue.order(buy), fields)).body.message).toMatch(text)
  })

  it('names the set of order types', () => {
    const venue = new VenueDriver()
    const { status, body } = send(venue, { ...venue.order(buy), orderType: 'IOC' })
    expect(status).toBe(400)
    expect(body.message.join()).toMatch(/orderType.*GTC.*GTD.*FOK.*FAK.*POST_ONLY/)
  })

  it('lists every missing field in an array of messages', () => {
    const { body } = send(new VenueDriver(), { orderType: 'GTC', order: {} })
    expect(body.message.length).toBeGreaterThan(10)
    expect(body.message).toContainEqual(expect.stringMatching(/^order\.salt: /))
  })

  it('refuses uint256 overflow and a mixed-case address with a wrong checksum without a fault', () => {
    const venue = new VenueDriver()
    const base = venue.order(buy)
    const huge = { ...base, order: { ...base.order, salt: (2n ** 256n).toString() } }
    expect(send(venue, huge)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    const odd = ALICE.replace('A11cE', 'a11CE')
    const spelled = { ...base, order: { ...base.order, maker: odd, signer: odd } }
    expect(send(venue, spelled).status).toBe(201)
  })

  it('answers POST_ONLY that would match with 2xx and cancelled_local', () => {
    const venue = new VenueDriver()
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 500 })
    expect(venue.submit({ ...buy, type: 'POST_ONLY' })).toMatchObject({
      status: 201,
      body: { status: 'cancelled_local' },
    })
  })

  it.each(['PENDING', 'FAILED'] as const)('refuses a market whose registration is %s', (clobMarketStatus) => {
    const venue = new VenueDriver({ markets: [{ question: '?', clobMarketStatus }] })
    expect(venue.submit(buy).body).toMatchObject({ statusCode: 400, code: 'market_not_open' })
    venue.api.markets.setRegistration(venue.market.id, 'REGISTERED')
    expect(venue.submit(buy).status).toBe(201)
  })

  it('answers 404 for an unknown market', () => {
    const venue = new VenueDriver()
    expect(venue.post('/markets/none/orders', venue.order(buy)).status).toBe(404)
  })
})

describe('GET /orders/{hash}', () => {
  it('returns one record with the signed fields, never the signature', () => {
    const venue = new VenueDriver()
    const hash = venue.rest({ ...buy, salt: 99n })
    const { body } = venue.get(`/orders/${hash.toUpperCase().replace('0X', '0x')}`)
    expect(body).toMatchObject({
      orderHash: hash,
      account: ALICE,
      conditionId: venue.market.conditionId,
      status: 'open',
      salt: '99',
      maker: ALICE,
      signer: ALICE,
      makerAmount: '2000000',
      takerAmount: '5000000',
      nonce: '0',
      originalSize: '5000000',
      filledSize: '0',
      remainingSize: '5000000',
      pendingSize: '0',
      orderType: 'GTC',
    })
    expect(body).not.toHaveProperty('signature')
  })

  it('answers 404 for a hash nobody knows, or that is none', () => {
    const venue = new VenueDriver()
    const unknown: Hex = `0x${'1'.repeat(64)}`
    expect(venue.get(`/orders/${unknown}`).body).toMatchObject({ statusCode: 404, code: 'not_found' })
    expect(venue.get('/orders/xyz').status).toBe(404)
  })
})
