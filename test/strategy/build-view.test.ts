import { expect, it } from 'vitest'
import type { Level } from '../../src/domain/book.js'
import type { FairValue } from '../../src/domain/fair-value.js'
import { ticks } from '../../src/domain/price.js'
import { lots } from '../../src/domain/size.js'
import { buildView, type ViewInput } from '../../src/strategy/build-view.js'
import { restingOrder } from '../execution/builders.js'
import { market, quote, raw } from '../risk/builders.js'

const level = (price: number, shares: number): Level => ({ price: ticks(price), size: lots(shares * 100) })

const FAIR: FairValue = { p: 0.51, ageMs: 0, basis: 'two-sided', degraded: false, spread: 0.12, mid: 0.54, jump: 0 }

function input(change: Partial<ViewInput> = {}): ViewInput {
  return {
    market: market(undefined, { endMs: 10_000 }),
    others: [
      { bids: [level(48, 5), level(47, 9)], asks: [level(55, 2)] },
      { bids: [level(40, 3)], asks: [] },
    ],
    nowVenueMs: 4000,
    fair: FAIR,
    volatility: 0.002,
    tokensRaw: [raw(12), raw(4.5)],
    feeRateBps: 20,
    orders: [],
    ...change,
  }
}

it('shows prices as probabilities and sizes as shares, best first', () => {
  const view = buildView(input())
  expect(view.book.bids[0]).toEqual([
    { price: 0.48, size: 5 },
    { price: 0.47, size: 9 },
  ])
  expect(view.book.asks[0]).toEqual([{ price: 0.55, size: 2 }])
  expect(view.bestBid).toEqual([
    { price: 0.48, size: 5 },
    { price: 0.4, size: 3 },
  ])
  expect(view.fair).toEqual({ p: 0.51, degraded: false, basis: 'two-sided', ageMs: 0, spread: 0.12 })
  expect(view.feeRateBps).toBe(20)
  expect(view.volatility).toBe(0.002)
})

it('leaves absent what is not known', () => {
  const empty = { bids: [], asks: [] }
  const view = buildView(input({ fair: undefined, volatility: undefined, others: [empty, empty] }))
  expect(view.fair).toBeUndefined()
  expect(view.volatility).toBeUndefined()
  expect(view.bestBid).toEqual([undefined, undefined])
})

it('says what the fair value rests on, and leaves the spread out where it rests on no book', () => {
  const fair: FairValue = { p: 0.51, ageMs: 700, basis: 'signal', degraded: true, jump: 0 }
  expect(buildView(input({ fair })).fair).toEqual({ p: 0.51, ageMs: 700, basis: 'signal', degraded: true })
})

it('counts inventory net and in full sets', () => {
  expect(buildView(input()).inventory).toEqual({ yes: 12, no: 4.5, net: 7.5, sets: 4.5 })
})

it('counts the time down to the end, never below nothing', () => {
  expect(buildView(input()).timeLeftMs).toBe(6000)
  expect(buildView(input({ nowVenueMs: 20_000 })).timeLeftMs).toBe(0)
})

it('shows the market in the units of strategies', () => {
  expect(buildView(input()).market).toMatchObject({ tickSize: 0.01, minSize: 5, endMs: 10_000, tagSlugs: [] })
  const grouped = buildView(input({ market: market(undefined, { groupId: 'g', category: 'Sport' }) })).market
  expect(grouped).toMatchObject({ groupId: 'g', category: 'Sport' })
})

it('shows own quotes that may rest, with what is left of them', () => {
  const bid = quote('BUY YES', 47, 10)
  const orders = [restingOrder(bid, 1, { restingRaw: raw(6) }), restingOrder(bid, 2, { restingRaw: 0n })]
  expect(buildView(input({ orders })).ownQuotes).toEqual([{ outcome: 0, side: 'BUY', price: 0.47, size: 6 }])
})

it('shows the times of the event that the venue tells, and no others', () => {
  const times = { startMs: 1000, matchStartMs: 2000, matchEndMs: 9000 }
  expect(buildView(input({ market: market(undefined, times) })).market).toMatchObject(times)
  expect(Object.keys(buildView(input()).market)).not.toContain('startMs')
})
