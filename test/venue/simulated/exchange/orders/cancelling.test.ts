import { expect, test } from 'vitest'
import type { ConditionId } from '../../../../../src/domain/market/market.js'
import { ALICE, BOB, CASH, CONDITION, only, SPEC, scenario } from '../scenario.js'

const refused = (code: string) => expect.objectContaining({ code })

test('a cancel frees the lock, leaves the book and is told', () => {
  const { place, exchange, events } = scenario()
  const order = place(ALICE, { price: 40, size: 10, atMs: 7 })
  events.length = 0
  // at the same moment the report must still be the newer one
  expect(exchange.cancel(order.hash, ALICE, 7)).toMatchObject({
    status: 'cancelled_local',
    remainingRaw: 0n,
    updatedMs: 8,
  })
  expect(events.map((event) => event.kind)).toEqual(['level', 'order', 'balance'])
  expect(exchange.ledger.collateral(ALICE).availableRaw).toBe(CASH)
  expect(exchange.book(CONDITION)[0].bids).toEqual([])
})

test('unknown orders, orders of others, and orders that are over', () => {
  const { place, exchange, now } = scenario()
  const order = place(ALICE, { price: 40, size: 10 })
  expect(() => exchange.cancel('0x99', ALICE, 0)).toThrow(refused('not-found'))
  expect(() => exchange.cancel(order.hash, BOB, 0)).toThrow(refused('forbidden'))
  expect(now(order).status).toBe('open')
  exchange.cancel(order.hash, ALICE, 0)
  expect(() => exchange.cancel(order.hash, ALICE, 0)).toThrow('orderHash: 0x1 is cancelled_local')
  expect(() => exchange.cancel(order.hash, ALICE, 0)).toThrow(refused('not-cancellable'))
})

test('an order of another account is not marked by a stranger’s cancel', () => {
  const { place, exchange, now } = scenario({ settlement: { delayMs: 10, fails: () => true } })
  const order = place(ALICE, { side: 'SELL', price: 40, size: 10 })
  place(BOB, { price: 40, size: 10, type: 'FOK' })
  expect(() => exchange.cancel(order.hash, BOB, 1)).toThrow(refused('forbidden'))
  exchange.advance(10)
  expect(now(order).status).toBe('open')
})

test('cancel-all takes the account’s resting orders of one market', () => {
  const { place, exchange, now, events } = scenario()
  const other = '0xc2' as ConditionId
  exchange.addMarket({ ...SPEC, id: 'm2', conditionId: other })
  const mine = [place(ALICE, { price: 40, size: 10 }), place(ALICE, { side: 'SELL', price: 70, size: 10 })]
  const elsewhere = place(ALICE, { price: 40, size: 10, conditionId: other })
  const theirs = place(BOB, { price: 41, size: 10 })
  events.length = 0
  expect(exchange.cancelAll(ALICE, CONDITION, 5).map((record) => record.hash)).toEqual(
    mine.map((record) => record.hash),
  )
  expect(only(events, 'balance')).toHaveLength(1)
  expect([elsewhere, theirs].map((record) => now(record).status)).toEqual(['open', 'open'])
  expect(exchange.cancelAll(ALICE, CONDITION, 5)).toEqual([])
  expect(() => exchange.cancelAll(ALICE, '0x99' as ConditionId, 5)).toThrow(refused('not-found'))
})
