import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO, YES } from '../../src/domain/market/side.js'
import { netDirection } from '../../src/domain/market/yes-view.js'
import { preferHeld } from '../../src/quoting/prefer-held.js'
import { wish } from './quoting-fixtures.js'

const chosen = (quotes: ReturnType<typeof wish>[], held: readonly [number, number]) =>
  preferHeld(quotes, { held, minSize: 5 })

const resting = (bids: { readonly YES?: number; readonly NO?: number }) => (outcome: 0 | 1) =>
  (outcome === YES ? bids.YES : bids.NO) ?? 0

const someBids = fc.array(
  fc.record({
    outcome: fc.constantFrom(YES, NO),
    side: fc.constant('BUY' as const),
    price: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    size: fc.integer({ min: 5, max: 100 }),
  }),
  { maxLength: 6 },
)
const someHeld = fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 }))

describe('choice of the leg', () => {
  const pair = [wish(YES, 'BUY', 0.25), wish(NO, 'BUY', 0.5)]

  test('holding nothing, both stay bids', () => {
    expect(chosen(pair, [0, 0])).toEqual(pair)
  })

  test('holding YES, the bid on NO becomes a sale of YES at the complement', () => {
    expect(chosen(pair, [30, 0])).toEqual([wish(YES, 'BUY', 0.25), wish(YES, 'SELL', 0.5)])
  })

  test('holding NO, the bid on YES becomes a sale of NO', () => {
    expect(chosen(pair, [0, 30])).toEqual([wish(NO, 'SELL', 0.75), wish(NO, 'BUY', 0.5)])
  })

  test('holding sets, both are sales', () => {
    expect(chosen(pair, [30, 30])).toEqual([wish(NO, 'SELL', 0.75), wish(YES, 'SELL', 0.5)])
  })

  test('too little held for the bid leaves the bid: one order a side', () => {
    expect(chosen([wish(NO, 'BUY', 0.5, 20)], [8, 0])).toEqual([wish(NO, 'BUY', 0.5, 20)])
    expect(chosen([wish(NO, 'BUY', 0.5, 10)], [8, 0])).toEqual([wish(YES, 'SELL', 0.5, 8)])
    expect(chosen([wish(NO, 'BUY', 0.5, 10)], [4, 0])).toEqual([wish(NO, 'BUY', 0.5, 10)])
  })

  test('half of what can be paid of the bid is enough, and less than the smallest order never is', () => {
    const pair = [wish(YES, 'BUY', 0.25, 20), wish(NO, 'BUY', 0.5, 20)]
    const held = [8, 8] as const
    const sales = [wish(NO, 'SELL', 0.75, 8), wish(YES, 'SELL', 0.5, 8)]
    expect(preferHeld(pair, { held, minSize: 5, collateral: 10 })).toEqual(pair)
    // 16 shares of NO at 0.5, and all 20 of YES at 0.25
    expect(preferHeld(pair, { held, minSize: 5, collateral: 8 })).toEqual([pair[0], sales[1]])
    expect(preferHeld(pair, { held, minSize: 5, collateral: 4 })).toEqual(sales)
    expect(preferHeld(pair, { held, minSize: 5, collateral: 0 })).toEqual(sales)
    expect(preferHeld(pair, { held: [4, 4], minSize: 5, collateral: 0 })).toEqual(pair)
  })

  test('a bid that rests already stays a bid and keeps its place in the queue', () => {
    const options = { held: [30, 30] as const, minSize: 5, bidding: resting({ NO: 1 }) }
    expect(preferHeld(pair, options)).toEqual([wish(NO, 'SELL', 0.75), wish(NO, 'BUY', 0.5)])
  })

  test('a bid behind a sale does not take the sale back', () => {
    const ladder = [wish(NO, 'BUY', 0.5, 20), wish(NO, 'BUY', 0.25, 34)]
    const options = { held: [18, 0] as const, minSize: 5, bidding: resting({ NO: 1 }) }
    expect(preferHeld(ladder, options)).toEqual([wish(YES, 'SELL', 0.5, 18), wish(NO, 'BUY', 0.25, 34)])
    expect(preferHeld(ladder, { ...options, bidding: resting({ NO: 2 }) })).toEqual(ladder)
  })

  test('what was chosen is chosen again once its bids rest', () => {
    const counts = fc.record({ YES: fc.integer({ min: 0, max: 3 }), NO: fc.integer({ min: 0, max: 3 }) })
    fc.assert(
      fc.property(someBids, someHeld, counts, (bids, shares, before) => {
        const options = { held: shares, minSize: 5 }
        const first = preferHeld(bids, { ...options, bidding: resting(before) })
        const on = (outcome: 0 | 1) => first.filter((one) => one.side === 'BUY' && one.outcome === outcome).length
        expect(preferHeld(bids, { ...options, bidding: on })).toEqual(first)
      }),
    )
  })

  test('sales wished for keep their tokens, and the dearest bid is served first', () => {
    const quotes = [wish(NO, 'BUY', 0.25), wish(NO, 'BUY', 0.5), wish(YES, 'SELL', 0.9, 20)]
    expect(chosen(quotes, [30, 0])).toEqual([wish(YES, 'SELL', 0.9, 20), wish(YES, 'SELL', 0.5), wish(NO, 'BUY', 0.25)])
  })

  test('neither grows, nor turns, nor sells more than is held', () => {
    fc.assert(
      fc.property(someBids, someHeld, (bids, shares) => {
        const result = chosen(bids, shares)
        for (const direction of [1, -1]) {
          const total = (quotes: typeof bids | typeof result) =>
            quotes.filter((q) => netDirection(q) === direction).reduce((sum, q) => sum + q.size, 0)
          expect(total(result)).toBeLessThanOrEqual(total(bids))
          // a sale is at least half of the bid it stands for
          expect(total(result)).toBeGreaterThanOrEqual(total(bids) / 2)
        }
        for (const outcome of [YES, NO]) {
          const sold = result.filter((q) => q.side === 'SELL' && q.outcome === outcome)
          expect(sold.reduce((sum, q) => sum + q.size, 0)).toBeLessThanOrEqual(shares[outcome])
        }
        expect(result.every((q) => q.size >= 5)).toBe(true)
      }),
    )
  })
})
