import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalCdf, normalPdf, normalQuantile } from '../../src/models/normal.js'

describe('standard normal', () => {
  test.each([
    [0.01, -2.326347874],
    [0.05, -1.644853627],
    [0.1, -1.2815515655],
    [0.2, -0.8416212336],
    [0.3, -0.5244005127],
    [0.5, 0],
  ])('quantile of %f', (p, x) => {
    expect(normalQuantile(p)).toBeCloseTo(x, 9)
    expect(normalQuantile(1 - p)).toBeCloseTo(-x, 9)
  })

  test('distribution and density at known points', () => {
    expect(normalCdf(0)).toBeCloseTo(0.5, 14)
    expect(normalCdf(1.959963984540054)).toBeCloseTo(0.975, 14)
    expect(normalCdf(-8) / 6.22096057427178e-16).toBeCloseTo(1, 7)
    expect(normalPdf(0)).toBeCloseTo(0.3989422804014327, 15)
  })

  test('ends', () => {
    expect(normalQuantile(0)).toBe(-Infinity)
    expect(normalQuantile(1)).toBe(Infinity)
  })

  test('the distribution of the quantile is the probability, to the far tail', () => {
    fc.assert(
      fc.property(fc.double({ min: -80, max: 0, noNaN: true }), (log) => {
        const p = Math.exp(log) / 2
        expect(normalCdf(normalQuantile(p)) / p).toBeCloseTo(1, 7)
      }),
    )
  })
})
