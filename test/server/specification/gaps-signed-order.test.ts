// Where the specification is silent about signed orders: the struct, its hash, the side, nonce, salt, amounts.

import { keccak256, stringToBytes } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { type OrderMessage, orderHash } from '../../../src/venue/wire/typed-data.js'
import { ALICE, BOB, type Loose, VenueDriver } from '../api/venue-driver.js'
import { resigned } from './signed-body.js'

const PATH = '/markets/market-1/orders'
const buy = { maker: ALICE, side: 'BUY', price: 40, size: 500 } as const
const codeOf = (venue: VenueDriver, body: unknown) => {
  const answer = venue.post(PATH, body)
  return answer.status === 201 ? 'accepted' : answer.body.code
}

describe('signed orders, the struct', () => {
  it('"EIP-712 type `Order` with 12 fields (side and signature type included)": the type hash of the CTF exchange', () => {
    const { typedData } = new VenueDriver().get('/', { key: '' }).body.profile
    const fields = typedData.types.Order.map(({ type, name }: Loose) => `${type} ${name}`).join(',')
    expect(keccak256(stringToBytes(`Order(${fields})`))).toBe(
      '0xa852566c4e14d00869b6db0220888a9090a13eccdaea03713ff0a3d27bf9767c',
    )
  })

  it('"or the 10 of the specification (`typedData: side-from-amounts`)"', () => {
    const venue = new VenueDriver({ typedData: 'side-from-amounts' })
    const { typedData } = venue.get('/', { key: '' }).body.profile
    const names = typedData.types.Order.map(({ name }: Loose) => name)
    expect(names).toEqual(Object.keys(venue.order(buy).order).filter((name) => name !== 'signature'))
    expect(names).toHaveLength(10)
    expect(venue.submit(buy).body.status).toBe('open')
  })

  it('the hash is the published one of the CTF exchange for its test order', () => {
    const one = '0x0000000000000000000000000000000000000001'
    const chain = { chainId: 137, exchange: one, domainName: 'Polymarket CTF Exchange', domainVersion: '1' } as const
    const venue = new VenueDriver({ chain })
    const maker = '0x1111111111111111111111111111111111111111'
    const message: OrderMessage = {
      salt: 1n,
      maker,
      signer: maker,
      taker: '0x0000000000000000000000000000000000000000',
      tokenId: 101n,
      makerAmount: 1_000_000n,
      takerAmount: 2_000_000n,
      expiration: 0n,
      nonce: 2n,
      feeRateBps: 0n,
      side: 0,
      signatureType: 0,
    }
    expect(orderHash(message, venue.api.profile.typedData)).toBe(
      '0xeb162c6cc7aa28ad096a7c40fb9556d41fa1730d71103ba7103589ae1f18d942',
    )
  })

  it('a signature for another chain or contract is none', () => {
    const here = new VenueDriver()
    for (const chain of [{ chainId: 137 }, { exchange: BOB }, { domainName: 'Other' }, { domainVersion: '2' }]) {
      const elsewhere = new VenueDriver({ chain })
      expect(codeOf(here, elsewhere.order(buy))).toBe('bad_signature')
    }
  })
})

