import { describe, expect, test } from 'vitest'
import { NO, YES } from '../../src/domain/market/side.js'
import { snap } from '../../src/quoting/snap.js'
import { CONTEXT, collectReasons, gridQuote, wish } from './quoting-fixtures.js'

function snapped(price: number, side: 'BUY' | 'SELL', size = 10, feeRateBps = 0) {
  const { reasons, refuse } = collectReasons()
  return snap(wish(YES, side, price, size), { ...CONTEXT, feeRateBps }, refuse) ?? reasons
}

describe('onto the grid', () => {
  test('bids down, asks up, a price on the grid stays', () => {
    expect(snapped(0.489, 'BUY')).toEqual(gridQuote(YES, 'BUY', 48))
    expect(snapped(0.481, 'SELL')).toEqual(gridQuote(YES, 'SELL', 49))
    expect(snapped(0.29, 'BUY')).toEqual(gridQuote(YES, 'BUY', 29))
    expect(snapped(0.29, 'SELL')).toEqual(gridQuote(YES, 'SELL', 29))
  })

  test('both bids round down, so the implied ask rounds up', () => {
    const { refuse } = collectReasons()
    expect(snap(wish(NO, 'BUY', 1 - 0.511), CONTEXT, refuse)?.price).toBe(48)
  })

  test('sizes go down to a lot and are never raised to the minimum', () => {
    expect(snapped(0.5, 'BUY', 10.019)).toEqual(gridQuote(YES, 'BUY', 50, 1001))
    expect(snapped(0.5, 'BUY', 4.999)).toEqual(['below-minimum'])
    expect(snapped(0.5, 'BUY', 5)).toEqual(gridQuote(YES, 'BUY', 50, 500))
    expect(snapped(0.5, 'BUY', 0)).toEqual(['below-minimum'])
  })

  test('a size of nothing is no quote even where no minimum is set', () => {
    const { reasons, refuse } = collectReasons()
    const context = { ...CONTEXT, market: { ...CONTEXT.market, minLots: gridQuote(YES, 'BUY', 1, 0).size } }
    expect(snap(wish(YES, 'BUY', 0.5, 0.001), context, refuse)).toBeUndefined()
    expect(reasons).toEqual(['below-minimum'])
  })

  test('where makers pay, the fee comes out of the price', () => {
    expect(snapped(0.5, 'BUY', 10, 200)).toEqual(gridQuote(YES, 'BUY', 49))
    expect(snapped(0.5, 'SELL', 10, 200)).toEqual(gridQuote(YES, 'SELL', 51))
  })

  test.each([Number.NaN, 0, 1, -0.2, 1.3, 0.004, Infinity])('no bid at %f', (price) => {
    expect(snapped(price, 'BUY')).toEqual(['off-range'])
  })

  test.each([Number.NaN, Infinity])('no size %f', (size) => {
    expect(snapped(0.5, 'BUY', size)).toEqual(['off-range'])
  })
})
