import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MarketBook } from '../../src/domain/book.js'
import { ticks } from '../../src/domain/price.js'
import { lots } from '../../src/domain/size.js'
import { Estimates } from '../../src/state/estimates.js'
import { A, market } from '../risk/builders.js'

type Pair = readonly [number, number]
const levels = (pairs: readonly Pair[]) => pairs.map(([price, size]) => ({ price: ticks(price), size: lots(size) }))
const book = (yes: Pair[], no: Pair[], yesAsks: Pair[] = [], noAsks: Pair[] = []): MarketBook => [
  { bids: levels(yes), asks: levels(yesAsks) },
  { bids: levels(no), asks: levels(noAsks) },
]
const estimates = () => new Estimates({ fairTauMs: 1000, volatilityTauMs: 60_000 })

describe('the fair value', () => {
  it('is unknown before the first two-sided book, and untouched by one-sided and crossed ones', () => {
    const e = estimates()
    expect(e.fair(market())).toBeUndefined()
    e.observe(market(), book([[40, 5]], []), 1)
    e.observe(market(), book([[40, 5]], [[60, 5]]), 2)
    expect(e.fair(market())).toBeUndefined()
    expect(e.volatility(A)).toBeUndefined()
    e.observe(market(), book([[40, 5]], [[50, 5]]), 3)
    expect(e.fair(market())).toBeCloseTo(0.45, 9)
    e.observe(market(), book([[90, 5]], []), 9000)
    e.observe(market(), book([[90, 5]], [[10, 5]]), 9000)
    expect(e.fair(market())).toBeCloseTo(0.45, 9)
  })

  it('leans to the side with the smaller size, then follows the book with its memory', () => {
    const e = estimates()
    e.observe(market(), book([[40, 30]], [[50, 10]]), 0)
    expect(e.fair(market())).toBeCloseTo(0.475, 9)
    e.observe(market(), book([[60, 10]], [[30, 10]]), 1000)
    const between = e.fair(market()) ?? 0
    expect(between).toBeGreaterThan(0.475)
    expect(between).toBeLessThan(0.65)
    e.observe(market(), book([[60, 10]], [[30, 10]]), 60_000)
    expect(e.fair(market())).toBeCloseTo(0.65, 6)
  })

  it('is the payout once the market is over', () => {
    const e = estimates()
    e.observe(market(), book([[40, 5]], [[50, 5]]), 3)
    expect(e.fair(market(A, { status: 'RESOLVED', winner: 0 }))).toBe(1)
    expect(e.fair(market(A, { status: 'RESOLVED', winner: 1 }))).toBe(0)
    expect(e.fair(market(A, { status: 'CANCELLED' }))).toBe(0.5)
    expect(e.fair(market(A, { status: 'RESOLVED' }))).toBeCloseTo(0.45, 9)
  })

  it('stays strictly inside (0, 1), and inside what the books said', () => {
    const pair = fc.tuple(
      fc.integer({ min: 1, max: 98 }),
      fc.integer({ min: 1, max: 98 }),
      fc.integer({ min: 1, max: 9 }),
    )
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 20 }), (steps) => {
        const e = estimates()
        let low = 1
        let high = 0
        steps.forEach(([yes, no, size], i) => {
          e.observe(market(), book([[yes, size]], [[no, 5]]), i * 700)
          if (yes + no >= 100) return
          low = Math.min(low, yes / 100)
          high = Math.max(high, 1 - no / 100)
        })
        const fair = e.fair(market())
        if (high === 0) expect(fair).toBeUndefined()
        else {
          expect(fair).toBeGreaterThanOrEqual(low - 1e-9)
          expect(fair).toBeLessThanOrEqual(high + 1e-9)
        }
      }),
    )
  })
})

it('the volatility is zero for a still book, positive for a moving one, and samples lie 5 s apart', () => {
  const still = estimates()
  const moving = estimates()
  for (let i = 0; i < 5; i++) {
    still.observe(market(), book([[40, 5]], [[50, 5]]), i * 5000)
    moving.observe(market(), book([[40 + 5 * (i % 2), 5]], [[50 - 5 * (i % 2), 5]]), i * 5000)
  }
  expect(still.volatility(A)).toBe(0)
  expect(moving.volatility(A)).toBeGreaterThan(0)
  const quick = estimates()
  quick.observe(market(), book([[40, 5]], [[50, 5]]), 0)
  quick.observe(market(), book([[60, 5]], [[30, 5]]), 4999)
  expect(quick.volatility(A)).toBeUndefined()
})
