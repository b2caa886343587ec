import { expect, it } from 'vitest'
import { ALICE, BOB, VenueDriver } from './venue-driver.js'

it('smoke', () => {
  const v = new VenueDriver()
  const s = v.socket()
  console.log(JSON.stringify(v.get('/').body).slice(0, 3000))
  console.log(
    s.send('subscribe', {
      conditionIds: [v.market.conditionId],
      channels: ['orderbook', 'bestBids', 'trades', 'market'],
    }),
  )
  console.log(v.submit({ maker: ALICE, side: 'BUY', price: 40, size: 500 }))
  console.log(v.submit({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 200 }))
  v.pass(5000)
  const t = v.signIn(ALICE)
  console.log(JSON.stringify(v.get('/me/orders', { token: t.accessToken }).body))
  console.log(JSON.stringify(v.get('/me/positions', { token: t.accessToken })))
  console.log(JSON.stringify(v.get('/me/trades', { token: t.accessToken }).body))
  console.log(JSON.stringify(s.heard, null, 1))
  console.log(JSON.stringify(v.get('/markets?limit=1').body))
  expect(1).toBe(1)
})
