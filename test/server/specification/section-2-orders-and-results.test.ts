// Section 2 of the venue's specification: the signed order, the order record, and the results of requests.

import { describe, expect, it } from 'vitest'
import { codeOf } from '../../../src/server/api/accounts/referral-book.js'
import { ALICE, BOB, KEY, type Loose, VenueDriver } from '../api/venue-driver.js'
import { resigned } from './signed-body.js'

const PATH = '/markets/market-1/orders'
const buy = { maker: ALICE, side: 'BUY', price: 40, size: 500 } as const
const ORDER_FIELDS = [
  'salt',
  'maker',
  'signer',
  'taker',
  'tokenId',
  'makerAmount',
  'takerAmount',
  'expiration',
  'nonce',
  'feeRateBps',
  'signature',
] as const

describe('section 2, signed order', () => {
  it.each(ORDER_FIELDS)('"`order` object, all fields strings": %s is needed and is a string', (field) => {
    const venue = new VenueDriver()
    const { order, orderType } = venue.order(buy)
    const { [field]: _gone, ...rest } = order
    for (const given of [rest, { ...rest, [field]: 1 }, { ...rest, [field]: null }]) {
      const { status, body } = venue.post(PATH, { order: given, orderType })
      expect(status).toBe(400)
      expect(body.message.join()).toContain(`order.${field}`)
    }
    expect(venue.post(PATH, { order, orderType }).status).toBe(201)
  })

  it('takes exactly the fields of the specification, without side and signature type', () => {
    const venue = new VenueDriver({ typedData: 'side-from-amounts' })
    const body = venue.order(buy)
    expect(Object.keys(body.order)).toEqual(ORDER_FIELDS)
    expect(venue.post(PATH, body).status).toBe(201)
  })

  it.each([
    ['maker', '"wallet address"'],
    ['signer', '"wallet address"'],
    ['taker', '"zero address for public orders"'],
  ] as const)('%s: %s', (field, _sentence) => {
    const venue = new VenueDriver()
    const body = venue.order(buy)
    for (const text of ['alice', `${ALICE}0`, '', '0x']) {
      expect(venue.post(PATH, { ...body, order: { ...body.order, [field]: text } }).status).toBe(400)
    }
  })

  it('tokenId "outcome token id": one of this market', () => {
    const venue = new VenueDriver()
    const [first, second] = venue.api.markets.all()
    const foreign = second!.grid.outcomes[0].tokenId
    const { status, body } = venue.post(PATH, resigned(venue, venue.order(buy), { tokenId: foreign }))
    expect(status).toBe(400)
    expect(body.message).toContain('order.tokenId')
    for (const outcome of [0, 1] as const) {
      const hash = venue.rest({ ...buy, outcome })
      expect(venue.get(`/orders/${hash}`).body.tokenId).toBe(first!.grid.outcomes[outcome].tokenId)
    }
  })

  it('makerAmount and takerAmount "raw token units"', () => {
    const venue = new VenueDriver()
    const { order } = venue.order(buy)
    // 5 tokens at 0.40 with 6 decimals
    expect([order.makerAmount, order.takerAmount]).toEqual(['2000000', '5000000'])
    const hash = venue.rest(buy)
    expect(venue.get(`/orders/${hash}`).body).toMatchObject({ side: 'BUY', price: '0.4', originalSize: '5000000' })
  })

  it('expiration ""0" appears as the sample value": no expiration', () => {
    const venue = new VenueDriver()
    const hash = venue.rest(buy)
    expect(venue.order(buy).order.expiration).toBe('0')
    venue.pass(6 * 86_400_000)
    expect(venue.get(`/orders/${hash}`).body.status).toBe('open')
  })

  it('feeRateBps "must be the market\'s effective rate read from the fee endpoint just before signing"', () => {
    const venue = new VenueDriver({ globalFeeRateBps: 25 })
    const { feeRateBps } = venue.get('/markets/market-1/fee').body
    expect(venue.submit({ ...buy, feeRateBps }).status).toBe(201)
    for (const other of [0, 24, 26]) {
      expect(venue.submit({ ...buy, feeRateBps: other })).toMatchObject({ status: 400, body: { code: 'fee_changed' } })
    }
    venue.post('/sandbox/fees', { scope: 'market', marketId: 'market-1', feeRateBps: 30 })
    expect(venue.submit({ ...buy, feeRateBps }).status).toBe(400)
    expect(venue.submit({ ...buy, feeRateBps: 30 }).status).toBe(201)
  })

  it('signature "EIP-712 signature of the order": any other field that changes makes it wrong', () => {
    const venue = new VenueDriver()
    const body = venue.order(buy)
    const changes = { salt: '99', tokenId: '7', makerAmount: '2500000', expiration: '1900000000' }
    for (const [field, text] of Object.entries(changes)) {
      const tokenId = field === 'tokenId' ? venue.market.grid.outcomes[1].tokenId : text
      const order = { ...body.order, [field]: tokenId }
      expect(venue.post(PATH, { ...body, order })).toMatchObject({ status: 400, body: { code: 'bad_signature' } })
    }
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toEqual([])
  })

  it('"Plus `orderType` (string). Named values: GTC, FOK, POST_ONLY"', () => {
    const venue = new VenueDriver()
    const statuses = (['GTC', 'FOK', 'POST_ONLY'] as const).map((type) => venue.submit({ ...buy, type }).body.status)
    expect(statuses).toEqual(['open', 'cancelled_local', 'open'])
    const { order } = venue.order(buy)
    for (const orderType of [undefined, 'gtc', 'MARKET', 1, null]) {
      const { status, body } = venue.post(PATH, { order, orderType })
      expect(status).toBe(400)
      expect(body.message.join()).toContain('orderType')
    }
  })
})

