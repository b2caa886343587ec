import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { logit, sigmoid } from '../../src/models/logit.js'

describe('log-odds', () => {
  test('known values', () => {
    expect(logit(0.5)).toBe(0)
    expect(logit(0.9)).toBeCloseTo(Math.log(9), 14)
    expect(sigmoid(0)).toBe(0.5)
  })

  test('the ends', () => {
    expect(logit(0)).toBe(-Infinity)
    expect(logit(1)).toBe(Infinity)
    expect(sigmoid(-Infinity)).toBe(0)
    expect(sigmoid(1000)).toBe(1)
    expect(sigmoid(-700)).toBeGreaterThan(0)
  })

  test('one undoes the other, and S(-x) = 1 - S(x)', () => {
    fc.assert(
      fc.property(fc.double({ min: -30, max: 30, noNaN: true }), (x) => {
        expect(sigmoid(x) + sigmoid(-x)).toBeCloseTo(1, 14)
        if (x <= 0) expect(logit(sigmoid(x))).toBeCloseTo(x, 10)
      }),
    )
  })
})
