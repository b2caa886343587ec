import { describe, expect, test } from 'vitest'
import { groupCertaintyEquivalent, groupReservation } from '../../src/models/cara-group.js'

const GROUP = { fair: [0.5, 0.3, 0.15, 0.05], held: [40, -10, 0, 25], gamma: 0.01 }
const PRICES = [0.391701629264, 0.387484084762, 0.175305049393, 0.045509236581]

describe('CARA maker of a group', () => {
  test('check vector', () => {
    groupReservation(GROUP).forEach((r, i) => {
      expect(r).toBeCloseTo(PRICES[i]!, 12)
    })
    expect(groupCertaintyEquivalent(GROUP)).toBeCloseTo(15.589230171081, 11)
  })

  test('prices sum to one and ignore full sets, which are worth their number', () => {
    const withSets = { ...GROUP, held: GROUP.held.map((q) => q + 1000) }
    expect(groupReservation(withSets).reduce((a, b) => a + b)).toBeCloseTo(1, 14)
    groupReservation(withSets).forEach((r, i) => {
      expect(r).toBeCloseTo(PRICES[i]!, 12)
    })
    expect(groupCertaintyEquivalent(withSets)).toBeCloseTo(1015.589230171081, 9)
  })

  test('a fully filled side of bids a distance h below is never a losing set', () => {
    const prices = groupReservation(GROUP)
    const sum = (bids: number[]) => bids.reduce((a, b) => a + b)
    expect(sum(prices.map((r) => r - 0.01))).toBeCloseTo(0.96, 12)
    expect(sum(prices.map((r) => 1 - r - 0.01))).toBeCloseTo(2.96, 12)
  })

  test('lists of different length are refused', () => {
    expect(() => groupReservation({ ...GROUP, held: [1] })).toThrow('held: expected 4 outcomes (at least 1), got 1')
  })
})
