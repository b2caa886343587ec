import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO, YES } from '../../../src/domain/market/side.js'
import { bothBids } from '../../../src/strategy/both-bids.js'
import {
  bidSizes,
  limitByInventoryAndEnd,
  limitByInventoryAndEvent,
} from '../../../src/strategy/overlays/inventory-and-end.js'
import { exampleView, inventoryOf } from '../../../src/strategy/view/example-view.js'

const PAIR = bothBids({ yes: 0.4, no: 0.5, size: 20 })
const LIMITS = { maxNet: 100, reduceOnlyMs: 1000, stopMs: 200 }
const sizes = (net: number, timeLeftMs: number) =>
  limitByInventoryAndEnd(PAIR, { inventory: inventoryOf(net), timeLeftMs }, LIMITS).map((quote) => quote.size)

test('taper, then reduce-only, then nothing', () => {
  expect(sizes(50, 1001)).toEqual([10, 20])
  expect(sizes(50, 1000)).toEqual([20])
  expect(sizes(5, 1000)).toEqual([5])
  expect(sizes(0, 1000)).toEqual([])
  expect(sizes(50, 201)).toEqual([20])
  expect(sizes(50, 200)).toEqual([])
})

test.each(['maxNet', 'reduceOnlyMs', 'stopMs'] as const)(
  'a limit %s that is missing or no number is told of',
  (name) => {
    const view = { inventory: inventoryOf(0), timeLeftMs: 1e6 }
    for (const value of [undefined, Number.NaN, -1]) {
      const limits = { ...LIMITS, [name]: value } as typeof LIMITS
      expect(() => limitByInventoryAndEnd(PAIR, view, limits)).toThrow(
        `limits.${name}: expected a number, at least 0, got ${value}`,
      )
    }
  },
)

test('who does not read the time is told so: the end would never come', () => {
  const message = 'view.timeLeftMs: expected a number, at least 0, got'
  const end = { maxNet: 100, reduceOnlyMs: 1000, stopMs: 200, endShare: 0, endShareAtMostMs: 0, inPlay: false }
  const { timeLeftMs: _unread, ...rest } = exampleView()
  const view = rest as ReturnType<typeof exampleView>
  expect(() => limitByInventoryAndEnd(PAIR, view, LIMITS)).toThrow(`${message} undefined: 'time' among the inputs`)
  expect(() => limitByInventoryAndEvent(PAIR, view, end)).toThrow(`${message} NaN`)
  expect(() => bidSizes(20, view, end)).toThrow(`${message} NaN`)
})

test.each(['maxNet', 'reduceOnlyMs', 'stopMs', 'endShare'] as const)('sizes are not told without %s', (name) => {
  const end = { maxNet: 100, reduceOnlyMs: 1000, stopMs: 200, endShare: 0.05, endShareAtMostMs: 300_000, inPlay: false }
  const view = exampleView({ market: { ...exampleView().market, startMs: 0 } })
  const { [name]: _left, ...rest } = end
  expect(() => bidSizes(20, view, rest as typeof end)).toThrow(/^limits\.\w+: expected a number, at least 0, got/)
})

test('the sizes of two bids are what the limits leave of them', () => {
  const end = { endShare: 0.05, endShareAtMostMs: 300_000, inPlay: false }
  const net = fc.oneof(fc.constant(0), fc.double({ min: -150, max: 150, noNaN: true }))
  const seen = new Set<string>()
  fc.assert(
    fc.property(net, fc.integer({ min: 0, max: 2000 }), fc.double({ min: 0, max: 0.1, noNaN: true }), (q, left, xi) => {
      const { market, nowMs } = exampleView()
      const view = { market, nowMs, toxicity: [xi, 0], inventory: inventoryOf(q), timeLeftMs: left } as const
      const settings = { ...LIMITS, ...end, halfSpread: 0.05 }
      const quotes = limitByInventoryAndEvent(PAIR, view, settings)
      const sizeOf = (outcome: number) => quotes.find((quote) => quote.outcome === outcome)?.size ?? 0
      expect(bidSizes(20, view, settings)).toEqual([sizeOf(YES), sizeOf(NO)])
      seen.add(quotes.map(({ outcome }) => outcome).join())
    }),
  )
  expect([...seen].sort()).toEqual(['', '0', '0,1', '1'])
})
