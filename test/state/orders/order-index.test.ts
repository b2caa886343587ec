import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderEntry } from '../../../src/state/orders/order-entry.js'
import { OrderIndex } from '../../../src/state/orders/order-index.js'
import { A, B } from '../../risk/builders.js'

const RECENT_MS = 15_000
const JUST_ENDED_MS = 750

function entry(intentId: number, conditionId = A, expirationSec = 0): OrderEntry {
  return {
    ...{ intentId, phase: 'signing', sinceMonoMs: 0, seenSeq: 0, foreign: false },
    draft: {
      conditionId,
      outcome: 0,
      side: 'BUY',
      price: 40 as never,
      size: 10 as never,
      type: 'POST_ONLY' as const,
      ...{ expirationSec, feeRateBps: 0 },
    },
    ...{ matchedRaw: 0n, pendingRaw: 0n, restingRaw: 10n, originalRaw: 10n, baselineRaw: 0n, fills: new Map() },
  }
}

const phases = ['signing', 'sent', 'live', 'unknown', 'ended'] as const
const step = fc.record({
  which: fc.nat(5),
  phase: fc.constantFrom(...phases),
  pending: fc.boolean(),
  afterMs: fc.nat(6000),
})

it('answers as a walk over every order would, whatever the orders went through', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const index = new OrderIndex(RECENT_MS)
      const orders = Array.from({ length: 6 }, (_, i) => entry(i + 1, i % 2 ? A : B))
      const changedAt = new Map<OrderEntry, number>()
      let now = 0
      for (const { which, phase, pending, afterMs } of steps) {
        now += afterMs
        const order = orders[which]!
        if (order.phase !== phase) order.sinceMonoMs = now
        order.phase = phase
        order.pendingRaw = pending ? 1n : 0n
        index.place(order, now)
        changedAt.set(order, now)
        const known = orders.filter((o) => changedAt.has(o))
        const living = known.filter((o) => o.phase !== 'ended')
        const over = known.filter((o) => o.phase === 'ended')
        expect(new Set(index.living)).toEqual(new Set(living))
        expect(new Set(index.unknown)).toEqual(new Set(known.filter((o) => o.phase === 'unknown')))
        expect(new Set(index.settling)).toEqual(new Set(over.filter((o) => o.pendingRaw > 0n)))
        expect(index.isPending).toBe(known.some((o) => o.pendingRaw > 0n))
        for (const market of [A, B]) {
          const mine = (list: OrderEntry[]) => list.filter((o) => o.draft.conditionId === market)
          expect(index.livingOf(market)).toEqual(mine(living))
          expect(new Set(index.recentOf(market, now))).toEqual(
            new Set(mine(over).filter((o) => now - changedAt.get(o)! <= RECENT_MS)),
          )
        }
      }
    }),
  )
})

describe('the book may show', () => {
  it('an order for a moment after its end, once, and not one that came back to life', () => {
    const index = new OrderIndex(RECENT_MS)
    const order = entry(1)
    order.phase = 'live'
    index.place(order, 0)
    order.phase = 'ended'
    order.sinceMonoMs = 100
    index.place(order, 100)
    index.place(order, 200)
    expect(index.inBook(A, 100 + JUST_ENDED_MS)).toEqual([order])
    order.phase = 'live'
    index.place(order, 300)
    expect(index.inBook(A, 400)).toEqual([order])
    order.phase = 'ended'
    order.sinceMonoMs = 500
    index.place(order, 500)
    expect(index.inBook(A, 501 + JUST_ENDED_MS)).toEqual([])
  })
})

describe('what is due', () => {
  it('is told once at its expiration, again when asked for, and never of an order that is over', () => {
    const index = new OrderIndex(RECENT_MS)
    const [a, b, never] = [entry(1, A, 10), entry(2, B, 20), entry(3, A, 0)]
    for (const order of [a, b, never]) index.place(order, 0)
    expect(index.takeDue(9999)).toEqual([])
    expect(index.takeDue(10_000)).toEqual([a])
    expect(index.takeDue(15_000)).toEqual([])
    index.watch(a, 16_000)
    b.phase = 'ended'
    index.place(b, 1)
    expect(index.takeDue(30_000)).toEqual([a])
  })
})
