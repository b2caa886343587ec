import { expect, test } from 'vitest'
import { ALICE, BOB, CONDITION, only, scenario } from '../scenario.js'

test('an order leaves the book, expires, its market ends, and what was matched settles, each when it is due', () => {
  const { exchange, events, place, now } = scenario({ settlement: { delayMs: 1000 }, stopMatchingBeforeMs: 5000 })
  const order = place(ALICE, { price: 40, size: 10, expirationSec: 20 })
  const maker = place(ALICE, { price: 41, size: 10 })
  place(BOB, { side: 'SELL', price: 41, size: 10 })
  const rests = place(BOB, { side: 'SELL', price: 60, size: 10 })
  exchange.advance(1000)
  expect(now(maker).status).toBe('filled')
  exchange.advance(15_000)
  expect([now(order).status, exchange.lotsInBook(order.hash)]).toEqual(['open', 0])
  exchange.advance(20_000)
  expect(now(order)).toMatchObject({ status: 'expired', remainingRaw: 0n })
  expect([now(rests).status, exchange.market(CONDITION)?.status]).toEqual(['open', 'OPEN'])
  events.length = 0
  exchange.advance(1_000_000)
  expect([now(rests).status, exchange.market(CONDITION)?.status]).toEqual(['cancelled_local', 'CLOSED'])
  expect(only(events, 'market')).toEqual([{ kind: 'market', conditionId: CONDITION, status: 'CLOSED' }])
})
