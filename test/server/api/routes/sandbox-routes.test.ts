import { describe, expect, it } from 'vitest'
import { ALICE, SHARED_KEY, VenueDriver } from '../venue-driver.js'

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

  it('acting for a wallet needs its bearer token', () => {
    const venue = new VenueDriver()
    const body = { conditionId: venue.market.conditionId, amount: '1000000' }
    for (const act of ['split', 'merge', 'redeem']) expect(venue.post(`/sandbox/${act}`, body).status).toBe(401)
  })
})
