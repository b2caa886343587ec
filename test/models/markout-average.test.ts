import { describe, expect, test } from 'vitest'
import { averageMarkout, type MarkoutAverage, markoutOf, NO_MARKOUTS } from '../../src/models/markout-average.js'

const FOR_EVER = 1e15

describe('the mean adverse move', () => {
  test('check vector: what the mid does one step after each fill', () => {
    // mids 0.50 0.50 0.51 0.49 0.48 0.52; bought 10 at step 0, sold 10 at 1, sold 20 at 2, bought 15 at 4
    const moves = [
      { weight: 10, move: 0 },
      { weight: 10, move: 0.01 },
      { weight: 20, move: -0.02 },
      { weight: 15, move: -0.04 },
    ]
    let average: MarkoutAverage = NO_MARKOUTS
    for (const { weight, move } of moves) average = averageMarkout(average, { weight, move, atMs: 0 }, FOR_EVER)
    const adverse = markoutOf(average, 0, { tauMs: FOR_EVER, prior: 1e-12 })
    // the effective half-spread of those fills is 0.02, the realised one 0.036363636364
    expect(0.02 - adverse).toBeCloseTo(0.036363636364, 12)
  })

  test('is drawn to nothing while the trades are few', () => {
    const after = (trades: number) => {
      let average: MarkoutAverage = NO_MARKOUTS
      for (let i = 0; i < trades; i++) average = averageMarkout(average, { weight: 1, move: 0.06, atMs: 0 }, FOR_EVER)
      return markoutOf(average, 0, { tauMs: FOR_EVER, prior: 5 })
    }
    expect([0, 1, 5, 55].map((n) => Math.round(1e6 * after(n)) / 1e6)).toEqual([0, 0.01, 0.03, 0.055])
  })

  test('fades with time, and with it what the next trade is averaged with', () => {
    const options = { tauMs: 1000, prior: 1 }
    const old = averageMarkout(NO_MARKOUTS, { weight: 1, move: 0.1, atMs: 0 }, 1000)
    const left = Math.exp(-2)
    expect(markoutOf(old, 2000, options)).toBeCloseTo((left * 0.1) / (left + 1), 12)
    const both = averageMarkout(old, { weight: 1, move: -0.1, atMs: 2000 }, 1000)
    expect(markoutOf(both, 2000, options)).toBeCloseTo((0.1 * (left - 1)) / (left + 2), 12)
  })
})
