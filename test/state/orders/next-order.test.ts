import { describe, expect, it } from 'vitest'
import type { OwnOrder } from '../../../src/domain/orders/own-order.js'
import { nextOrder } from '../../../src/state/orders/next-order.js'
import { newEntry, type OrderEntry } from '../../../src/state/orders/order-entry.js'
import type { Transition } from '../../../src/state/orders/transitions.js'
import { LOT, TrueOrder } from '../true-order.js'

const HASH = '0x01'

/** A signed order at 10 ms, with what is known of it changed. */
function signed(change: Partial<OrderEntry> = {}): OrderEntry {
  const { draft, originalRaw } = new TrueOrder()
  const entry = { ...newEntry({ draft, originalRaw, origin: 'placed' }, 1, 0), hash: HASH } as const
  return { ...entry, order: nextOrder({ ...entry }, 'sent', 10), ...change }
}

function stepped(entry: OrderEntry, ...steps: readonly (readonly [Transition, number])[]): OwnOrder {
  for (const [transition, atMonoMs] of steps) entry.order = nextOrder(entry, transition, atMonoMs)
  return entry.order
}

describe('an order that is said to rest', () => {
  it('is open', () => {
    expect(stepped(signed(), ['rest', 20])).toMatchObject({ phase: 'open', sinceMonoMs: 20, restingRaw: 100n * LOT })
  })

  it('is cancelling while a cancel is on its way, since it began to rest', () => {
    const entry = signed()
    stepped(entry, ['rest', 20])
    entry.cancelSentMonoMs = 30
    expect(stepped(entry, ['rest', 30])).toMatchObject({ phase: 'cancelling', cancelSentMonoMs: 30, sinceMonoMs: 20 })
    entry.cancelSentMonoMs = undefined
    expect(stepped(entry, ['rest', 40])).toMatchObject({ phase: 'open', sinceMonoMs: 20 })
  })

  it('is over where the venue has answered that it is cancelled', () => {
    expect(stepped(signed({ isCancelled: true }), ['rest', 20])).toMatchObject({ phase: 'ended' })
    expect(stepped(signed({ isCancelled: true, pendingRaw: LOT }), ['rest', 20])).toMatchObject({ phase: 'settling' })
  })
})

describe('an order that is over', () => {
  it('is settling while a match is pending, ended from then on, and over since it stopped resting', () => {
    const entry = signed({ matchedRaw: 30n * LOT, pendingRaw: 30n * LOT, restingRaw: 70n * LOT })
    const settling = stepped(entry, ['rest', 20], ['over', 30])
    expect(settling).toMatchObject({ phase: 'settling', sinceMonoMs: 30, restedRaw: 70n * LOT, changedMonoMs: 30 })
    expect(settling).not.toHaveProperty('restingRaw')
    entry.pendingRaw = 0n
    const ended = stepped(entry, ['over', 50])
    expect(ended).toMatchObject({ phase: 'ended', sinceMonoMs: 30, restedRaw: 70n * LOT, changedMonoMs: 50 })
    expect(ended).not.toHaveProperty('pendingRaw')
  })

  it('that was never signed has no hash, rested nowhere, and comes back only signed', () => {
    const entry = signed({ hash: undefined })
    const { draft, originalRaw } = new TrueOrder()
    entry.order = newEntry({ draft, originalRaw, origin: 'placed' }, 1, 0).order
    const ended = stepped(entry, ['over', 30])
    expect(ended).toMatchObject({ phase: 'ended', restedRaw: 0n, matchedRaw: 0n })
    expect(ended).not.toHaveProperty('hash')
    for (const transition of ['rest', 'doubt', 'over'] as const) expect(stepped(entry, [transition, 40])).toBe(ended)
    entry.hash = HASH
    expect(stepped(entry, ['sent', 50])).toMatchObject({ phase: 'sent', hash: HASH })
  })
})

describe('an order that is over with the first word on it', () => {
  const restedRaw = (change: Partial<OrderEntry> = {}) => stepped(signed(change), ['over', 20])

  it('rested nowhere: the venue has refused it', () => {
    expect(restedRaw()).toMatchObject({ phase: 'ended', restedRaw: 0n })
    expect(restedRaw({ record: new TrueOrder().record() })).toMatchObject({ phase: 'ended', restedRaw: 0n })
  })

  it.each([
    ['is told to be cancelled', { isCancelled: true }, 100n],
    ['has a cancel on its way', { cancelSentMonoMs: 15 }, 100n],
    ['was matched', { matchedRaw: 30n * LOT, restingRaw: 70n * LOT }, 100n],
  ])('may have rested where it %s', (_name, change, restedLots) => {
    expect(restedRaw(change)).toMatchObject({ phase: 'ended', restedRaw: restedLots * LOT })
  })
})

describe('an order of unknown outcome', () => {
  it('doubted again is the very same value, unknown since the first doubt; one that rested since is unknown anew', () => {
    const entry = signed()
    const unknown = stepped(entry, ['doubt', 20])
    expect(unknown).toMatchObject({ phase: 'unknown', sinceMonoMs: 20 })
    expect(stepped(entry, ['doubt', 40])).toBe(unknown)
    expect(stepped(entry, ['rest', 50], ['doubt', 60])).toMatchObject({ phase: 'unknown', sinceMonoMs: 60 })
  })

  it('says whether the venue has told of it', () => {
    expect(stepped(signed(), ['doubt', 20])).toMatchObject({ isReported: false })
    expect(stepped(signed({ record: new TrueOrder().record() }), ['doubt', 20])).toMatchObject({ isReported: true })
  })
})

it('what changes nothing leaves the very same value', () => {
  const entry = signed()
  for (const [transition, again] of [
    ['sent', 'stay'],
    ['rest', 'rest'],
    ['doubt', 'stay'],
    ['over', 'over'],
  ] as const) {
    const order = stepped(entry, [transition, 20])
    expect(stepped(entry, [again, 30])).toBe(order)
  }
})
