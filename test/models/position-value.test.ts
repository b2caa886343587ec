import fc from 'fast-check'
import { expect, test } from 'vitest'
import { equity, fullSets, netShares } from '../../src/models/position-value.js'

const shares = fc.double({ min: 0, max: 1e6, noNaN: true })

test('equity is cash + sets + the value of what stands open on either side', () => {
  fc.assert(
    fc.property(shares, shares, fc.double({ min: 0, max: 1, noNaN: true }), (yes, no, p) => {
      const holding = { yes, no }
      const q = netShares(holding)
      const expected = 7 + fullSets(holding) + p * Math.max(q, 0) + (1 - p) * Math.max(-q, 0)
      expect(equity(holding, p, 7)).toBeCloseTo(expected, 6)
    }),
  )
  expect(equity({ yes: 30, no: 10 }, 0.25)).toBe(15)
})
