import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isOver,
  type LivingOrder,
  type OrderPhase,
  type OverOrder,
  type OwnOrder,
  pendingRawOf,
} from '../../../src/domain/orders/own-order.js'
import { OrderIndex } from '../../../src/state/orders/order-index.js'
import { orderIn } from '../../execution/builders.js'
import { A, B, quote } from '../../risk/builders.js'

const RECENT_MS = 15_000
/** Nothing is told of its level here. */
const UNTOLD_MS = 3000

interface Stand {
  readonly intentId: number
  readonly conditionId?: typeof A
  readonly expirationSec?: number
  readonly atMonoMs?: number
  readonly sinceMonoMs?: number
}

function living(phase: LivingOrder['phase'], { intentId, conditionId = A, expirationSec = 0 }: Stand): LivingOrder {
  const order = orderIn(phase, quote('BUY YES', 40, 10, { conditionId }), intentId)
  return { ...order, draft: { ...order.draft, expirationSec } }
}

function over(phase: OverOrder['phase'], stand: Stand): OverOrder {
  const { atMonoMs = 0, sinceMonoMs = atMonoMs } = stand
  const { intentId, draft, originalRaw, origin } = living('open', stand)
  const order = { intentId, draft, originalRaw, origin, sinceMonoMs, hash: '0x1', fills: [], matchedRaw: 1n } as const
  const end = { restedRaw: 1n, changedMonoMs: atMonoMs }
  return phase === 'settling' ? { ...order, ...end, phase, pendingRaw: 1n } : { ...order, ...end, phase }
}

function stands(phase: OrderPhase, stand: Stand): OwnOrder {
  return phase === 'settling' || phase === 'ended' ? over(phase, stand) : living(phase, stand)
}

const phases = ['signing', 'sent', 'open', 'cancelling', 'unknown', 'settling', 'ended'] as const
const step = fc.record({ which: fc.nat(5), phase: fc.constantFrom(...phases), afterMs: fc.nat(6000) })

it('answers as a walk over every order would, whatever the orders went through', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const index = new OrderIndex(RECENT_MS)
      const orders = new Map<number, OwnOrder>()
      let now = 0
      for (const { which, phase, afterMs } of steps) {
        now += afterMs
        const before = orders.get(which)
        const after = stands(phase, { intentId: which, conditionId: which % 2 ? A : B, atMonoMs: now })
        index.place(before, after)
        orders.set(which, after)
        const known = [...orders.values()].sort((a, b) => a.intentId - b.intentId)
        const isIn = (o: OwnOrder, ...wanted: OrderPhase[]) => wanted.includes(o.phase)
        const alive = known.filter((o) => !isOver(o))
        expect(new Set(index.living.values())).toEqual(new Set(alive))
        expect(new Set(index.unknown.values())).toEqual(new Set(known.filter((o) => isIn(o, 'unknown'))))
        expect(new Set(index.settling.values())).toEqual(new Set(known.filter((o) => isIn(o, 'settling'))))
        expect(index.signing).toBe(known.filter((o) => isIn(o, 'signing')).length)
        expect(index.isPending).toBe(known.some((o) => pendingRawOf(o) > 0n))
        for (const market of [A, B]) {
          const isMine = (o: OwnOrder) => o.draft.conditionId === market
          expect(index.livingOf(market)).toEqual(alive.filter(isMine))
          const recent = known.filter((o) => isOver(o) && now - o.changedMonoMs <= RECENT_MS && isMine(o))
          expect(new Set(index.recentOf(market, now))).toEqual(new Set(recent))
        }
      }
    }),
  )
})

describe('the book may show', () => {
  it('an order for a moment after it stopped resting, once, and not one that came back to life', () => {
    const index = new OrderIndex(RECENT_MS)
    const open = living('open', { intentId: 1 })
    const settling = over('settling', { intentId: 1, atMonoMs: 100 })
    const ended = over('ended', { intentId: 1, sinceMonoMs: 100, atMonoMs: 200 })
    index.place(undefined, open)
    index.place(open, settling)
    expect([index.inBookUntilMonoMs(A, 150), index.inBookUntilMonoMs(B, 150)]).toEqual([100 + UNTOLD_MS, Infinity])
    // past, and nobody has asked for the book since
    expect(index.inBookUntilMonoMs(A, 101 + UNTOLD_MS)).toBe(Infinity)
    expect(index.inBook(A, 150)).toEqual([settling])
    index.place(settling, ended)
    expect(index.inBook(A, 100 + UNTOLD_MS)).toEqual([ended])
    index.place(ended, open)
    expect(index.inBook(A, 400)).toEqual([open])
    const again = over('ended', { intentId: 1, atMonoMs: 500 })
    index.place(open, again)
    expect(index.inBook(A, 501 + UNTOLD_MS)).toEqual([])
  })

  it('nothing of an order that never lived here', () => {
    const index = new OrderIndex(RECENT_MS)
    index.place(undefined, over('settling', { intentId: 1 }))
    expect(index.inBook(A, 0)).toEqual([])
  })
})

describe('what is due', () => {
  it('is told once at its expiration, again when asked for, and never of an order that is over', () => {
    const index = new OrderIndex(RECENT_MS)
    const a = living('open', { intentId: 1, expirationSec: 10 })
    const b = living('open', { intentId: 2, conditionId: B, expirationSec: 20 })
    for (const order of [a, b, living('open', { intentId: 3 })]) index.place(undefined, order)
    expect(index.takeDue(9999)).toEqual([])
    expect(index.takeDue(10_000)).toEqual([a])
    expect(index.takeDue(15_000)).toEqual([])
    index.watch(a.intentId, 16_000)
    index.place(b, over('ended', { intentId: 2, conditionId: B }))
    expect(index.takeDue(30_000)).toEqual([a])
  })

  it('is told as the order stands by then', () => {
    const index = new OrderIndex(RECENT_MS)
    const before = living('open', { intentId: 1, expirationSec: 10 })
    const after = living('cancelling', { intentId: 1, expirationSec: 10 })
    index.place(undefined, before)
    index.place(before, after)
    expect(index.takeDue(10_000)).toEqual([after])
  })
})
