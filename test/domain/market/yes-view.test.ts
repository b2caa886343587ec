import { describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { NO, YES } from '../../../src/domain/market/side.js'
import {
  betterBy,
  netDirection,
  opposite,
  yesPlace,
  yesProbability,
  yesTicks,
} from '../../../src/domain/market/yes-view.js'

describe('seen from YES', () => {
  it.each([
    [YES, 'BUY', 'bid', 30, 1],
    [YES, 'SELL', 'ask', 30, -1],
    [NO, 'BUY', 'ask', 70, -1],
    [NO, 'SELL', 'bid', 70, 1],
  ] as const)('outcome %d %s at 30 of 100 ticks is the %s at %d', (outcome, side, on, price, direction) => {
    expect(yesPlace({ outcome, side, price: ticks(30) }, 100)).toEqual({ on, price })
    expect(netDirection({ outcome, side })).toBe(direction)
  })

  it('a price, or a probability, seen from YES and back is itself', () => {
    for (const outcome of [YES, NO]) {
      expect(yesTicks(outcome, yesTicks(outcome, ticks(37), 200), 200)).toBe(37)
      expect(yesProbability(outcome, yesProbability(outcome, 0.25))).toBe(0.25)
    }
    expect(yesTicks(NO, ticks(37), 200)).toBe(163)
    expect(yesProbability(NO, 0.25)).toBe(0.75)
  })

  it('a taker prefers the higher bid and the lower ask', () => {
    expect(betterBy({ on: 'bid', price: ticks(52) }, 50)).toBe(2)
    expect(betterBy({ on: 'ask', price: ticks(52) }, 50)).toBe(-2)
    expect([opposite('bid'), opposite('ask')]).toEqual(['ask', 'bid'])
  })
})
