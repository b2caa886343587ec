import { describe, expect, it } from 'vitest'
import type { OwnOrder } from '../../../src/domain/orders/own-order.js'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import { OwnOrders } from '../../../src/state/orders/own-orders.js'
import { market } from '../../risk/builders.js'
import { instant } from '../believer.js'
import { LOT, TrueOrder } from '../true-order.js'

function emptyOrders(parts: Partial<ConstructorParameters<typeof OwnOrders>[0]> = {}) {
  const orders = new OwnOrders({ onChange: () => undefined, lotRawOf: () => LOT, ...parts })
  let seq = 0
  const tell = (input: CoreInput, ms: number) => orders.apply({ ...input, seq: ++seq, at: instant(ms) })
  return { orders, tell }
}

/** One order, resting since 10 ms. */
function setUp() {
  const changes: OwnOrder[] = []
  const forgotten: OwnOrder[] = []
  const { orders, tell } = emptyOrders({
    onChange: (changed) => changes.push(changed),
    onForgotten: (dropped) => forgotten.push(dropped),
  })
  const order = new TrueOrder()
  const { draft, originalRaw, hash } = order
  const intentId = orders.nextIntentId()
  orders.intend({ draft, originalRaw, intentId, atMonoMs: 0 })
  tell({ kind: 'signed', intentId, hash }, 10)
  tell({ kind: 'submitted', intentId, hash, status: 'open' }, 10)
  const report = (ms: number, record = order.record()) => tell({ kind: 'order', record }, ms)
  const entry = () => orders.byIntent(intentId)
  return { orders, order, entry, changes, forgotten, tell, report }
}

it('finds orders by intent and by hash, counts intents up from 1, and tells of every change, and of no other', () => {
  const { orders, order, entry, changes, tell } = setUp()
  expect(entry()).toMatchObject({ intentId: 1, phase: 'open' })
  expect(orders.nextIntentId()).toBe(2)
  expect(orders.byHash(order.hash)).toBe(entry())
  expect([...orders.living()]).toEqual([entry()])
  expect(changes.map(({ phase }) => phase)).toEqual(['signing', 'sent', 'open'])
  tell({ kind: 'submitted', intentId: 1, hash: order.hash, status: 'open' }, 20)
  tell({ kind: 'order', record: order.record() }, 20)
  expect(changes).toHaveLength(3)
})

it('what a list of fills tells before the record does rests no more: it would count as held, and as what may still be matched', () => {
  const { order, entry, tell } = setUp()
  tell({ kind: 'order', record: order.record() }, 20)
  order.match(30, 50)
  tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 }, 51)
  const rested = order.record().remainingRaw
  expect(entry()).toMatchObject({ matchedRaw: 30n * LOT, restingRaw: rested })
  // the record says the same afterwards
  tell({ kind: 'order', record: order.record() }, 52)
  expect(entry()).toMatchObject({ matchedRaw: 30n * LOT, restingRaw: rested })
})

it('what is settled of a foreign order before the holdings are read is part of them', () => {
  const { orders, tell } = emptyOrders()
  const order = new TrueOrder()
  order.match(30, 5)
  tell({ kind: 'order', record: order.record() }, 20)
  expect(orders.byHash(order.hash)).toMatchObject({ matchedRaw: 30n * LOT, pendingRaw: 30n * LOT })
  order.settle('settled', 6)
  tell({ kind: 'order', record: order.record() }, 21)
  expect(orders.byHash(order.hash)).toMatchObject({ matchedRaw: 30n * LOT, pendingRaw: 0n })
  tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 }, 22)
  expect(orders.byHash(order.hash)?.phase === 'open' && orders.byHash(order.hash)).toMatchObject({
    fills: [{ sizeRaw: 30n * LOT }],
  })
  orders.rebase(30)
  expect(orders.byHash(order.hash)).toMatchObject({ matchedRaw: 0n, pendingRaw: 0n, fills: [] })
  // they are part of the holdings for good
  tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 }, 31)
  expect(orders.byHash(order.hash)).toMatchObject({ matchedRaw: 0n, fills: [] })
})

it('a reading asked for before something was settled of a foreign order cannot be told from one after', () => {
  const { orders, tell } = emptyOrders()
  const order = new TrueOrder()
  tell({ kind: 'order', record: order.record() }, 20)
  expect(orders.isOvertaken(0)).toBe(false)
  order.match(30, 5)
  tell({ kind: 'order', record: order.record() }, 20)
  expect(orders.isOvertaken(0)).toBe(false)
  order.settle('settled', 6)
  tell({ kind: 'order', record: order.record() }, 21)
  expect([orders.isOvertaken(2), orders.isOvertaken(3)]).toEqual([true, false])
})

