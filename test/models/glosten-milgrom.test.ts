import { describe, expect, test } from 'vitest'
import { breakEvenQuotes, nextMoveHalfSpread, outcomeHalfSpread } from '../../src/models/glosten-milgrom.js'
import { logit, sigmoid } from '../../src/models/logit.js'

describe('break-even against informed flow', () => {
  test.each([
    [0.5, 0.1, 0.45, 0.55, 0.2006706955],
    [0.5, 0.3, 0.35, 0.65, 0.6190392084],
    [0.2, 0.1, 0.1698113208, 0.2340425532, 0.2006706955],
    [0.2, 0.3, 0.1186440678, 0.3170731707, 0.6190392084],
    [0.05, 0.2, 0.0338983051, 0.0731707317, 0.4054651081],
  ])('p %f, informed %f', (p, share, bid, ask, half) => {
    const quotes = breakEvenQuotes(p, share)
    expect(quotes.bid).toBeCloseTo(bid, 9)
    expect(quotes.ask).toBeCloseTo(ask, 9)
    expect(outcomeHalfSpread(share)).toBeCloseTo(half, 9)
    expect(sigmoid(logit(p) + half)).toBeCloseTo(ask, 9)
    expect(sigmoid(logit(p) - half)).toBeCloseTo(bid, 9)
  })

  test('five buys in a row', () => {
    let p = 0.5
    const path = [1, 2, 3, 4, 5].map(() => {
      p = breakEvenQuotes(p, 0.2).ask
      return p
    })
    const expected = [0.6, 0.6923076923, 0.7714285714, 0.8350515464, 0.8836363636]
    expected.forEach((price, i) => {
      expect(path[i]).toBeCloseTo(price, 9)
    })
  })

  test('against the next move only', () => {
    expect(nextMoveHalfSpread(0.2, 0.001, 4)).toBeCloseTo(0.0004, 14)
  })
})