describe('section 2, results', () => {
  it('order record: "Fields given: `orderHash`, `account`, `conditionId`, `tokenId`, `status`"', () => {
    const venue = new VenueDriver()
    const hash = venue.rest(buy)
    const record = {
      orderHash: hash,
      account: ALICE,
      conditionId: venue.market.conditionId,
      tokenId: venue.market.grid.outcomes[0].tokenId,
      status: 'open',
    }
    expect(venue.get(`/orders/${hash}`).body).toMatchObject(record)
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toMatchObject([record])
  })

  it('order submission: "`orderHash` string, `status` string."', () => {
    const { body } = new VenueDriver().submit(buy)
    expect(body).toEqual({ orderHash: expect.stringMatching(/^0x[0-9a-f]{64}$/), status: 'open' })
  })

  it('best bids: "`marketId`, `conditionId`, `bestBids`: array of `{ outcomeId, tokenId, bestBid: { price, size } }` (all strings)."', () => {
    const venue = new VenueDriver()
    venue.rest(buy)
    const { conditionId, grid } = venue.market
    expect(venue.get('/markets/market-1/best-bids').body).toEqual({
      marketId: 'market-1',
      conditionId,
      bestBids: [
        {
          outcomeId: grid.outcomes[0].outcomeId,
          tokenId: grid.outcomes[0].tokenId,
          bestBid: { price: '0.4', size: '5000000' },
        },
        { outcomeId: grid.outcomes[1].outcomeId, tokenId: grid.outcomes[1].tokenId, bestBid: null },
      ],
    })
  })

  it('fee: "`feeRateBps` integer, `feeRateBpsOverride` integer or null."', () => {
    const venue = new VenueDriver({ markets: [{ question: '?' }, { question: '?', feeRateBps: 12 }] })
    expect(venue.get('/markets/market-1/fee').body).toEqual({ feeRateBps: 0, feeRateBpsOverride: null })
    expect(venue.get('/markets/market-2/fee').body).toEqual({ feeRateBps: 12, feeRateBpsOverride: 12 })
  })

  it('cancel-many: "`cancelled` integer, `orderHashes` array of strings, `failed` array of `{ orderHash, error }` (strings)."', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const own = venue.rest(buy)
    const unknown = `0x${'7'.repeat(64)}`
    const { body } = venue.post('/orders/cancel-many', { orderHashes: [own, unknown] }, { token })
    expect(body).toMatchObject({ cancelled: 1, orderHashes: [own] })
    expect(body.failed).toMatchObject([{ orderHash: unknown, error: expect.stringContaining(unknown) }])
  })

  it('API key: "Creation returns `id`, `name`, `prefix`, `tier`, `key`. Personal keys start with a fixed brand-specific prefix ending in `_live_`; `prefix` holds the leading part of the key."', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const made = ['one', 'two'].map((name) => venue.post('/me/api-keys', { name }, { token }).body)
    for (const [i, { id, name, prefix, tier, key }] of made.entries()) {
      expect({ id, name, tier }).toEqual({ id: expect.any(String), name: ['one', 'two'][i], tier: 'DEFAULT' })
      expect(key.startsWith(prefix)).toBe(true)
      expect(key.length).toBeGreaterThan(prefix.length + 20)
      expect(prefix).toMatch(/^[a-z]+_live_/)
    }
    const brand = (key: string) => key.slice(0, key.indexOf('_live_'))
    expect(brand(made[0].key)).toBe(brand(made[1].key))
    expect(made[0].key).not.toBe(made[1].key)
  })

  it('API key: "The secret `key` is returned once only; secrets are stored hashed and can never be shown again."', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const { id, key } = venue.post('/me/api-keys', { name: 'bot' }, { token }).body
    const secret = key.slice(-20)
    const listed = venue.get('/me/api-keys', { token }).body
    expect(listed.data).toMatchObject([{ id, name: 'bot' }])
    for (const body of [listed, venue.get('/me', { token }).body]) expect(JSON.stringify(body)).not.toContain(secret)
    const rotated = venue.post(`/me/api-keys/${id}/rotate`, undefined, { token }).body
    expect(JSON.stringify(rotated)).not.toContain(secret)
  })

  it('referral attribution: "`ok` boolean, `changed` boolean, `referredBy` string."', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(BOB)
    const { body } = venue.post('/referral/attribution', { code: codeOf(ALICE) }, { token })
    expect(body).toEqual({ ok: true, changed: true, referredBy: ALICE })
  })

  it('"Tag: `id`, `slug`, `name` (strings)." "User (public profile): `id`, `address`, `username`."', () => {
    const venue = new VenueDriver({ tags: [{ slug: 'news', name: 'News' }], markets: [] })
    expect(venue.get('/tags').body).toEqual([{ id: expect.any(String), slug: 'news', name: 'News' }])
    const { accessToken: token } = venue.signIn(ALICE)
    venue.call('PATCH', '/me', { token, body: { username: 'alice' } })
    const profile = { id: expect.any(String), address: ALICE, username: 'alice' }
    expect(venue.get(`/users/${ALICE}`).body).toMatchObject(profile)
  })

  it('names nothing of a public profile that belongs to its owner alone', () => {
    const venue = new VenueDriver()
    const keys = Object.keys(venue.get(`/users/${ALICE}`, { key: KEY }).body as Loose)
    expect(keys.sort()).toEqual(['address', 'createdAt', 'id', 'username'])
  })
})
