import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AccountOf } from '../../../../../src/venue/simulated/exchange/accounts/account-of.js'
import { newMarketState } from '../../../../../src/venue/simulated/exchange/markets/market-state.js'
import {
  type AccountState,
  type MarketState,
  newOrderState,
  type OrderState,
} from '../../../../../src/venue/simulated/exchange/orders/order-state.js'
import { DueQueue } from '../../../../../src/venue/simulated/exchange/trades/due-queue.js'
import { Ledger } from '../../../../../src/venue/simulated/ledger/ledger.js'
import { ALICE, newOrder, SPEC } from '../scenario.js'

const MARKET: MarketState = newMarketState(SPEC)
const ACCOUNT: AccountState = new AccountOf(ALICE, new Ledger())

function openOrder() {
  const terms = newOrder({ hash: '0x1', account: ALICE, price: 40, size: 10 })
  return newOrderState({ terms, market: MARKET, account: ACCOUNT, nonce: 0, nowMs: 0 })
}

test('tasks come out in time order, equal moments in the order of adding', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 50 }), (moments) => {
      const queue = new DueQueue()
      const orders = moments.map(() => openOrder())
      for (const [i, order] of orders.entries()) queue.add(moments[i] ?? 0, { kind: 'expiry', order })
      const expected = [...moments.entries()].sort(([, a], [, b]) => a - b).map(([i]) => i)
      const taken: number[] = []
      for (let due = queue.takeUntil(20); due !== undefined; due = queue.takeUntil(20)) {
        if (due.task.kind === 'expiry') taken.push(orders.indexOf(due.task.order))
      }
      expect(taken).toEqual(expected)
    }),
  )
})

test('at one moment an order leaves the book, then expires, then its market ends', () => {
  const queue = new DueQueue()
  const order = openOrder()
  queue.add(5, { kind: 'market-end', market: newMarketState<OrderState>(SPEC) })
  queue.add(5, { kind: 'expiry', order })
  queue.add(5, { kind: 'last-match', order })
  expect([1, 2, 3].map(() => queue.takeUntil(5)?.task.kind)).toEqual(['last-match', 'expiry', 'market-end'])
})

test('nothing comes before its time, and tasks of finished orders and markets are forgotten', () => {
  const queue = new DueQueue()
  const order = openOrder()
  const market: MarketState = newMarketState(SPEC)
  queue.add(5, { kind: 'expiry', order })
  queue.add(9, { kind: 'market-end', market })
  expect(queue.takeUntil(4)).toBeUndefined()
  expect(queue.nextMs()).toBe(5)
  order.ending = 'cancelled_local'
  expect(queue.nextMs()).toBe(9)
  market.status = 'CLOSED'
  expect(queue.nextMs()).toBeUndefined()
})

test('orders that ended long before their expiration do not pile up', () => {
  const queue = new DueQueue()
  const kept = openOrder()
  queue.add(1e12, { kind: 'expiry', order: kept })
  for (let i = 0; i < 20_000; i++) {
    const order = openOrder()
    queue.add(1e12 + 1 + i, { kind: 'expiry', order })
    order.ending = 'cancelled_local'
  }
  expect(queue.size).toBeLessThan(2100)
  expect(queue.takeUntil(1e13)?.task).toEqual({ kind: 'expiry', order: kept })
})
