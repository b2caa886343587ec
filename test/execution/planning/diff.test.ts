import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LivingOrder, OpenOrder } from '../../../src/domain/orders/own-order.js'
import type { Quote } from '../../../src/domain/orders/quote.js'
import { type DiffInput, diffMarket } from '../../../src/execution/planning/diff.js'
import { market, quote, raw } from '../../risk/builders.js'
import { at, orderIn, restingOrder } from '../builders.js'

const SETTINGS = {
  repriceTicks: 1,
  resizeFraction: 0.5,
  renewBeforeFraction: 0.3,
  lifetimeSec: 120,
  stopMatchingBeforeSec: 0,
}
const BID = quote('BUY YES', 50, 10)
const NO_BID = quote('BUY NO', 45, 10)

function diff(approved: readonly Quote[], orders: readonly LivingOrder[], change: Partial<DiffInput> = {}) {
  return diffMarket({ market: market(), approved, orders, now: at(0), settings: SETTINGS, ...change })
}

const NOTHING = { cancels: [], replacements: [], missing: [] }

describe('diffMarket', () => {
  it('does nothing when what is wanted rests', () => {
    expect(diff([BID, NO_BID], [restingOrder(BID, 1), restingOrder(NO_BID, 2)])).toEqual(NOTHING)
  })

  it('keeps the queue place inside the tolerance of price and size', () => {
    const near = { ...BID, price: quote('BUY YES', 51, 10).price }
    expect(diff([near], [restingOrder(BID, 1)])).toEqual(NOTHING)
    expect(diff([quote('BUY YES', 50, 15)], [restingOrder(BID, 1)])).toEqual(NOTHING)
  })

  it('replaces an order that is off by more, the further the more urgently', () => {
    const order = restingOrder(BID, 1)
    const [far] = diff([quote('BUY YES', 55, 10)], [order]).replacements
    const [close] = diff([quote('BUY YES', 52, 10)], [order]).replacements
    expect(far).toMatchObject({ order, reason: 'reprice' })
    expect(far!.urgency).toBeGreaterThan(close!.urgency)
  })

  it('replaces an order that a fill has made too small, or risk too large', () => {
    const order = restingOrder(BID, 1, { restingRaw: raw(4) })
    expect(diff([BID], [order]).replacements).toMatchObject([{ reason: 'resize', urgency: 1 }])
    const large = restingOrder(quote('BUY YES', 50, 30), 1)
    expect(diff([BID], [large]).replacements).toMatchObject([{ reason: 'resize', urgency: 3 }])
  })

  it('keeps nothing larger or dearer than approved where others find no room, and what takes less', () => {
    const [dearer, larger] = [restingOrder(quote('BUY YES', 51, 10), 1), restingOrder(quote('BUY YES', 50, 11), 1)]
    for (const order of [dearer, larger]) {
      expect(diff([BID], [order], { givesRoom: true })).toEqual({ cancels: [order], replacements: [], missing: [BID] })
      expect(diff([BID], [order])).toEqual(NOTHING)
    }
    const [cheaper, smaller] = [restingOrder(quote('BUY YES', 49, 10), 1), restingOrder(quote('BUY YES', 50, 9), 1)]
    for (const order of [cheaper, smaller]) expect(diff([BID], [order], { givesRoom: true })).toEqual(NOTHING)
  })

  it('keeps nothing larger than approved where a limit is passed', () => {
    const larger = restingOrder(quote('BUY YES', 50, 11), 1)
    expect(diff([BID], [larger], { isOverLimit: () => true }).cancels).toEqual([larger])
    expect(diff([BID], [restingOrder(BID, 1)], { isOverLimit: () => true })).toEqual(NOTHING)
  })

  it('pulls at once what has lost most of its edge, without waiting for a budget', () => {
    const order = restingOrder(quote('BUY YES', 52, 10), 1)
    const wanted = quote('BUY YES', 50, 10, { edge: 0.02 })
    expect(diff([wanted], [order])).toEqual({ cancels: [order], replacements: [], missing: [wanted] })
    const timid = restingOrder(quote('BUY YES', 48, 10), 1)
    expect(diff([wanted], [timid]).cancels).toEqual([])
    const offer = restingOrder(quote('SELL YES', 58, 10), 1)
    expect(diff([quote('SELL YES', 60, 10, { edge: 0.02 })], [offer]).cancels).toEqual([offer])
  })

  it('does not call a reducing quote past the fair value dangerous', () => {
    const order = restingOrder(quote('SELL YES', 49, 10), 1)
    expect(diff([quote('SELL YES', 50, 10, { edge: -0.01 })], [order])).toEqual(NOTHING)
  })

  it('pulls at once what costs more than is wished without any edge, where it cannot be replaced', () => {
    const wanted = quote('SELL YES', 50, 10, { edge: -0.01 })
    const [near, far] = [restingOrder(quote('SELL YES', 49, 10), 1), restingOrder(quote('SELL YES', 48, 10), 1)]
    expect(diff([wanted], [near], { isClosed: true })).toEqual(NOTHING)
    expect(diff([wanted], [far], { isClosed: true })).toEqual({ cancels: [far], replacements: [], missing: [wanted] })
    expect(diff([wanted], [far])).toMatchObject({ cancels: [], replacements: [{ reason: 'reprice' }] })
    const timid = restingOrder(quote('SELL YES', 53, 10), 1)
    expect(diff([wanted], [timid], { isClosed: true })).toMatchObject({ cancels: [] })
  })

  describe('where makers pay, counts an order by what it costs with the fee that it signed', () => {
    const signed = (order: OpenOrder, feeRateBps: number): OpenOrder => ({
      ...order,
      draft: { ...order.draft, feeRateBps },
    })
    // 0.43 at 1,000 bps costs 0.4778, 0.48 without a fee 0.48
    const before = signed(restingOrder(quote('BUY YES', 43, 10), 1), 1000)

    it('an order that paid a fee is too dear at the price at which one would be placed without', () => {
      const wanted = quote('BUY YES', 43, 10, { edge: 0.1 })
      expect(diff([wanted], [before], { paidBps: 0 }).replacements).toMatchObject([
        { order: before, reason: 'reprice' },
      ])
      expect(diff([wanted], [before], { paidBps: 1000 })).toEqual(NOTHING)
      // makers are free: whatever was signed
      expect(diff([wanted], [before])).toEqual(NOTHING)
      const thin = quote('BUY YES', 43, 10, { edge: 0.02 })
      expect(diff([thin], [before], { paidBps: 0 })).toEqual({ cancels: [before], replacements: [], missing: [thin] })
    })

    it('one that stands behind the new price is replaced, as before', () => {
      const wanted = quote('BUY YES', 48, 10, { edge: 0.02 })
      expect(diff([wanted], [before], { paidBps: 0 }).replacements).toMatchObject([
        { order: before, reason: 'reprice' },
      ])
    })

    it('one that was signed before the fee rose stays while it costs no more than wanted', () => {
      const order = restingOrder(quote('BUY YES', 48, 10), 1)
      const sale = restingOrder(quote('SELL NO', 52, 10), 2)
      const wanted = [quote('BUY YES', 43, 10, { edge: 0.02 }), quote('SELL NO', 57, 10, { edge: 0.02 })]
      expect(diff(wanted, [order, sale], { paidBps: 1000 })).toEqual(NOTHING)
      expect(diff(wanted, [order, sale]).cancels).toEqual([order, sale])
    })

    it('nothing is known of the fee of an order by another hand', () => {
      const listed: OpenOrder = { ...restingOrder(quote('BUY YES', 48, 10), 1), origin: 'listed' }
      const wanted = quote('BUY YES', 43, 10, { edge: 0.02 })
      expect(diff([wanted], [listed], { paidBps: 1000 }).cancels).toEqual([listed])
    })
  })

  it('renews an order before the venue stops to match it, however long it goes on to rest', () => {
    const settings = { ...SETTINGS, stopMatchingBeforeSec: 60 }
    const orders = Array.from({ length: 10 }, (_, i) => restingOrder(quote('BUY YES', 40 + i, 10), i + 1))
    const wanted = orders.map(({ draft }) => quote('BUY YES', draft.price, 10))
    const renewed = (afterMs: number) => diff(wanted, orders, { settings, now: at(afterMs) }).replacements.length
    // of a minute in which it is matched between 0.3 and 0.45 are left
    expect([renewed(32_900), renewed(42_100)]).toEqual([0, 10])
    const [latest] = diff([BID], [restingOrder(BID, 1)], { settings, now: at(59_000) }).replacements
    expect(latest?.urgency).toBeGreaterThan(5.9)
  })

  it('cancels what is not wanted: refused quotes, duplicates, orders of an earlier run', () => {
    const duplicate = restingOrder(BID, 2)
    const stray = restingOrder(quote('SELL NO', 70, 10), 3)
    const { cancels, replacements, missing } = diff([BID], [restingOrder(BID, 1), duplicate, stray])
    expect([cancels, replacements, missing]).toEqual([[duplicate, stray], [], []])
  })

  it('keeps an order that no journal of ours names where it is wanted, unless orphans are to be cancelled', () => {
    const orphan: LivingOrder = { ...restingOrder(BID, 1), origin: 'listed' }
    expect(diff([BID], [orphan])).toEqual(NOTHING)
    const settings = { ...SETTINGS, reconcile: { orphans: 'cancel' } } as const
    expect(diff([BID], [orphan], { settings })).toEqual({ cancels: [orphan], replacements: [], missing: [BID] })
    const recovered: LivingOrder = { ...orphan, origin: 'recovered' }
    expect(diff([BID], [recovered], { settings })).toEqual(NOTHING)
  })

  it('does not count on orders of unknown outcome or those being cancelled, and never cancels them again', () => {
    const orders = [orderIn('unknown', BID, 1), orderIn('cancelling', BID, 3)]
    expect(diff([BID], orders)).toEqual({ cancels: [], replacements: [], missing: [BID] })
  })

  it('counts on orders on their way', () => {
    for (const phase of ['signing', 'sent'] as const) expect(diff([BID], [orderIn(phase, BID, 1)])).toEqual(NOTHING)
  })
})

