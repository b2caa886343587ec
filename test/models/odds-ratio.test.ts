import { describe, expect, test } from 'vitest'
import { logit } from '../../src/models/logit.js'
import { oddsRatioNormalized } from '../../src/models/odds-ratio.js'

const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0)

describe('probabilities made to sum to one', () => {
  test('check vector', () => {
    const normalized = oddsRatioNormalized([0.52, 0.31, 0.16, 0.06])
    const expected = [0.5006597627, 0.2936913463, 0.1498686361, 0.0557802549]
    normalized.forEach((p, i) => {
      expect(p).toBeCloseTo(expected[i]!, 9)
    })
    expect(sum(normalized)).toBeCloseTo(1, 14)
    expect(logit(normalized[0]!) - logit(0.52)).toBeCloseTo(-0.0774036553, 9)
  })

  test.each([
    [[0.5, 0.3, 0.2]],
    [[0.7, 0.2]],
    [[1e-9, 1e-9, 1e-9]],
    [[0.999, 0.999, 0.999]],
    [[1e-12, 0.3, 0.9999]],
    [Array.from({ length: 40 }, (_, i) => (i + 1) / 50)],
  ])('keeps the order and the ratios of the odds: %j', (given) => {
    const normalized = oddsRatioNormalized(given)
    expect(sum(normalized)).toBeCloseTo(1, 13)
    const shifts = normalized.map((p, i) => logit(p) - logit(given[i]!))
    for (const shift of shifts) expect(shift).toBeCloseTo(shifts[0]!, 6)
  })

  test('that do already stay as they are', () => {
    oddsRatioNormalized([0.6, 0.3, 0.1]).forEach((p, i) => {
      expect(p).toBeCloseTo([0.6, 0.3, 0.1][i]!, 14)
    })
  })

  test.each([[[0.5]], [[]], [[0.5, 0]], [[0.5, 1]], [[0.5, Number.NaN]]])('of %j there are none', (given) => {
    expect(() => oddsRatioNormalized(given)).toThrow('probabilities: expected at least 2 inside (0, 1)')
  })
})
