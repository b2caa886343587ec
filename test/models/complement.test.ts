import { describe, expect, test } from 'vitest'
import { bookSpread, impliedAsk, logitMid, microprice, midPrice } from '../../src/models/complement.js'

describe('both sides from two bids: YES 0.47 (300), NO 0.49 (100)', () => {
  test('ask, mid, spread', () => {
    expect(impliedAsk(0.49)).toBeCloseTo(0.51, 12)
    expect(midPrice(0.47, 0.49)).toBeCloseTo(0.49, 12)
    expect(bookSpread(0.47, 0.49)).toBeCloseTo(0.04, 12)
  })

  test('microprice leans to the thinner side', () => {
    expect(microprice({ price: 0.47, size: 300 }, { price: 0.49, size: 100 })).toBeCloseTo(0.5, 12)
    expect(microprice({ price: 0.47, size: 0 }, { price: 0.49, size: 0 })).toBeCloseTo(0.49, 12)
  })

  test('mid in log-odds', () => {
    expect(logitMid(0.47, 0.49)).toBeCloseTo(0.489983967926, 12)
  })
})
