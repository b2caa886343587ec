import { expect, test } from 'vitest'
import { gammaFromCap, gammaFromLoss } from '../../src/models/risk-budget.js'

test('a full inventory moves the price by the skew', () => {
  expect(gammaFromCap(0.5, 200)).toBe(0.0025)
})

test('the worst loss of b = 1/gamma is the budget', () => {
  expect(1 / gammaFromLoss(69.314718056)).toBeCloseTo(100, 8)
  expect(1 / gammaFromLoss(138.629436112, 4)).toBeCloseTo(100, 8)
})

test('a budget of nothing is refused', () => {
  expect(() => gammaFromCap(1, 0)).toThrow('maxNet: expected more than 0, got 0')
  expect(() => gammaFromLoss(Number.NaN)).toThrow('maxLoss: expected more than 0, got NaN')
})
