import { describe, expect, it } from 'vitest'
import { ALICE, VenueDriver } from '../venue-driver.js'

describe('transactions of the sandbox', () => {
  it('split, merge and redeem as on a chain: numbered, looked up, never twice', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const { conditionId, id } = venue.market
    const send = (body: object) => venue.post('/sandbox/transactions', { conditionId, ...body }, { token })
    const collateral = () => venue.get('/me/balances', { token }).body.collateral.total
    send({ nonce: 0, act: 'split', amount: '5000000' })
    const merge = { nonce: 1, act: 'merge', amount: '2000000' }
    const { hash, ...merged } = send(merge).body
    expect(merged).toEqual({ nonce: 1, status: 'confirmed', paid: '2000000' })
    expect(send(merge).body.hash).toBe(hash)
    expect(collateral()).toBe('9997000000')
    expect(venue.get(`/sandbox/transactions/${hash}`, { token }).body).toMatchObject({ status: 'confirmed' })
    expect(send({ nonce: 2, act: 'merge', amount: '9000000' }).body).toMatchObject({ status: 'reverted', paid: '0' })
    expect(send({ nonce: 2, act: 'redeem' }).body).toMatchObject({ statusCode: 409, code: 'conflict' })
    venue.post(`/sandbox/markets/${id}/resolve`, { cancelled: true })
    expect(send({ nonce: 3, act: 'redeem' }).body.paid).toBe('3000000')
    expect(venue.get('/sandbox/transactions', { token }).body).toEqual({ account: ALICE, nonce: 4 })
    expect(collateral()).toBe('10000000000')
  })

  it('refuses what says too little or too much, and uses no nonce for it', () => {
    const venue = new VenueDriver()
    const { accessToken: token } = venue.signIn(ALICE)
    const { conditionId } = venue.market
    const send = (body: object) => venue.post('/sandbox/transactions', body, { token }).status
    expect(send({ nonce: 0, act: 'merge', conditionId })).toBe(400)
    expect(send({ nonce: 0, act: 'redeem', conditionId, amount: '1' })).toBe(400)
    expect(send({ nonce: -1, act: 'redeem', conditionId })).toBe(400)
    expect(send({ nonce: 0, act: 'redeem', conditionId: '0xother' })).toBe(404)
    expect(venue.get('/sandbox/transactions/0xother', { token }).status).toBe(404)
    expect(venue.get('/sandbox/transactions', { token }).body.nonce).toBe(0)
  })
})
