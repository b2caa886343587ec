import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLegalPrice } from '../../src/domain/amounts/price.js'
import { lotsToRaw } from '../../src/domain/amounts/size.js'
import { rawToShares } from '../../src/domain/market/market.js'
import { NO, OUTCOMES, YES } from '../../src/domain/market/side.js'
import { netDirection } from '../../src/domain/market/yes-view.js'
import { buyCost, sellProceeds } from '../../src/models/fee-adjusted.js'
import { applyRules, withEdges } from '../../src/quoting/apply-rules.js'
import type { QuotingContext } from '../../src/quoting/quoting-context.js'
import { anyContext, anyWishedQuote, CONTEXT, touchBook, wish } from './quoting-fixtures.js'

const shown = (quotes: ReturnType<typeof applyRules>['quotes']) =>
  quotes.map(({ outcome, side, price, size }) => `${side} ${outcome === YES ? 'YES' : 'NO'} ${size}@${price}`)

/** With what they earn. */
const priced = (...args: Parameters<typeof applyRules>) => {
  const { quotes, worth } = applyRules(...args)
  return withEdges(quotes, worth, CONTEXT.market)
}

describe('a wish made legal', () => {
  test('two bids around a fair value of 0.4850', () => {
    const quotes = [wish(YES, 'BUY', 0.465), wish(NO, 'BUY', 0.495)]
    const legal = applyRules({ quotes }, { ...CONTEXT, fair: 0.485 })
    expect(shown(legal.quotes)).toEqual(['BUY YES 1000@46', 'BUY NO 1000@49'])
    expect(legal.refused).toEqual([])
    const [yes, no] = priced({ quotes }, { ...CONTEXT, fair: 0.485 })
    expect(yes).toMatchObject({ ...legal.quotes[0], conditionId: CONTEXT.market.conditionId })
    expect(yes?.edge).toBeCloseTo(0.025, 12)
    expect(no?.edge).toBeCloseTo(0.025, 12)
  })

  test("the edge is measured by the strategy's own value where it says one", () => {
    const quotes = [wish(YES, 'BUY', 0.23), wish(NO, 'BUY', 0.7)]
    const edges = (fair?: number) =>
      priced({ quotes, ...(fair === undefined ? {} : { fair }) }, { ...CONTEXT, fair: 0.32 }).map(({ edge }) =>
        Number(edge.toFixed(9)),
      )
    expect(edges(0.265)).toEqual([0.035, 0.035])
    expect(edges()).toEqual([0.09, -0.02])
  })

  test('an empty wish is an empty answer', () => {
    expect(applyRules({ quotes: [] }, CONTEXT)).toMatchObject({ quotes: [], refused: [] })
  })

  test('the leg that is held is sold', () => {
    const quotes = [wish(YES, 'BUY', 0.465), wish(NO, 'BUY', 0.495)]
    const legal = applyRules({ quotes }, { ...CONTEXT, heldRaw: [50_000_000n, 0n], useHeld: true })
    expect(shown(legal.quotes)).toEqual(['BUY YES 1000@46', 'SELL YES 1000@51'])
  })

  test('the edge is net of the fee, and negative where we pay to get rid of a position', () => {
    const context: QuotingContext = { ...CONTEXT, fair: 0.4, feeRateBps: 200, heldRaw: [50_000_000n, 0n] }
    const [paying] = priced({ quotes: [wish(YES, 'SELL', 0.35)] }, context)
    expect(paying?.price).toBe(36)
    expect(paying?.edge).toBeLessThan(0)
    expect(paying?.edge).toBeCloseTo(sellProceeds(0.36, 200) - 0.4, 12)
  })

  test('a refusal says what and why', () => {
    const legal = applyRules({ quotes: [wish(YES, 'BUY', 0.5, 2), wish(YES, 'SELL', 0.6)] }, { ...CONTEXT, fair: 0.55 })
    expect(legal.quotes).toEqual([])
    expect(legal.refused.map(({ reason, detail }) => [reason, detail])).toEqual([
      ['below-minimum', 'size: expected at least 5 shares, got 2'],
      ['not-held', 'size: expected at least 5 shares held, got 0'],
    ])
    expect(legal.refused[0]?.quote).toMatchObject({ outcome: YES, side: 'BUY', price: 0.5, size: 2 })
  })

  test('a quote outside the band does not push its counterpart back', () => {
    const quotes = [wish(YES, 'BUY', 0.97), wish(NO, 'BUY', 0.08)]
    const legal = applyRules({ quotes }, { ...CONTEXT, band: { min: 0.05, max: 0.95 } })
    expect(shown(legal.quotes)).toEqual(['BUY NO 1000@8'])
  })

  test('others in the way', () => {
    const quotes = [wish(YES, 'BUY', 0.5), wish(NO, 'BUY', 0.48)]
    const legal = applyRules({ quotes }, { ...CONTEXT, others: touchBook({ yesBid: 44, noBid: 53 }) })
    expect(shown(legal.quotes)).toEqual(['BUY YES 1000@46', 'BUY NO 1000@48'])
  })
})

