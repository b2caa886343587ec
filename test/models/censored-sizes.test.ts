import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/domain/random.js'
import { SizeDistribution } from '../../src/models/censored-sizes.js'

const known = (size: number) => ({ size, isCensored: false })
const cut = (size: number) => ({ size, isCensored: true })

describe('sizes of which some were cut', () => {
  it('is the empirical distribution where none was', () => {
    const sizes = new SizeDistribution([1, 2, 3, 4].map(known))
    expect([0, 1, 2.5, 3, 4].map((size) => sizes.survival(size))).toEqual([1, 0.75, 0.5, 0.25, 0])
  })

  // Kaplan and Meier (1958), the example of section 2: deaths at 0.8, 3.1, 5.4, 9.2; losses at 1.0, 2.7, 7.0, 12.1
  it('is the product-limit estimate of its inventors', () => {
    const sizes = new SizeDistribution([
      known(0.8),
      cut(1),
      cut(2.7),
      known(3.1),
      known(5.4),
      cut(7),
      known(9.2),
      cut(12.1),
    ])
    expect([1, 3.1, 5.4, 9.2].map((size) => sizes.survival(size))).toEqual([
      7 / 8,
      expect.closeTo((7 / 8) * (4 / 5), 12),
      expect.closeTo((7 / 8) * (4 / 5) * (3 / 4), 12),
      expect.closeTo((7 / 8) * (4 / 5) * (3 / 4) * (1 / 2), 12),
    ])
    expect(sizes.survival(12.1)).toBe(0)
  })

  it('draws what it says', () => {
    const random = seededRandom(1)
    const sizes = new SizeDistribution([known(1), known(2), cut(2), known(5), cut(7)])
    const draws = Array.from({ length: 20_000 }, () => sizes.quantileAbove(0, random.next()))
    for (const size of [1, 2, 5]) {
      const above = draws.filter((drawn) => drawn > size).length / draws.length
      expect(above).toBeCloseTo(sizes.survival(size), 1)
    }
  })

  it('draws nothing that is not larger, unless nothing larger was ever seen', () => {
    const seen = fc.array(fc.record({ size: fc.integer({ min: 1, max: 50 }), isCensored: fc.boolean() }))
    fc.assert(
      fc.property(seen, fc.nat(60), fc.double({ min: 0, max: 0.999, noNaN: true }), (observed, above, u) => {
        const drawn = new SizeDistribution(observed).quantileAbove(above, u)
        const isLarger = observed.some(({ size }) => size > above)
        expect(drawn > above).toBe(isLarger)
      }),
    )
  })
})
