import { afterAll, expect, it } from 'vitest'
import { ALICE, BOB } from '../api/venue-driver.js'
import { freshPath, KeptVenue, removeFiles } from './kept-venue.js'

afterAll(removeFiles)

it('a raised nonce outlives the process, and so does what it means for a match under way', () => {
  const path = freshPath()
  const first = new KeptVenue(path)
  const token = first.signIn(ALICE).accessToken
  const matched = first.rest({ maker: ALICE, side: 'BUY', price: 40, size: 300 })
  const other = first.rest({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 300 })
  expect(first.post('/sandbox/nonce', undefined, { token }).body).toMatchObject({ nonce: '1', cancelled: 0 })
  const resting = first.rest({ maker: ALICE, side: 'BUY', price: 30, size: 300, nonce: 1 })
  first.store.commit()
  first.die()
  const second = new KeptVenue(path, {}, first.nowMs)
  expect(second.get('/me', { token }).body.nonce).toBe('1')
  expect(second.submit({ maker: ALICE, side: 'BUY', price: 30, size: 300 }).body.code).toBe('bad_nonce')
  second.pass(1500)
  expect([matched, other, resting].map((hash) => second.get(`/orders/${hash}`).body.status)).toEqual([
    'cancelled_onchain',
    'open',
    'open',
  ])
  second.post('/sandbox/nonce', undefined, { token })
  expect(second.get(`/orders/${resting}`).body.status).toBe('cancelled_onchain')
  second.die()
})

it('an account that only raised its nonce is written too', () => {
  const path = freshPath()
  const first = new KeptVenue(path, { accounts: [] })
  const token = first.signIn(ALICE).accessToken
  first.store.commit()
  first.post('/sandbox/nonce', undefined, { token })
  first.store.commit()
  first.die()
  const second = new KeptVenue(path, { accounts: [] }, first.nowMs)
  expect(second.get('/me', { token }).body.nonce).toBe('1')
  second.die()
})
