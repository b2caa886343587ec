import { describe, expect, it } from 'vitest'
import type { ApiCrypto } from '../../../../src/server/api/accounts/api-crypto.js'
import { ALICE, BOB, KEY, SHARED_KEY, tagCrypto, VenueDriver } from '../venue-driver.js'

const WALLET = '0x1234567890123456789012345678901234567890'

describe('sandbox routes', () => {
  it('the faucet gives raw collateral to any account', () => {
    const venue = new VenueDriver()
    const give = (amount: unknown) => venue.post('/sandbox/faucet', { account: WALLET, amount }, { key: SHARED_KEY })
    expect(give('1500000').body.collateral.available).toBe('1500000')
    expect(give('1').body.collateral.total).toBe('1500001')
    for (const bad of ['0', '-1', '1.5', 5, undefined, '9'.repeat(60)]) expect(give(bad).status).toBe(400)
  })

  it('split, merge, resolve and redeem stand for the chain', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const { conditionId, id } = venue.market
    const act = (name: string, body: object) => venue.post(`/sandbox/${name}`, { conditionId, ...body }, { token })
    expect(act('split', { amount: '5000000' }).body.collateral.total).toBe('9995000000')
    expect(act('merge', { amount: '2000000' }).body.collateral.total).toBe('9997000000')
    expect(act('merge', { amount: '9000000' }).body.code).toBe('insufficient_balance')
    expect(act('redeem', {}).body).toMatchObject({ statusCode: 400, code: 'bad_request' })
    const resolved = venue.post(`/sandbox/markets/${id}/resolve`, { winningOutcomeId: `${id}-1` })
    expect(resolved.body).toMatchObject({ status: 'RESOLVED', winningOutcomeId: `${id}-1` })
    expect(act('redeem', {}).body).toMatchObject({ paid: '3000000', collateral: { total: '10000000000' } })
  })

  it('resolve cancels a market too, once, and wants exactly one result', () => {
    const venue = new VenueDriver()
    const path = `/sandbox/markets/${venue.market.id}/resolve`
    expect(venue.post(path, {}).status).toBe(400)
    expect(venue.post(path, { outcome: 0, cancelled: true }).status).toBe(400)
    expect(venue.post(path, { winningOutcomeId: 'other' }).status).toBe(400)
    expect(venue.post(path, { cancelled: true }).body.status).toBe('CANCELLED')
    expect(venue.post(path, { outcome: 0 }).body.code).toBe('market_not_open')
  })

  it('terms change what orders must keep to, which the market tells', () => {
    const venue = new VenueDriver()
    const { id } = venue.market
    const terms = (body: object) => venue.post(`/sandbox/markets/${id}/terms`, body)
    const hash = venue.rest({ maker: ALICE, side: 'BUY', price: 41, size: 1000 })
    expect(terms({ tickSize: '0.05', minOrderSize: '2000000' })).toMatchObject({
      ...{ status: 200, body: { tickSize: '0.05', sizeStep: '10000', minOrderSize: '2000000' } },
    })
    expect(venue.get(`/markets/${id}`).body).toMatchObject({ tickSize: '0.05', minOrderSize: '2000000' })
    expect(venue.get(`/orders/${hash}`).body.status).toBe('cancelled_local')
    expect(venue.submit({ maker: ALICE, side: 'BUY', price: 41, size: 1000 })).toMatchObject({
      ...{ status: 400, body: { code: 'bad_amounts' } },
    })
    expect(venue.submit({ maker: ALICE, side: 'BUY', price: 40, size: 1000 }).body.status).toBe('open')
    expect(terms({ tickSize: '0.001' })).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(terms({ tickSize: '0.01' }).body).toMatchObject({ tickSize: '0.01', minOrderSize: '2000000' })
  })

  it('acting for a wallet needs its bearer token', () => {
    const venue = new VenueDriver()
    const body = { conditionId: venue.market.conditionId, amount: '1000000' }
    for (const act of ['split', 'merge', 'redeem', 'nonce'])
      expect(venue.post(`/sandbox/${act}`, body).status).toBe(401)
  })
})

describe('the nonce', () => {
  const buy = { maker: ALICE, side: 'BUY', price: 40, size: 1000 } as const

  it('raised, cancels every resting order of the wallet on the chain, and is told', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const [mine, theirs] = [venue.rest(buy), venue.rest({ ...buy, maker: BOB, price: 39 })]
    const socket = venue.socket({ apiKey: KEY, accessToken: token })
    socket.send('subscribe', { conditionIds: [venue.market.conditionId], channels: ['orderbook'] })
    expect(venue.get('/me', { token }).body.nonce).toBe('0')
    const raised = venue.post('/sandbox/nonce', undefined, { token })
    expect(raised).toMatchObject({ status: 200, body: { account: ALICE, nonce: '1', cancelled: 1 } })
    expect(venue.get('/me', { token }).body.nonce).toBe('1')
    expect(venue.get(`/orders/${mine}`).body).toMatchObject({ status: 'cancelled_onchain', remainingSize: '0' })
    expect(venue.get(`/orders/${theirs}`).body.status).toBe('open')
    expect(venue.get('/me/balances', { token }).body.collateral.locked).toBe('0')
    expect(venue.get(`/orders?account=${ALICE}&status=cancelled_onchain`).body.orders).toHaveLength(1)
    expect(socket.of('order')[0]?.payload.data).toMatchObject({ orderHash: mine, status: 'cancelled_onchain' })
    expect(socket.of('balance')[0]?.payload.data.collateral.locked).toBe('0')
    expect(socket.of('orderbook.update')[0]?.payload.data).toMatchObject({ price: '0.4', size: '0' })
  })

  it('must be the current one in new orders; the refusal names it; a repeated body gets its first answer', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const path = `/markets/${venue.market.id}/orders`
    const body = venue.order(buy)
    const { orderHash } = venue.post(path, body).body
    venue.post('/sandbox/nonce', undefined, { token })
    for (const nonce of [0, 2]) {
      expect(venue.submit({ ...buy, nonce })).toMatchObject({
        status: 400,
        body: { code: 'bad_nonce', message: `order.nonce: expected "1", got "${nonce}"` },
      })
    }
    expect(venue.submit({ ...buy, nonce: 1 }).body.status).toBe('open')
    expect(venue.submit({ ...buy, maker: BOB, price: 39 }).body.status).toBe('open')
    expect(venue.post(path, body)).toMatchObject({ status: 201, body: { orderHash, status: 'open' } })
  })

  it('that moves while a signature is checked refuses the order', () => {
    let answer = () => {}
    const base = tagCrypto()
    const crypto: ApiCrypto = {
      ...base,
      recoverOrderSigner: (hash, signature, done) => {
        answer = () => base.recoverOrderSigner(hash, signature, done)
      },
    }
    const venue = new VenueDriver({}, { crypto })
    const { accessToken: token } = venue.signIn(ALICE)
    const bodies: unknown[] = []
    const request = { method: 'POST', query: {}, headers: { 'x-api-key': KEY }, ip: '10.0.0.1' }
    const path = `/markets/${venue.market.id}/orders`
    venue.api.handle({ ...request, path, body: venue.order(buy) }, venue.nowMs, ({ body }) => bodies.push(body))
    venue.post('/sandbox/nonce', undefined, { token })
    answer()
    expect(bodies).toMatchObject([{ code: 'bad_nonce' }])
  })
})
