import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeRaw } from '../../src/domain/amounts/money.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { buyCost, highestBid, lowestAsk, sellProceeds } from '../../src/models/fee-adjusted.js'

const TOKENS = 10_000_000_000_000n

const input = fc.record({
  worth: fc.double({ min: 0.0001, max: 0.9999, noNaN: true }),
  feeRateBps: fc.integer({ min: 0, max: 1000 }),
  ticksPerUnit: fc.constantFrom(10, 100, 200, 400, 1000, 10_000),
})

describe('prices net of fees', () => {
  test('200 bps at 0.9: 0.2 collateral on 100 shares', () => {
    expect(0.9 * 100 - sellProceeds(0.9, 200) * 100).toBeCloseTo(0.2, 12)
    // the fee in tokens is worth the same
    expect((1 - 0.9 / buyCost(0.9, 200)) * 100 * 0.9).toBeCloseTo(0.2, 12)
  })

  test('what the exchange charges is what we reckon with', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 1000 }), (tick, feeRateBps) => {
        const match = { price: ticks(tick), tokensRaw: TOKENS, feeRateBps, ticksPerUnit: 1000 }
        const kept = Number(TOKENS - feeRaw({ ...match, side: 'BUY' })) / Number(TOKENS)
        expect(tick / 1000 / kept).toBeCloseTo(buyCost(tick / 1000, feeRateBps), 9)
        const paid = Number(feeRaw({ ...match, side: 'SELL' })) / Number(TOKENS)
        expect(tick / 1000 - paid).toBeCloseTo(sellProceeds(tick / 1000, feeRateBps), 9)
      }),
    )
  })

  test('without a fee bids round down and asks up', () => {
    const grid = { feeRateBps: 0, ticksPerUnit: 100 }
    expect(highestBid(0.489, grid)).toBe(48)
    expect(highestBid(0.29, grid)).toBe(29)
    expect(lowestAsk(0.481, grid)).toBe(49)
    expect(lowestAsk(0.57, grid)).toBe(57)
    expect(highestBid(0.009, grid)).toBeUndefined()
    expect(lowestAsk(0.991, grid)).toBeUndefined()
  })

  test('at 200 bps a token worth 0.5 is bid for at 0.49', () => {
    expect(highestBid(0.5, { feeRateBps: 200, ticksPerUnit: 100 })).toBe(49)
    expect(lowestAsk(0.5, { feeRateBps: 200, ticksPerUnit: 100 })).toBe(51)
  })

  test('the bid is the largest tick with P <= worth (1 - phi(P)), as a search over all ticks finds it', () => {
    fc.assert(
      fc.property(input, ({ worth, feeRateBps, ticksPerUnit }) => {
        const grid = { feeRateBps, ticksPerUnit }
        const all = Array.from({ length: ticksPerUnit - 1 }, (_, i) => i + 1)
        const slack = 1e-7 / ticksPerUnit
        const bid = all.findLast((t) => buyCost(t / ticksPerUnit, feeRateBps) <= worth + slack)
        const ask = all.find((t) => sellProceeds(t / ticksPerUnit, feeRateBps) >= worth - slack)
        expect(highestBid(worth, grid)).toBe(bid)
        expect(lowestAsk(worth, grid)).toBe(ask)
      }),
      { numRuns: 60 },
    )
  })

  test('the net price of a tick comes back as that tick', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 1000 }), (tick, feeRateBps) => {
        const grid = { feeRateBps, ticksPerUnit: 100 }
        expect(highestBid(buyCost(tick / 100, feeRateBps), grid)).toBe(tick)
        expect(lowestAsk(sellProceeds(tick / 100, feeRateBps), grid)).toBe(tick)
      }),
    )
  })
})
