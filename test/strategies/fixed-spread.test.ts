import { describe, expect, test } from 'vitest'
import { exampleView, inventoryOf, type ViewChanges } from '../../src/index.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'

const quoter = bindStrategy(fixedSpread, { halfSpread: 0.03, size: 10, maxNet: 100 })

describe('fixed-spread', () => {
  test('a bid on each outcome at the distance', () => {
    const { quotes, fair } = quoter(exampleView({ fair: { p: 0.6, degraded: false } }))
    expect(fair).toBe(0.6)
    expect(quotes.map((q) => [q.outcome, q.side, q.size])).toEqual([
      [0, 'BUY', 10],
      [1, 'BUY', 10],
    ])
    expect(quotes[0]?.price).toBeCloseTo(0.57, 12)
    expect(quotes[1]?.price).toBeCloseTo(0.37, 12)
  })

  test('smaller where it would add to the position', () => {
    expect(quoter(exampleView({ inventory: inventoryOf(40) })).quotes.map((q) => q.size)).toEqual([6, 10])
  })

  test('nothing without a sound fair value, or at the end', () => {
    expect(quoter(exampleView({ fair: undefined }))).toEqual({ quotes: [], note: 'no fair value' })
    expect(quoter(exampleView({ fair: { p: 0.5, degraded: true } })).quotes).toEqual([])
    expect(quoter(exampleView({ timeLeftMs: 5000 })).quotes).toEqual([])
  })
})

test('a kick-off is the end, a share of the life too, and toxic flow brings it forward', () => {
  const { market, nowMs } = exampleView()
  const quotes = (changes: ViewChanges) => bindStrategy(fixedSpread)(exampleView(changes)).quotes.length
  expect(quotes({ market: { ...market, matchStartMs: nowMs + 5000 } })).toBe(0)
  const halfAnHour = { ...market, startMs: nowMs + 80_000 - 1_800_000, endMs: nowMs + 80_000 }
  expect(quotes({ market: halfAnHour, timeLeftMs: 80_000 })).toBe(0)
  expect(quotes({ timeLeftMs: 65_000 })).toBe(2)
  expect(quotes({ timeLeftMs: 65_000, toxicity: [0.05, 0] })).toBe(0)
})
