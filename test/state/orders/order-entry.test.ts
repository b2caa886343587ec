import { describe, expect, it } from 'vitest'
import { countsWithout, learn, newEntry, type OrderEntry, recount } from '../../../src/state/orders/order-entry.js'
import { LOT, TrueOrder } from '../true-order.js'

function entryOf(order: TrueOrder, told: { record?: boolean; fills?: boolean; baseline?: bigint }): OrderEntry {
  const { draft, originalRaw } = order
  const entry = newEntry({ draft, originalRaw, origin: 'placed' }, 1, 0)
  if (told.record) entry.record = order.record()
  if (told.fills) entry.fills = order.fills()
  entry.baselineRaw = told.baseline ?? 0n
  return entry
}

function matchedOf(entry: OrderEntry) {
  recount(entry)
  const { matchedRaw, pendingRaw, restingRaw } = entry
  return { matchedRaw, pendingRaw, restingRaw }
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
    entry.fills = order.fills()
    expect(matchedOf(entry)).toMatchObject({ matchedRaw: 25n * LOT, pendingRaw: 25n * LOT })
  })

  it('follow a record that knows of more than the fills listed so far', () => {
    const order = lived()
    const entry = entryOf(order, { record: true })
    entry.fills = order.fills().slice(0, 1)
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
    entry.fills = order.fills()
    expect(matchedOf(entry)).toMatchObject({ matchedRaw: 25n * LOT, pendingRaw: 0n })
  })

  it('leave out what was settled before we knew of the order', () => {
    expect(matchedOf(entryOf(lived(), { record: true, baseline: 20n * LOT }))).toEqual(amounts(10n, 10n, 70n))
  })
})

it('a record that still counts a failed match is noticed', () => {
  const order = new TrueOrder()
  order.match(25, 2)
  order.match(10, 3)
  const entry = entryOf(order, { record: true, fills: true })
  const failed = order.settle('failed', 4) ?? ''
  expect(countsWithout(entry, failed)).toBe(true)
  entry.record = order.record()
  expect(countsWithout(entry, failed)).toBe(false)
})

describe('what an event says', () => {
  const order = new TrueOrder()
  const fresh = () => newEntry({ draft: order.draft, originalRaw: order.originalRaw, origin: 'listed' }, 1, 0)

  it('of a cancel: on its way until it is answered, and final once it is carried out', () => {
    for (const kind of ['cancelled', 'cancel-refused', 'cancel-failed'] as const) {
      const entry = fresh()
      learn(entry, { kind: 'cancel-sent', atMonoMs: 7 })
      expect(entry.cancelSentMonoMs).toBe(7)
      learn(entry, { kind })
      expect([entry.cancelSentMonoMs, entry.isCancelled]).toEqual([undefined, kind === 'cancelled'])
    }
  })

  it('of an order on a list taken after its cancel was answered: it may not be cancelled', () => {
    const entry = fresh()
    learn(entry, { kind: 'cancelled' })
    learn(entry, { kind: 'reported-open', record: order.record() })
    expect(entry.isCancelled).toBe(true)
    learn(entry, { kind: 'still-listed' })
    expect(entry.isCancelled).toBe(false)
  })

  it('of the first record of an order that this run did not place: what is settled was there before', () => {
    const entry = fresh()
    for (const filledRaw of [20n, 30n])
      learn(entry, { kind: 'reported-open', record: { ...order.record(), filledRaw } })
    expect(entry).toMatchObject({ hash: order.hash, baselineRaw: 20n })
    learn(entry, { kind: 'rebased' })
    expect(entry.baselineRaw).toBe(30n)
  })

  it('of a fill takes the place of what was said of it before', () => {
    const entry = fresh()
    const matched = new TrueOrder()
    matched.match(25, 2)
    matched.match(10, 3)
    for (const fill of matched.fills()) learn(entry, { kind: 'fill', fill })
    const before = entry.fills
    matched.settle('settled', 4)
    for (const fill of matched.fills()) learn(entry, { kind: 'fill', fill })
    expect(entry.fills).toEqual(matched.fills())
    expect(before.map(({ status }) => status)).toEqual(['pending', 'pending'])
  })

  it('of the journal: a listed order is one of an earlier run', () => {
    const entry = fresh()
    learn(entry, { kind: 'recovered', hash: order.hash })
    expect(entry.origin).toBe('recovered')
  })
})