describe('signed orders, fields', () => {
  it('"The side follows from the amounts.": less for more is a BUY, more for less a SELL, equal is neither', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    venue.post('/sandbox/split', { conditionId: venue.market.conditionId, amount: '50000000' }, { token })
    const sideOf = (makerAmount: string, takerAmount: string) => {
      const { body } = venue.post(PATH, resigned(venue, venue.order(buy), { makerAmount, takerAmount }))
      return body.orderHash === undefined ? body.code : venue.get(`/orders/${body.orderHash}`).body.side
    }
    expect(sideOf('2000000', '5000000')).toBe('BUY')
    expect(sideOf('5000000', '3000000')).toBe('SELL')
    expect(sideOf('5000000', '5000000')).toBe('bad_amounts')
  })

  it('`side` and `signatureType` may be left out; one that contradicts is refused', () => {
    const venue = new VenueDriver()
    const body = venue.order(buy)
    const { side, signatureType, ...ten } = body.order
    expect({ side, signatureType }).toEqual({ side: '0', signatureType: '0' })
    for (const wrong of [{ side: '1' }, { side: 'BUY' }, { signatureType: '1' }, { signatureType: '9' }]) {
      expect(codeOf(venue, { ...body, order: { ...ten, ...wrong } })).toBe('bad_request')
    }
    expect(codeOf(venue, { ...body, order: ten })).toBe('accepted')
  })

  it('"`maker` the signer"', () => {
    const venue = new VenueDriver()
    expect(codeOf(venue, resigned(venue, venue.order(buy), { signer: BOB }))).toBe('bad_request')
  })

  it('every live order of a maker signs one nonce, its own on the exchange; any other is refused', () => {
    const venue = new VenueDriver()
    for (const nonce of ['1', '2', '115792089237316195423570985008687907853269984665640564039457584007913129639935']) {
      expect(codeOf(venue, resigned(venue, venue.order(buy), { nonce }))).toBe('bad_nonce')
    }
    expect([1, 2].map(() => codeOf(venue, venue.order(buy)))).toEqual(['accepted', 'accepted'])
  })

  it('uniqueness comes from the salt: any uint256', () => {
    const venue = new VenueDriver()
    const salts = [0n, 2n ** 53n - 1n, 2n ** 256n - 1n]
    const hashes = salts.map((salt) => venue.rest({ ...buy, salt }))
    expect(new Set(hashes).size).toBe(3)
    const body = venue.order(buy)
    const tooLarge = { ...body.order, salt: (2n ** 256n).toString() }
    expect(codeOf(venue, { ...body, order: tooLarge })).toBe('bad_request')
  })

  it('the same body again returns the first answer; the same hash with another body is a conflict', () => {
    const venue = new VenueDriver()
    const body = venue.order(buy)
    const first = venue.post(PATH, body)
    expect(first.status).toBe(201)
    venue.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 500 })
    expect(venue.post(PATH, body)).toMatchObject({ status: 201, body: { ...first.body, status: 'open' } })
    expect(venue.post(PATH, { ...body, orderType: 'FOK' })).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(venue.get(`/orders?account=${ALICE}`).body.orders).toHaveLength(1)
  })
})

describe('signed orders, amounts', () => {
  const amounts = (venue: VenueDriver, makerAmount: string, takerAmount: string) =>
    codeOf(venue, resigned(venue, venue.order(buy), { makerAmount, takerAmount }))

  it('"Price is the ratio of the amounts and must lie on the tick"', () => {
    const venue = new VenueDriver()
    expect(amounts(venue, '2050000', '5000000')).toBe('accepted')
    for (const maker of ['2000001', '2025000', '1999999']) expect(amounts(venue, maker, '5000000')).toBe('bad_amounts')
  })

  it.each([
    ['0.005', '2025000', '2026000'],
    ['0.0025', '2012500', '2013000'],
    ['0.001', '2005000', '2005500'],
  ])('a tick of %s means multiples of it, not a number of decimals', (tickSize, on, off) => {
    const venue = new VenueDriver({ markets: [{ question: '?', tickSize }] })
    expect(venue.get('/markets/market-1').body.tickSize).toBe(tickSize)
    expect([amounts(venue, on, '5000000'), amounts(venue, off, '5000000')]).toEqual(['accepted', 'bad_amounts'])
  })

  it('"sizes are multiples of the step, at least the minimum"', () => {
    const venue = new VenueDriver({ markets: [{ question: '?', sizeStep: '50000', minOrderSize: '200000' }] })
    expect(amounts(venue, '100000', '250000')).toBe('accepted')
    expect(amounts(venue, '80000', '200000')).toBe('accepted')
    expect(amounts(venue, '60000', '150000')).toBe('bad_amounts')
    expect(amounts(venue, '104000', '260000')).toBe('bad_amounts')
  })

  it('a price lies strictly inside (0, 1)', () => {
    const venue = new VenueDriver()
    expect(amounts(venue, '0', '5000000')).toBe('bad_amounts')
    expect(amounts(venue, '5000000', '0')).toBe('bad_amounts')
    expect(amounts(venue, '50000', '5000000')).toBe('accepted')
    expect(amounts(venue, '4950000', '5000000')).toBe('accepted')
  })

  it('18 decimals work too', () => {
    const venue = new VenueDriver({ collateral: { decimals: 18 } })
    const hash = venue.rest(buy)
    expect(venue.get(`/orders/${hash}`).body).toMatchObject({ price: '0.4', originalSize: `5${'0'.repeat(18)}` })
    expect(amounts(venue, `20${'0'.repeat(17)}1`, `5${'0'.repeat(18)}`)).toBe('bad_amounts')
  })
})
