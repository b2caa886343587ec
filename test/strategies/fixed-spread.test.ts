import { describe, expect, test } from 'vitest'
import { exampleView, inventoryOf } from '../../src/index.js'
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
