import { expect, test } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
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

test('sales come before every edge, and legs that were never quoted before those that were', () => {
  const bid = { ...quote('BUY YES', 50, 10), edge: 0.3 }
  const first = { ...quote('BUY NO', 40, 10), edge: 0.02 }
  const sale = { ...quote('SELL NO', 50, 10), edge: 0.01 }
  const isFirst = (one: unknown) => one === first
  expect(edgeOf([bid], isFirst)).toBe(0.3)
  expect(edgeOf([first, bid], isFirst)).toBe(1.02)
  expect(edgeOf([sale, first, bid], isFirst)).toBe(2.01)
})
