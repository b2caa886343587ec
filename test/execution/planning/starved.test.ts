import { expect, test } from 'vitest'
import type { ConditionId } from '../../../src/domain/market.js'
import { edgeOf, mostPressing, type Pressure, press } from '../../../src/execution/planning/starved.js'
import { A, B, quote } from '../../risk/builders.js'

const C = '0xc3' as ConditionId

const starved = (...presses: readonly [ConditionId, Partial<Pressure>][]) => {
  const markets = new Map<ConditionId, Pressure>()
  for (const [conditionId, pressure] of presses) press(markets, conditionId, pressure)
  return markets
}

test('the room goes to the most pressing, replacements and placements each', () => {
  const markets = starved([A, { urgency: 1 }], [B, { urgency: 3 }], [C, { edge: 0.2 }], [A, { edge: 0.1 }])
  expect(mostPressing(markets, { writes: 9, mayReplace: true })).toEqual([B, A, C])
  expect(mostPressing(markets, { writes: 1, mayReplace: true })).toEqual([B, C])
  // of a market with both, what is missing needs no pace
  expect(mostPressing(markets, { writes: 9, mayReplace: false })).toEqual([C, A])
  expect(mostPressing(markets, { writes: 0, mayReplace: true })).toEqual([])
})

test('what presses most in a market counts, edges below zero too', () => {
  const markets = starved([A, { urgency: 1 }], [A, { urgency: 4 }], [A, { urgency: 2 }], [B, { edge: -1 }])
  expect(markets.get(A)?.urgency).toBe(4)
  expect(mostPressing(markets, { writes: 9, mayReplace: false })).toEqual([B])
})

test('sales come before every edge', () => {
  const bid = { ...quote('BUY YES', 50, 10), edge: 0.3 }
  const sale = { ...quote('SELL NO', 50, 10), edge: 0.01 }
  expect(edgeOf([bid])).toBe(0.3)
  expect(edgeOf([sale, bid])).toBe(1.01)
})
