import { describe, expect, it } from 'vitest'
import type { RiskLimits } from '../../../src/risk/schema.js'
import { type AtOnce, fitsAtOnce as fits } from '../at-once.js'
import { A, B, holding, limits, order, position, quote, raw } from '../builders.js'

function context(change: Partial<AtOnce> = {}, limit: Partial<RiskLimits> = {}): AtOnce {
  return {
    positions: new Map([
      [A, position(A)],
      [B, position(B)],
    ]),
    collateralRaw: raw(1000),
    heldRaw: () => raw(1000),
    limits: limits(limit),
    ...change,
  }
}

describe('last check before a place', () => {
  it('lets through what fits', () => {
    expect(fits(quote('BUY YES', 48, 100), [order('BUY NO', 51, 100)], context())).toBeUndefined()
  })

  it('self-cross: bids on both outcomes sum to at most 1 - tick', () => {
    const found = fits(quote('BUY YES', 48, 100), [order('BUY NO', 52, 100)], context())
    expect(found).toEqual({ reason: 'self-cross', detail: 'BUY YES at 0.48 would match our own BUY NO at 0.52' })
  })

  it('self-cross: an own bid stays below an own ask of the same token', () => {
    expect(fits(quote('BUY YES', 50, 10), [order('SELL YES', 50, 10)], context())?.reason).toBe('self-cross')
    expect(fits(quote('BUY YES', 49, 10), [order('SELL YES', 50, 10)], context())).toBeUndefined()
    expect(fits(quote('SELL YES', 50, 10), [order('BUY YES', 50, 10)], context())?.reason).toBe('self-cross')
    expect(fits(quote('SELL YES', 51, 10), [order('BUY YES', 50, 10)], context())).toBeUndefined()
  })

  it('self-cross: asks on both outcomes sum to at least 1 + tick', () => {
    expect(fits(quote('SELL YES', 50, 10), [order('SELL NO', 50, 10)], context())?.reason).toBe('self-cross')
    expect(fits(quote('SELL YES', 51, 10), [order('SELL NO', 50, 10)], context())).toBeUndefined()
  })

  it('self-cross: other markets and the same side do not matter', () => {
    expect(
      fits(quote('BUY YES', 60, 10), [order('BUY NO', 60, 10, B), order('BUY YES', 70, 10)], context()),
    ).toBeUndefined()
  })

  it('market-position: an old order and its replacement may both fill', () => {
    const live = [order('BUY YES', 47, 60)]
    expect(fits(quote('BUY YES', 48, 40), live, context({}, { maxMarketShares: 100 }))).toBeUndefined()
    expect(fits(quote('BUY YES', 48, 40.01), live, context({}, { maxMarketShares: 100 }))?.reason).toBe(
      'market-position',
    )
  })

  it('market-loss and total-loss count every live order', () => {
    const live = [order('BUY YES', 50, 60), order('BUY YES', 50, 60, B)]
    expect(fits(quote('BUY YES', 50, 20), live, context({}, { maxMarketLoss: 39 }))?.reason).toBe('market-loss')
    expect(fits(quote('BUY YES', 50, 20), live, context({}, { maxTotalLoss: 69 }))?.reason).toBe('total-loss')
    expect(fits(quote('BUY YES', 50, 20), live, context({}, { maxTotalLoss: 70 }))).toBeUndefined()
  })

  it('no-collateral: what live orders lock is not free', () => {
    const live = [order('BUY NO', 40, 100), order('BUY YES', 40, 100, B)]
    expect(fits(quote('BUY YES', 50, 40), live, context({ collateralRaw: raw(100) }))).toBeUndefined()
    expect(fits(quote('BUY YES', 50, 40.01), live, context({ collateralRaw: raw(100) }))).toEqual({
      reason: 'no-collateral',
      detail: 'orders would need at least 100.005 of collateral in all, 100 is there',
    })
  })

  it('not-held: what live asks sell cannot be sold again', () => {
    const at = context({ positions: holding({ yes: 100, cost: 50 }), heldRaw: () => raw(100) })
    const live = [order('SELL YES', 60, 90), order('SELL NO', 90, 50)]
    expect(fits(quote('SELL YES', 61, 10), live, at)).toBeUndefined()
    expect(fits(quote('SELL YES', 61, 10.01), live, at)?.reason).toBe('not-held')
  })

  it('market-not-open: without a position nothing is sent', () => {
    expect(fits(quote('BUY YES', 50, 10), [], context({ positions: new Map() }))?.reason).toBe('market-not-open')
  })
})