describe('renewal', () => {
  const dueAtMs = (intentId: number) => {
    const order = restingOrder(BID, intentId)
    for (let ms = 0; ms <= 120_000; ms += 100) {
      if (diff([BID], [order], { now: at(ms) }).replacements.length > 0) return ms
    }
    return undefined
  }

  it('comes before the end, spread over the orders', () => {
    const times = Array.from({ length: 20 }, (_, i) => dueAtMs(i + 1) ?? Number.NaN)
    for (const ms of times) {
      expect(ms).toBeGreaterThanOrEqual(120_000 - 0.45 * 120_000 - 100)
      expect(ms).toBeLessThanOrEqual(120_000 - 0.3 * 120_000 + 100)
    }
    expect(new Set(times.map((ms) => Math.floor(ms / 1000))).size).toBeGreaterThan(10)
  })

  it('is more pressing the closer the end', () => {
    const urgency = (ms: number) => diff([BID], [restingOrder(BID, 1)], { now: at(ms) }).replacements[0]?.urgency ?? 0
    expect(urgency(119_000)).toBeGreaterThan(urgency(90_000))
  })

  it('gives an end to an adopted order that has none', () => {
    const order = restingOrder(BID, 1)
    const endless = { ...order, draft: { ...order.draft, expirationSec: 0 } }
    expect(diff([BID], [endless], { now: at(0) }).replacements).toMatchObject([{ reason: 'renew' }])
  })

  it('is never due for what was just placed, however early it is asked for', () => {
    for (const renewBeforeFraction of [0.5, 0.7, 0.8, 0.95])
      for (let intentId = 1; intentId <= 50; intentId++) {
        const settings = { ...SETTINGS, renewBeforeFraction }
        expect(diff([BID], [restingOrder(BID, intentId)], { now: at(0), settings })).toEqual(NOTHING)
      }
  })
})