it('what is settled of our own orders by then is not', () => {
  const { orders, order, entry, report } = setUp()
  order.match(30, 5)
  order.settle('settled', 6)
  report(20)
  orders.rebase(30)
  expect(entry()).toMatchObject({ matchedRaw: 30n * LOT })
})

it('an order of another hand that only waits for its settlement is settling, and in no book', () => {
  const { orders, tell } = emptyOrders()
  const order = new TrueOrder()
  order.match(100, 5)
  tell({ kind: 'orders-listed', records: [order.record()], askedSeq: 0 }, 20)
  const found = orders.byHash(order.hash)
  expect(found).toMatchObject({ phase: 'settling', origin: 'listed', pendingRaw: 100n * LOT })
  expect([[...orders.living()], [...orders.settling()]]).toEqual([[], [found]])
  expect(orders.inBook(order.draft.conditionId, 20)).toEqual([])
})

describe('records', () => {
  it('that are older than the last one are ignored', () => {
    const { order, entry, report } = setUp()
    const old = order.record()
    order.match(30, 5)
    report(20)
    report(21, old)
    expect(entry()).toMatchObject({ matchedRaw: 30n * LOT, restingRaw: 70n * LOT })
  })

  it('of the same moment: the one that ends it wins, in either order', () => {
    for (const isLast of [true, false]) {
      const { order, entry, report } = setUp()
      order.updatedMs = 5
      const open = order.record()
      order.cancel(5)
      for (const record of isLast ? [open, order.record()] : [order.record(), open]) report(20, record)
      expect(entry()?.phase).toBe('ended')
    }
  })

  it('a cancel that is under way survives a partial fill, and ends with the order', () => {
    const { orders, order, entry, report } = setUp()
    orders.cancelSent(1, 15)
    order.match(30, 5)
    report(20)
    expect(entry()).toMatchObject({ phase: 'cancelling', cancelSentMonoMs: 15, restingRaw: 70n * LOT })
    order.cancel(6)
    report(21)
    expect(entry()).toMatchObject({ phase: 'settling', restedRaw: 70n * LOT })
    expect(entry()).not.toHaveProperty('cancelSentMonoMs')
  })

  it('a cancel that is under way survives a doubt', () => {
    const { orders, order, entry, tell } = setUp()
    orders.cancelSent(1, 15)
    tell({ kind: 'wake' }, 16)
    tell({ kind: 'orders-listed', records: [], askedSeq: 9 }, 20)
    expect(entry()?.phase).toBe('unknown')
    tell({ kind: 'looked-up', hash: order.hash, record: order.record() }, 30)
    expect(entry()).toMatchObject({ phase: 'cancelling', cancelSentMonoMs: 15 })
  })

  it('the phase keeps the moment of its beginning', () => {
    const { order, entry, report } = setUp()
    order.match(1, 5)
    report(99)
    expect(entry()).toMatchObject({ sinceMonoMs: 10, matchedRaw: LOT })
  })
})

describe('nobody outside can change an order', () => {
  it('by writing to it', () => {
    const { orders, order, entry, tell } = setUp()
    order.match(30, 5)
    tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 }, 20)
    const known = entry()
    if (known?.phase !== 'open') throw new Error('the order does not rest')
    const before = structuredClone(known)
    // @ts-expect-error read-only
    expect(() => (known.restingRaw = 0n)).toThrow(TypeError)
    // @ts-expect-error read-only
    expect(() => (known.draft.price = 1)).toThrow(TypeError)
    // @ts-expect-error read-only
    expect(() => known.fills.pop()).toThrow(TypeError)
    expect(() => Object.assign(known, { phase: 'ended' })).toThrow(TypeError)
    expect(orders.byHash(order.hash)).toEqual(before)
  })

  it('in any phase', () => {
    const { changes, orders, order, tell, report } = setUp()
    orders.cancelSent(1, 15)
    tell({ kind: 'cancel-answered', cancelled: [], failed: [{ hash: order.hash, error: '' }] }, 20)
    order.match(100, 5)
    report(30)
    order.settle('settled', 6)
    report(40)
    expect(changes.map(({ phase }) => phase)).toEqual([
      ...['signing', 'sent', 'open', 'cancelling', 'unknown', 'settling', 'ended'],
    ])
    expect(changes.every(Object.isFrozen)).toBe(true)
  })

  it('and what somebody holds stays as it was', () => {
    const { order, entry, tell } = setUp()
    const held = entry()
    tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] }, 20)
    expect([held?.phase, entry()?.phase]).toEqual(['open', 'ended'])
  })
})

