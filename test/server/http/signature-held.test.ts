// A signature that takes its time keeps nobody waiting but its sender.

import { expect, it } from 'vitest'
import type { ApiCrypto } from '../../../src/server/api/accounts/api-crypto.js'
import { ALICE, KEY, tagCrypto, VenueDriver } from '../api/venue-driver.js'

it('answers reads and cancels while an order waits for its signature check', () => {
  const held: (() => void)[] = []
  const crypto: ApiCrypto = tagCrypto()
  const venue = new VenueDriver(
    {},
    {
      crypto: {
        ...crypto,
        recoverOrderSigner: (hash, signature, done) =>
          held.push(() => crypto.recoverOrderSigner(hash, signature, done)),
      },
    },
  )
  const { accessToken: token } = venue.signIn(ALICE)
  const path = `/markets/${venue.market.id}`
  let answer: unknown
  const body = venue.order({ maker: ALICE, side: 'BUY', price: 40, size: 500 })
  const request = { method: 'POST', path: `${path}/orders`, query: {}, body, ip: '::1' }
  venue.api.handle({ ...request, headers: { 'x-api-key': KEY } }, venue.nowMs, ({ status }) => {
    answer = status
  })
  expect(held).toHaveLength(1)
  expect(venue.get(`${path}/best-bids`).status).toBe(200)
  expect(venue.post(`${path}/orders/cancel-all`, undefined, { token }).status).toBeLessThan(300)
  expect(answer).toBeUndefined()
  held[0]?.()
  expect(answer).toBe(201)
})