describe('any plan', () => {
  const words = fc.constantFrom('BUY YES', 'BUY NO', 'SELL YES', 'SELL NO')
  const quotes = fc
    .uniqueArray(fc.tuple(words, fc.integer({ min: 40, max: 60 })), {
      maxLength: 6,
      selector: ([leg, price]) => `${leg}${price}`,
    })
    .map((list) => list.map(([leg, price]) => quote(leg as 'BUY YES', price, 10)))
  const phases = fc.constantFrom<LivingOrder['phase']>('open', 'open', 'sent', 'unknown', 'cancelling')
  const orders = fc
    .array(fc.tuple(words, fc.integer({ min: 40, max: 60 }), phases), { maxLength: 6 })
    .map((list) => list.map(([leg, price, phase], i) => orderIn(phase, quote(leg as 'BUY YES', price, 10), i + 1)))

  const wordsOf = (o: { outcome: number; side: string; price: number }) => `${o.side} ${o.outcome} ${o.price}`

  it('carried out, leaves exactly the approved set, up to the tolerance', () => {
    fc.assert(
      fc.property(quotes, orders, fc.integer({ min: 0, max: 2 }), (approved, own, repriceTicks) => {
        const plan = diff(approved, own, { settings: { ...SETTINGS, repriceTicks } })
        const gone = new Set([...plan.cancels, ...plan.replacements.map((r) => r.order)])
        const kept = own.filter((o) => (o.phase === 'open' || o.phase === 'sent') && !gone.has(o))
        const placed = [...plan.missing, ...plan.replacements.map((r) => r.quote)]
        // what stays and what comes: one for each approved quote, on its leg
        expect(kept.length + placed.length).toBe(approved.length)
        const unplaced = approved.filter((q) => !placed.includes(q))
        for (const q of unplaced) {
          const near = kept.filter((o) => o.draft.outcome === q.outcome && o.draft.side === q.side)
          expect(
            near.some((o) => Math.abs(o.draft.price - q.price) <= repriceTicks),
            wordsOf(q),
          ).toBe(true)
        }
        // nobody is cancelled twice, and nobody whose cancel is on its way
        expect(plan.cancels.length + plan.replacements.length).toBe(gone.size)
        for (const { phase } of gone) expect(['open', 'sent']).toContain(phase)
      }),
    )
  })

  it('with no tolerance needs no cancel for what already rests', () => {
    fc.assert(
      fc.property(quotes, (approved) => {
        expect(
          diff(
            approved,
            approved.map((q, i) => restingOrder(q, i + 1)),
          ),
        ).toEqual(NOTHING)
      }),
    )
  })
})
