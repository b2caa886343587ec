import { describe, expect, it } from 'vitest'
import type { OrderEntry } from '../../../src/state/orders/order-entry.js'
import { intended } from '../../../src/state/orders/order-reducer.js'
import { OwnOrders } from '../../../src/state/orders/own-orders.js'
import { LOT, TrueOrder } from '../true-order.js'

function setUp() {
  const changes: OrderEntry[] = []
  const orders = new OwnOrders({ onChange: (entry) => changes.push(entry) })
  const order = new TrueOrder()
  const entry = intended({
    draft: order.draft,
    originalRaw: order.originalRaw,
    intentId: orders.nextIntentId(),
    atMonoMs: 0,
    seq: 1,
  })
  orders.add(entry)
  orders.update(entry, { hash: order.hash, phase: 'live' }, 10)
  return { orders, order, entry, changes }
}

it('finds orders by intent and by hash, counts intents up from 1, and tells of every change', () => {
  const { orders, order, entry, changes } = setUp()
  expect(entry.intentId).toBe(1)
  expect(orders.nextIntentId()).toBe(2)
  expect(orders.byHash(order.hash)).toBe(entry)
  expect(orders.byIntent(1)).toBe(entry)
  expect([...orders.all()]).toEqual([entry])
  expect(changes).toHaveLength(2)
})

it('what is settled of a foreign order before the holdings are read is part of them', () => {
  const { orders, order } = setUp()
  const foreign = new OwnOrders({ onChange: () => undefined })
  order.match(30, 5)
  foreign.applyRecord(order.record(), 20)
  expect(foreign.byHash(order.hash)).toMatchObject({ matchedRaw: 30n * LOT })
  const known = foreign.byHash(order.hash)
  if (known?.record) known.record = { ...known.record, filledRaw: 30n * LOT, pendingRaw: 0n }
  foreign.rebase(30)
  expect(foreign.byHash(order.hash)).toMatchObject({ matchedRaw: 0n, pendingRaw: 0n })
  orders.rebase(30)
  expect(orders.byHash(order.hash)?.baselineRaw).toBe(0n)
})

describe('records', () => {
  it('that are older than the last one are ignored', () => {
    const { orders, order, entry } = setUp()
    const old = order.record()
    order.match(30, 5)
    orders.applyRecord(order.record(), 20)
    orders.applyRecord(old, 21)
    expect(entry).toMatchObject({ matchedRaw: 30n * LOT, restingRaw: 70n * LOT })
  })

  it('of the same moment: the one that ends it wins, in either order', () => {
    for (const isLast of [true, false]) {
      const { orders, order, entry } = setUp()
      order.updatedMs = 5
      const open = order.record()
      order.cancel(5)
      for (const record of isLast ? [open, order.record()] : [order.record(), open]) orders.applyRecord(record, 20)
      expect(entry.phase).toBe('ended')
    }
  })

  it('a cancel that is under way survives a partial fill, and ends with the order', () => {
    const { orders, order, entry } = setUp()
    orders.cancelSent(entry.intentId, 15)
    order.match(30, 5)
    orders.applyRecord(order.record(), 20)
    expect(entry).toMatchObject({ phase: 'live', cancelSentMonoMs: 15 })
    order.cancel(6)
    orders.applyRecord(order.record(), 21)
    expect(entry.phase).toBe('ended')
    expect(entry.cancelSentMonoMs).toBeUndefined()
  })

  it('the phase keeps the moment of its beginning', () => {
    const { orders, order, entry } = setUp()
    order.match(1, 5)
    orders.applyRecord(order.record(), 99)
    expect(entry.sinceMonoMs).toBe(10)
  })
})

describe('forgetting', () => {
  it('drops what ended ten minutes ago, but nothing that may change', () => {
    const { orders, order, entry } = setUp()
    orders.forget(1e9)
    expect(orders.byIntent(1)).toBe(entry)
    order.match(30, 5)
    order.cancel(6)
    orders.applyRecord(order.record(), 1000)
    expect(entry).toMatchObject({ phase: 'ended', pendingRaw: 30n * LOT })
    orders.forget(1e9)
    expect(orders.byHash(order.hash)).toBe(entry)
    order.settle('settled', 7)
    orders.applyRecord(order.record(), 2000)
    orders.forget(600_999)
    expect(orders.byIntent(1)).toBe(entry)
    orders.forget(601_000)
    expect(orders.byIntent(1)).toBeUndefined()
    expect(orders.byHash(order.hash)).toBeUndefined()
    expect([...orders.live()]).toEqual([])
  })
})
