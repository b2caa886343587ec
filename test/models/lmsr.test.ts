import { describe, expect, test } from 'vitest'
import { certaintyEquivalent } from '../../src/models/cara.js'
import { lmsrCost, lmsrLadder, lmsrPrices, lmsrShares, lmsrWorstLoss } from '../../src/models/lmsr.js'
import { logit, sigmoid } from '../../src/models/logit.js'

describe('LMSR', () => {
  test.each([
    [10, 0.5621637509, 0.5744425168],
    [100, 0.5062496615, 0.5074994376],
    [1, 0.9216593405, 0.9525741268],
  ])('one share of the first at q = (5, 3), b = %f', (b, cost, after) => {
    expect(lmsrCost([6, 3], b) - lmsrCost([5, 3], b)).toBeCloseTo(cost, 9)
    expect(lmsrPrices([6, 3], b)[0]).toBeCloseTo(after, 9)
  })

  test('worst loss', () => {
    expect(lmsrWorstLoss(100)).toBeCloseTo(69.314718056, 9)
    expect(lmsrWorstLoss(100, 4)).toBeCloseTo(138.629436112, 9)
  })

  test('is the CARA maker with gamma = 1/b', () => {
    const start = 100 * logit(0.3)
    const cost = lmsrCost([start + 37, 0], 100) - lmsrCost([start, 0], 100)
    expect(cost).toBeCloseTo(12.603369132767, 9)
    const sold = certaintyEquivalent({ p: 0.3, q: -37, gamma: 0.01 })
    expect(-sold).toBeCloseTo(12.603369132767, 9)
  })

  test.each([
    [0.5, [4.00053346, 4.00373731, 4.01016042, 4.01983382, 4.03280454]],
    [0.9, [11.64103518, 12.87121062, 14.43423087, 16.48459689, 19.29036661]],
  ])('ladder from %f, b = 100', (from, sizes) => {
    const { asks } = lmsrLadder({ b: 100, from, ticksPerUnit: 100, levels: 5 })
    sizes.forEach((size, i) => {
      expect(asks[i]?.size).toBeCloseTo(size, 7)
      expect(asks[i]?.price).toBeCloseTo(from + (i + 1) / 100, 12)
    })
  })

  test('ladder around a skewed price', () => {
    const r = sigmoid(logit(0.62) - 30 / 200)
    expect(r).toBeCloseTo(0.5840807773, 9)
    const { bids, asks } = lmsrLadder({ b: 200, from: r, ticksPerUnit: 100, levels: 4 })
    expect(asks.map((l) => l.price)).toEqual([0.59, 0.6, 0.61, 0.62])
    expect(bids.map((l) => l.price)).toEqual([0.58, 0.57, 0.56, 0.55])
    const expected = [4.88343038, 8.29994618, 8.36942199, 8.44720146, 3.35496661, 8.18444802, 8.13781906, 8.09827227]
    ;[...asks, ...bids].forEach((level, i) => {
      expect(level.size).toBeCloseTo(expected[i]!, 7)
    })
  })

  test('the ladder ends at the last tick', () => {
    const { asks, bids } = lmsrLadder({ b: 10, from: 0.985, ticksPerUnit: 100, levels: 4 })
    expect(asks.map((l) => l.price)).toEqual([0.99])
    expect(bids).toHaveLength(4)
    expect(lmsrShares(10, 0.5, 0.4)).toBeLessThan(0)
  })
})