describe('whatever is wished', () => {
  const run = (
    check: (
      legal: ReturnType<typeof applyRules>,
      context: QuotingContext,
      wishes: readonly ReturnType<typeof wish>[],
    ) => void,
  ) =>
    fc.assert(
      fc.property(fc.array(anyWishedQuote, { maxLength: 8 }), anyContext, (quotes, context) => {
        check(applyRules({ quotes }, context), context, quotes)
      }),
      { numRuns: 500 },
    )

  test('every quote is on the grid, inside the band and of legal size', () => {
    run(({ quotes }, { market, band }) => {
      for (const { price, size } of quotes) {
        expect(isLegalPrice(price, market.ticksPerUnit)).toBe(true)
        expect(Number.isSafeInteger(size)).toBe(true)
        expect(size).toBeGreaterThanOrEqual(market.minLots)
        const probability = price / market.ticksPerUnit
        if (band !== undefined) expect(probability >= band.min - 1e-9 && probability <= band.max + 1e-9).toBe(true)
      }
    })
  })

  test('no quote meets the others, in any of the four ways', () => {
    run(({ quotes }, { market, others }) => {
      for (const { outcome, side, price } of quotes) {
        const [own, other] = outcome === YES ? [others[YES], others[NO]] : [others[NO], others[YES]]
        if (side === 'BUY') {
          expect(price).toBeLessThan(own.asks[0]?.price ?? Infinity)
          expect(price + (other.bids[0]?.price ?? 0)).toBeLessThan(market.ticksPerUnit)
        } else {
          expect(price).toBeGreaterThan(own.bids[0]?.price ?? 0)
          expect(price + (other.asks[0]?.price ?? market.ticksPerUnit)).toBeGreaterThan(market.ticksPerUnit)
        }
      }
    })
  })

  test('no two quotes meet each other', () => {
    run(({ quotes }, { market }) => {
      for (const a of quotes) {
        for (const b of quotes) {
          if (a.side === 'BUY' && b.side === 'SELL' && a.outcome === b.outcome) expect(a.price).toBeLessThan(b.price)
          if (a.outcome === b.outcome || a.side !== b.side) continue
          if (a.side === 'BUY') expect(a.price + b.price).toBeLessThan(market.ticksPerUnit)
          else expect(a.price + b.price).toBeGreaterThan(market.ticksPerUnit)
        }
      }
    })
  })

  test('no more is sold than is held, and no more quoted than is wished', () => {
    run(({ quotes }, { market, heldRaw, maxLevels }, wishes) => {
      for (const outcome of OUTCOMES) {
        const sold = quotes.filter((q) => q.outcome === outcome && q.side === 'SELL')
        expect(sold.reduce((sum, q) => sum + lotsToRaw(q.size, market.lotRaw), 0n) <= heldRaw[outcome]).toBe(true)
        expect(sold.length).toBeLessThanOrEqual(maxLevels)
      }
      for (const direction of [1, -1]) {
        const legal = quotes.filter((q) => netDirection(q) === direction)
        const shares = legal.reduce((sum, q) => sum + rawToShares(lotsToRaw(q.size, market.lotRaw), market), 0)
        const wished = wishes.filter((q) => netDirection(q) === direction && q.size > 0 && Number.isFinite(q.price))
        expect(shares).toBeLessThanOrEqual(wished.reduce((sum, q) => sum + q.size, 0) * (1 + 1e-12) + 1e-6)
      }
    })
  })

  test('no price is bolder than the boldest wish on its side, fee included', () => {
    run(({ quotes }, { market, feeRateBps, useHeld }, wishes) => {
      if (useHeld) return
      for (const { outcome, side, price } of quotes) {
        const net = (side === 'BUY' ? buyCost : sellProceeds)(price / market.ticksPerUnit, feeRateBps)
        const same = wishes.filter((w) => w.outcome === outcome && w.side === side && w.price > 0 && w.price < 1)
        if (side === 'BUY') expect(net).toBeLessThanOrEqual(Math.max(...same.map((w) => w.price)) + 1e-6)
        else expect(net).toBeGreaterThanOrEqual(Math.min(...same.map((w) => w.price)) - 1e-6)
      }
    })
  })

  test('a legal wish stays as it is', () => {
    run(({ quotes }, context) => {
      const { ticksPerUnit, lotRaw } = context.market
      const again = quotes.map((q) => {
        const net = (q.side === 'BUY' ? buyCost : sellProceeds)(q.price / ticksPerUnit, context.feeRateBps)
        return wish(q.outcome, q.side, net, rawToShares(lotsToRaw(q.size, lotRaw), context.market))
      })
      expect(applyRules({ quotes: again }, { ...context, useHeld: false }).quotes).toEqual(quotes)
    })
  })

  test('the bids of both outcomes leave room for a pair', () => {
    const any = fc.double({ min: 0.01, max: 0.99, noNaN: true })
    fc.assert(
      fc.property(any, any, (yes, no) => {
        const { quotes } = applyRules({ quotes: [wish(YES, 'BUY', yes), wish(NO, 'BUY', no)] }, CONTEXT)
        expect(quotes.reduce((sum, q) => sum + q.price, 0)).toBeLessThanOrEqual(99)
      }),
    )
  })
})