describe('an order that has ended', () => {
  it('is looked up and never walked, until ten minutes after its end', () => {
    const { orders, order, entry, forgotten, report } = setUp()
    orders.forget(1e9)
    expect(entry()?.phase).toBe('open')
    order.match(30, 5)
    order.cancel(6)
    report(1000)
    expect(entry()).toMatchObject({ phase: 'settling', pendingRaw: 30n * LOT })
    orders.forget(1e9)
    expect(orders.byHash(order.hash)).toBe(entry())
    order.settle('settled', 7)
    report(2000)
    expect([...orders.living(), ...orders.settling(), ...orders.unknown()]).toEqual([])
    expect([orders.archived, entry()?.phase, orders.byHash(order.hash)]).toEqual([1, 'ended', entry()])
    orders.forget(601_999)
    const last = entry()
    expect(last?.phase).toBe('ended')
    orders.forget(602_000)
    expect([orders.archived, entry(), orders.byHash(order.hash)]).toEqual([0, undefined, undefined])
    expect(forgotten).toEqual([last])
  })

  it('rests again when its last settlement has failed and the venue has put it back', () => {
    const { orders, order, entry, tell, report } = setUp()
    order.match(100, 5)
    report(20)
    const { conditionId } = order.draft
    tell({ kind: 'fills-listed', fills: order.fills(), askedSeq: 0 }, 21)
    const tradeId = order.settle('failed', 6) ?? ''
    tell({ kind: 'settlement', conditionId, tradeId, status: 'failed' }, 30)
    expect([entry()?.phase, [...orders.settling()]]).toEqual(['unknown', []])
    report(40)
    expect(orders.livingOf(conditionId)).toEqual([entry()])
    expect(entry()).toMatchObject({ phase: 'open', sinceMonoMs: 40, restingRaw: 100n * LOT, pendingRaw: 0n })
  })

  it('comes out of the archive when a list taken after its cancel still has it', () => {
    const { orders, order, entry, tell } = setUp()
    tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] }, 20)
    expect(orders.archived).toBe(1)
    tell({ kind: 'orders-listed', records: [order.record()], askedSeq: 9 }, 30)
    expect([orders.archived, [...orders.living()]]).toEqual([0, [entry()]])
    orders.forget(1e9)
    expect(entry()?.phase).toBe('open')
  })

  it('gives its trades free, and no others', () => {
    const { orders, order, tell, report } = setUp()
    const other = new TrueOrder({ hash: '0x02' })
    const intentId = orders.nextIntentId()
    orders.intend({ draft: other.draft, originalRaw: other.originalRaw, intentId, atMonoMs: 0 })
    tell({ kind: 'signed', intentId, hash: other.hash }, 10)
    order.match(100, 5)
    other.match(50, 5)
    const [mine, theirs] = [order.fills()[0], other.fills()[0]]
    if (!mine || !theirs) throw new Error('no fills')
    // one trade that matched both
    const fills = [mine, { ...theirs, tradeId: mine.tradeId }]
    tell({ kind: 'fills-listed', fills, askedSeq: 0 }, 20)
    order.settle('settled', 6)
    report(30)
    orders.forget(1e9)
    const { conditionId } = order.draft
    tell({ kind: 'settlement', conditionId, tradeId: mine.tradeId, status: 'settled' }, 40)
    expect(orders.byHash(other.hash)).toMatchObject({ matchedRaw: 50n * LOT, pendingRaw: 0n })
  })
})

it('orders of a market whose tick becomes another are told on it wherever they are looked for, those that are over included', () => {
  const { orders, order, entry, tell } = setUp()
  const before = market(order.draft.conditionId, { lotRaw: LOT })
  const finer = { ...before, ticksPerUnit: before.ticksPerUnit * 10 }
  const price = order.draft.price * 10
  expect(orders.regrid(before, { ...before, question: '?' })).toBe(false)
  expect(orders.regrid(before, finer)).toBe(true)
  expect(entry()?.draft.price).toBe(price)
  expect(orders.livingOf(order.draft.conditionId)).toEqual([entry()])
  expect([...orders.living()]).toEqual([entry()])
  tell({ kind: 'cancelled', hashes: [order.hash], failed: [] } as unknown as CoreInput, 20)
  order.cancel(21)
  tell({ kind: 'order', record: order.record() }, 22)
  expect(entry()?.phase).toBe('ended')
  expect(orders.regrid(finer, before)).toBe(true)
  expect(entry()?.draft.price).toBe(price / 10)
  expect([...orders.recentOf(order.draft.conditionId, 30)]).toEqual([entry()])
  expect(orders.inBook(order.draft.conditionId, 30)).toEqual([entry()])
})
