import { expect, test } from 'vitest'
import { ALICE, BOB, CASH, CONDITION, only, scenario } from '../scenario.js'

test('an order is not matched in the margin before its expiration, and leaves the book', () => {
  const { place, exchange, now, events } = scenario()
  const order = place(ALICE, { price: 40, size: 10, expirationSec: 60 })
  expect(exchange.nextDueMs()).toBe(55_000)
  exchange.advance(54_999)
  expect(exchange.bestBids(CONDITION)[0]).toEqual({ price: 40, size: 10 })
  events.length = 0
  exchange.advance(55_000)
  expect(only(events, 'level')[0]?.change).toEqual({ outcome: 0, side: 'BUY', price: 40, size: 0 })
  expect(exchange.bestBids(CONDITION)[0]).toBeUndefined()
  expect(now(order)).toMatchObject({ status: 'open', remainingRaw: 100_000n })
  expect(exchange.ledger.collateral(ALICE).lockedRaw).toBe(40_000n)
  const passed = place(BOB, { side: 'SELL', price: 40, size: 10, atMs: 55_000 })
  expect(passed.status).toBe('open')
})

test('at its expiration it is expired and its lock is free', () => {
  const { place, exchange, now } = scenario()
  const order = place(ALICE, { type: 'POST_ONLY', price: 40, size: 10, expirationSec: 60 })
  exchange.advance(59_999)
  expect(now(order).status).toBe('open')
  exchange.advance(70_000)
  expect(now(order)).toMatchObject({ status: 'expired', remainingRaw: 0n, updatedMs: 60_000 })
  expect(exchange.ledger.collateral(ALICE).availableRaw).toBe(CASH)
})

test('it can still be cancelled inside the margin', () => {
  const { place, exchange } = scenario()
  const order = place(ALICE, { price: 40, size: 10, expirationSec: 60 })
  expect(exchange.cancel(order.hash, ALICE, 57_000).status).toBe('cancelled_local')
  expect(exchange.ledger.collateral(ALICE).lockedRaw).toBe(0n)
})

test('an order that arrives inside its margin is not matched', () => {
  const { place, exchange } = scenario({ stopMatchingBeforeMs: 30_000 })
  place(BOB, { side: 'SELL', price: 40, size: 10 })
  expect(place(ALICE, { price: 40, size: 10, expirationSec: 20 }).status).toBe('open')
  expect(place(ALICE, { type: 'FOK', price: 40, size: 10, expirationSec: 20 }).status).toBe('cancelled_local')
  expect(exchange.trades(CONDITION)).toEqual([])
  expect(exchange.book(CONDITION)[0].bids).toEqual([])
})

test('a partly matched order expires with what rests of it; the match settles', () => {
  const { place, exchange, now } = scenario({ stopMatchingBeforeMs: 0, settlement: { delayMs: 1000 } })
  const order = place(ALICE, { price: 40, size: 30, expirationSec: 10 })
  place(BOB, { side: 'SELL', price: 40, size: 10, atMs: 9000 })
  exchange.advance(10_000)
  expect(now(order)).toMatchObject({ status: 'expired', filledRaw: 100_000n, remainingRaw: 0n })
})
