import { expect, test } from 'vitest'
import { ALICE, BOB, CONDITION, only, scenario } from './scenario.js'

test('whatever is due happens first, in time order, before a new order is looked at', () => {
  const { place, exchange, now } = scenario({ settlement: { delayMs: 1000 } })
  const maker = place(ALICE, { side: 'SELL', price: 40, size: 10 })
  place(BOB, { price: 40, size: 10 })
  const dying = place(ALICE, { side: 'SELL', price: 50, size: 10, expirationSec: 20 })
  const late = place(BOB, { price: 50, size: 10, atMs: 25_000 })
  expect(late.status).toBe('open')
  expect(now(maker)).toMatchObject({ status: 'filled', updatedMs: 1000 })
  expect(now(dying)).toMatchObject({ status: 'expired', updatedMs: 20_000 })
  expect(exchange.nextDueMs()).toBe(1_000_000)
})

test('time never goes back', () => {
  const { place, exchange } = scenario()
  exchange.advance(5000)
  expect(place(ALICE, { price: 40, size: 10, atMs: 1000 })).toMatchObject({ createdMs: 5000, updatedMs: 5000 })
})

test('a refused order leaves no trace but what was due anyway', () => {
  const { place, exchange, events } = scenario()
  expect(() => place(ALICE, { price: 99, size: 10_000_000 })).toThrow('collateral: needs')
  expect(events).toEqual([])
  expect(exchange.orders({ account: ALICE })).toEqual([])
})

test('deposits, splits and merges tell the balance', () => {
  const { exchange, events } = scenario()
  exchange.deposit(ALICE, 5n)
  exchange.split(ALICE, CONDITION, 5n)
  exchange.merge(ALICE, CONDITION, 5n)
  expect(only(events, 'balance')).toHaveLength(3)
})

test('a fee set to what it is tells nothing', () => {
  const { exchange, events } = scenario({}, { feeRateBps: 10 })
  exchange.setFee(CONDITION, 10)
  expect(events).toEqual([])
})
