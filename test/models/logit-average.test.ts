import { describe, expect, test } from 'vitest'
import { logit } from '../../src/models/logit.js'
import { averageLogit, averageProbability } from '../../src/models/logit-average.js'

describe('average of probabilities in log-odds', () => {
  test('starts at the first sample', () => {
    expect(averageProbability(averageLogit(undefined, { p: 0.3, atMs: 5 }, 1000))).toBeCloseTo(0.3, 14)
  })

  test('moves by 1 - 1/e of the gap in one tau', () => {
    const first = averageLogit(undefined, { p: 0.5, atMs: 0 }, 1000)
    const next = averageLogit(first, { p: 0.9, atMs: 1000 }, 1000)
    expect(next.x).toBeCloseTo((1 - Math.exp(-1)) * logit(0.9), 12)
    expect(next.atMs).toBe(1000)
  })

  test('two half steps to the same value are one step', () => {
    const first = averageLogit(undefined, { p: 0.5, atMs: 0 }, 1000)
    const half = averageLogit(first, { p: 0.8, atMs: 400 }, 1000)
    const both = averageLogit(half, { p: 0.8, atMs: 900 }, 1000)
    expect(both.x).toBeCloseTo(averageLogit(first, { p: 0.8, atMs: 900 }, 1000).x, 12)
  })

  test('a sample from the past has no weight', () => {
    const first = averageLogit(undefined, { p: 0.5, atMs: 10 }, 1000)
    expect(averageLogit(first, { p: 0.9, atMs: 10 }, 1000)).toBe(first)
    expect(averageLogit(first, { p: 0.9, atMs: 3 }, 1000)).toBe(first)
  })
})
