import { describe, expect, it } from 'vitest'
import { countsFailedFills, matchedOf, type OrderEntry } from '../../../src/state/orders/order-entry.js'
import { intended } from '../../../src/state/orders/order-reducer.js'
import { LOT, TrueOrder } from '../true-order.js'

function entryOf(order: TrueOrder, told: { record?: boolean; fills?: boolean; baseline?: bigint }): OrderEntry {
  const entry = intended({ draft: order.draft, originalRaw: order.originalRaw, intentId: 1, atMonoMs: 0, seq: 1 })
  if (told.record) entry.record = order.record()
  if (told.fills) for (const fill of order.fills()) entry.fills.set(fill.tradeId, fill)
  entry.baselineRaw = told.baseline ?? 0n
  return entry
}

const amounts = (matched: bigint, pending: bigint, resting: bigint) => ({
  matchedRaw: matched * LOT,
  pendingRaw: pending * LOT,
  restingRaw: resting * LOT,
})

/** 20 settled, 30 failed and back on the book, 10 pending. */
function lived(): TrueOrder {
  const order = new TrueOrder()
  order.match(20, 2)
  order.settle('settled', 3)
  order.match(30, 4)
  order.settle('failed', 5)
  order.match(10, 6)
  return order
}

describe('matched, pending and resting', () => {
  it('come from the fills alone, from the record alone, and from both, the same', () => {
    for (const told of [{ fills: true }, { record: true }, { record: true, fills: true }]) {
      expect(matchedOf(entryOf(lived(), told))).toEqual(amounts(30n, 10n, 70n))
    }
  })

  it('of an order nobody has told of: everything rests', () => {
    expect(matchedOf(entryOf(new TrueOrder(), {}))).toEqual(amounts(0n, 0n, 100n))
  })

  it('follow fills that are newer than the record', () => {
    const order = new TrueOrder()
    const entry = entryOf(order, { record: true })
    order.match(25, 9)
    for (const fill of order.fills()) entry.fills.set(fill.tradeId, fill)
    expect(matchedOf(entry)).toMatchObject({ matchedRaw: 25n * LOT, pendingRaw: 25n * LOT })
  })

  it('follow a record that knows of more than the fills listed so far', () => {
    const order = lived()
    const entry = entryOf(order, { record: true })
    const [first] = order.fills()
    if (first) entry.fills.set(first.tradeId, first)
    expect(matchedOf(entry)).toEqual(amounts(30n, 10n, 70n))
  })

  it('follow a newer record that counts less than the fills listed before it: one of them has failed', () => {
    const order = new TrueOrder()
    order.match(30, 2)
    const entry = entryOf(order, { fills: true })
    order.settle('failed', 3)
    entry.record = order.record()
    expect(matchedOf(entry)).toEqual(amounts(0n, 0n, 100n))
  })

  it('a settlement told by a fill counts although the record is older', () => {
    const order = new TrueOrder()
    order.match(25, 2)
    const entry = entryOf(order, { record: true })
    order.settle('settled', 3)
    for (const fill of order.fills()) entry.fills.set(fill.tradeId, fill)
    expect(matchedOf(entry)).toMatchObject({ matchedRaw: 25n * LOT, pendingRaw: 0n })
  })

  it('leave out what was settled before we knew of the order', () => {
    expect(matchedOf(entryOf(lived(), { record: true, baseline: 20n * LOT }))).toEqual(amounts(10n, 10n, 70n))
  })
})

it('a record that still counts a failed match is noticed', () => {
  const order = new TrueOrder()
  order.match(25, 2)
  const entry = entryOf(order, { record: true, fills: true })
  expect(countsFailedFills(entry)).toBe(false)
  order.settle('failed', 3)
  for (const fill of order.fills()) entry.fills.set(fill.tradeId, fill)
  expect(countsFailedFills(entry)).toBe(true)
  entry.record = order.record()
  expect(countsFailedFills(entry)).toBe(false)
})
