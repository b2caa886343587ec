import { expect, test } from 'vitest'
import type { ConditionId } from '../../../../../src/domain/market/market.js'
import { ALICE, BOB, CONDITION, SPEC, scenario } from '../scenario.js'

const OTHER = '0xc2' as ConditionId

function filledScenario() {
  const world = scenario()
  world.exchange.addMarket({ ...SPEC, id: 'm2', conditionId: OTHER })
  world.place(ALICE, { price: 40, size: 10 })
  world.place(BOB, { price: 40, size: 10 })
  world.place(ALICE, { price: 30, size: 10, conditionId: OTHER })
  world.place(ALICE, { price: 39, size: 10 })
  world.exchange.cancel('0x1', ALICE, 0)
  return world
}

test('orders are found by account, market and status, newest first', () => {
  const { exchange } = filledScenario()
  const hashes = (filter: Parameters<typeof exchange.orders>[0]) => exchange.orders(filter).map((record) => record.hash)
  expect(hashes({ account: ALICE })).toEqual(['0x4', '0x3', '0x1'])
  expect(hashes({ conditionId: CONDITION })).toEqual(['0x4', '0x2', '0x1'])
  expect(hashes({ account: ALICE, conditionId: CONDITION })).toEqual(['0x4', '0x1'])
  expect(hashes({ account: ALICE, statuses: ['open'] })).toEqual(['0x4', '0x3'])
  expect(hashes({ account: ALICE, statuses: ['cancelled_local'] })).toEqual(['0x1'])
  expect(hashes({ account: ALICE, statuses: ['open', 'cancelled_local'], limit: 2 })).toEqual(['0x4', '0x3'])
  expect(hashes({ account: '0xnobody' })).toEqual([])
  expect(hashes({ account: ALICE, conditionId: '0x99' as ConditionId })).toEqual([])
})

test('a query for nothing in particular is refused', () => {
  const { exchange } = filledScenario()
  expect(() => exchange.orders({ statuses: ['open'] })).toThrow('expected an account or a conditionId')
})

test('an order that was pending and comes back is found among the open ones again', () => {
  const { place, exchange } = scenario({ settlement: { delayMs: 10, fails: () => true } })
  place(ALICE, { side: 'SELL', price: 40, size: 10 })
  place(BOB, { price: 40, size: 10, type: 'FOK' })
  expect(exchange.orders({ account: ALICE, statuses: ['open'] })).toEqual([])
  exchange.advance(10)
  expect(exchange.orders({ account: ALICE, statuses: ['open'] })).toHaveLength(1)
})
