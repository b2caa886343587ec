import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newMarketState } from '../../../../../src/venue/simulated/exchange/markets/market-state.js'
import { DueQueue } from '../../../../../src/venue/simulated/exchange/trades/due-queue.js'
import { Rows } from '../rows.js'
import { SPEC } from '../scenario.js'

function queueWithRows() {
  const rows = new Rows()
  const queue = new DueQueue(rows.orders)
  const openOrder = () => rows.add('0x1', { price: 40, size: 10 })
  /** What is due, as it comes. */
  const taken = (nowMs: number) => {
    const all: { dueMs: number; kind: string; of: number }[] = []
    for (let due = queue.takeUntil(nowMs); due !== undefined; due = queue.takeUntil(nowMs)) {
      all.push({ dueMs: due.dueMs, kind: due.kind, of: due.of })
    }
    return all
  }
  return { queue, openOrder, taken, orders: rows.orders, market: rows.market }
}

test('tasks come out in time order, equal moments in the order of adding', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 200 }), (moments) => {
      const { queue, openOrder, taken } = queueWithRows()
      const orders = moments.map(() => openOrder())
      for (const [i, order] of orders.entries()) queue.addExpiry(moments[i] ?? 0, order)
      const expected = [...moments.entries()].sort(([, a], [, b]) => a - b)
      expect(taken(20)).toEqual(expected.map(([i, dueMs]) => ({ dueMs, kind: 'expiry', of: orders[i] })))
    }),
  )
})

test('at one moment an order leaves the book, matches settle, it expires, then its market ends', () => {
  const { queue, openOrder, market, orders, taken } = queueWithRows()
  const order = openOrder()
  queue.addMarketEnd(5, market)
  queue.addExpiry(5, order)
  queue.addSettlement(5, 77)
  queue.addLastMatch(5, order)
  expect(taken(5)).toEqual([
    { dueMs: 5, kind: 'last-match', of: order },
    { dueMs: 5, kind: 'settlement', of: 77 },
    { dueMs: 5, kind: 'expiry', of: order },
    { dueMs: 5, kind: 'market-end', of: orders.markets.numberOf(market) },
  ])
})

test('nothing comes before its time, and tasks of finished orders and markets are forgotten', () => {
  const { queue, openOrder, orders } = queueWithRows()
  const order = openOrder()
  const market = newMarketState(SPEC, orders)
  queue.addExpiry(5, order)
  queue.addMarketEnd(9, market)
  expect(queue.takeUntil(4)).toBeUndefined()
  expect(queue.nextMs()).toBe(5)
  orders.end(order, 'cancelled_local')
  expect(queue.nextMs()).toBe(9)
  market.status = 'CLOSED'
  expect(queue.nextMs()).toBeUndefined()
})

test('what is due for an order is not for the next one of its row', () => {
  const { queue, openOrder, orders, taken } = queueWithRows()
  const first = openOrder()
  queue.addExpiry(5, first)
  orders.end(first, 'cancelled_local')
  orders.free(first)
  const second = openOrder()
  expect(second).toBe(first)
  queue.addExpiry(7, second)
  expect(queue.nextMs()).toBe(7)
  expect(taken(9)).toEqual([{ dueMs: 7, kind: 'expiry', of: second }])
})

test('when the calendar moves, settlements keep the time that is left to them', () => {
  const { queue, openOrder, market, orders, taken } = queueWithRows()
  const order = openOrder()
  queue.addSettlement(30, 1)
  queue.addExpiry(20, order)
  queue.addMarketEnd(25, market)
  queue.addSettlement(40, 2)
  const moved: number[] = []
  queue.rebase(-15, (first) => void moved.push(first))
  expect(new Set(moved)).toEqual(new Set([1, 2]))
  expect(taken(100)).toEqual([
    { dueMs: 15, kind: 'settlement', of: 1 },
    { dueMs: 20, kind: 'expiry', of: order },
    { dueMs: 25, kind: 'settlement', of: 2 },
    { dueMs: 25, kind: 'market-end', of: orders.markets.numberOf(market) },
  ])
})

test('orders that ended long before their expiration do not pile up', () => {
  const { queue, openOrder, orders, taken } = queueWithRows()
  const kept = openOrder()
  queue.addExpiry(1e12, kept)
  for (let i = 0; i < 20_000; i++) {
    const order = openOrder()
    queue.addExpiry(1e12 + 1 + i, order)
    orders.end(order, 'cancelled_local')
  }
  expect(queue.size).toBeLessThan(2100)
  expect(taken(1e13)).toEqual([{ dueMs: 1e12, kind: 'expiry', of: kept }])
})
