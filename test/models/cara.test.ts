import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { certaintyEquivalent, lotPrices, reservationPrice } from '../../src/models/cara.js'

// columns: p, q, gamma | CE, r, bid and ask for a lot of 1, bid and ask for a lot of 10
const VECTORS = [
  [0.5, 0, 0.01, 0, 0.5, 0.4987500052, 0.5012499948, 0.4875052049, 0.5124947951],
  [0.5, 20, 0.01, 9.5008311178, 0.4501660027, 0.448928836, 0.4514039917, 0.4378362491, 0.4625779069],
  [0.3, 20, 0.01, 5.5915300554, 0.2597443233, 0.2587844783, 0.2607072479, 0.2502855798, 0.2695108368],
  [0.05, 50, 0.01, 1.9869565891, 0.0309351343, 0.0307857113, 0.0310854948, 0.0294820896, 0.0324819538],
  [0.5, 100, 0.02, 28.3109584758, 0.119202922, 0.118158304, 0.1202582016, 0.1092234564, 0.1302479974],
] as const

describe('CARA maker', () => {
  test.each(VECTORS)('p %f, q %f, gamma %f', (p, q, gamma, ce, r, bid1, ask1, bid10, ask10) => {
    const state = { p, q, gamma }
    expect(certaintyEquivalent(state)).toBeCloseTo(ce, 9)
    expect(reservationPrice(state)).toBeCloseTo(r, 9)
    expect(lotPrices(state, 1).bid).toBeCloseTo(bid1, 9)
    expect(lotPrices(state, 1).ask).toBeCloseTo(ask1, 9)
    expect(lotPrices(state, 10).bid).toBeCloseTo(bid10, 9)
    expect(lotPrices(state, 10).ask).toBeCloseTo(ask10, 9)
  })

  test('without risk aversion everything is worth its probability', () => {
    expect(certaintyEquivalent({ p: 0.3, q: 20, gamma: 0 })).toBe(6)
    expect(reservationPrice({ p: 0.3, q: 20, gamma: 0 })).toBeCloseTo(0.3, 14)
  })

  const state = fc.record({
    p: fc.double({ min: 0.001, max: 0.999, noNaN: true }),
    q: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
    gamma: fc.double({ min: 1e-5, max: 0.1, noNaN: true }),
  })

  test('the price stays inside [0, 1], falls with inventory, and lies between the lot prices', () => {
    fc.assert(
      fc.property(state, (s) => {
        const r = reservationPrice(s)
        expect(r).toBeGreaterThanOrEqual(0)
        expect(r).toBeLessThanOrEqual(1)
        expect(reservationPrice({ ...s, q: s.q + 10 })).toBeLessThanOrEqual(r)
        const { bid, ask } = lotPrices(s, 10)
        expect(bid).toBeLessThanOrEqual(r + 1e-9)
        expect(ask).toBeGreaterThanOrEqual(r - 1e-9)
      }),
    )
  })

  test('exchanging YES and NO changes nothing', () => {
    fc.assert(
      fc.property(state, ({ p, q, gamma }) => {
        // q YES = -q NO plus q collateral
        const mirrored = certaintyEquivalent({ p: 1 - p, q: -q, gamma }) + q
        const here = certaintyEquivalent({ p, q, gamma })
        expect(Math.abs(mirrored - here)).toBeLessThan(1e-9 * (1 + Math.abs(q)) + 1e-9 / gamma)
      }),
    )
  })
})
