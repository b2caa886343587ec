import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/random.js'
import { halfLifeMs, inventoryHalfLife, unwindHalfLife } from '../../../src/report/metrics/inventory-half-life.js'
import { FROM_MS, MINUTE_MS, madeMarket } from '../made-result.js'

describe('of markets', () => {
  const series = [0, 2, 3, 1, -1, -2, 0, 1, 4, 3, 2, 0, -1]
  const looked = madeMarket({
    samples: series.map((inventory, i) => ({ atMs: FROM_MS + i * MINUTE_MS, inventory, pnl: 0 })),
  })

  it('is in milliseconds, by the interval of the looks', () => {
    expect(halfLifeMs([looked], inventoryHalfLife)).toBeCloseTo(1.139060595917 * MINUTE_MS, 5)
    expect(halfLifeMs([], inventoryHalfLife)).toBeUndefined()
    expect(halfLifeMs([madeMarket({ samples: [] })], inventoryHalfLife)).toBeUndefined()
  })

  it('takes no interval from a market of one look, whose payoff is noted a millisecond later', () => {
    const samples = [0, 1].map((ms) => ({ atMs: FROM_MS + ms, inventory: 0, pnl: 0 }))
    const brief = madeMarket({ conditionId: '0xb', winner: 0, samples })
    expect(halfLifeMs([looked, brief], inventoryHalfLife)).toBe(halfLifeMs([looked], inventoryHalfLife))
  })
})

describe('on the way to nothing', () => {
  it('goes by the slope through it, less what few steps take off', () => {
    const products = 1 * 2 + 2 * 3 + 3 * 0.5 - 0.5 * 1
    const squares = 1 + 4 + 9 + 0.25
    const phi = (products / squares) * (1 + 2 / 4)
    expect(phi).toBeLessThan(1)
    expect(unwindHalfLife([[1, 2, 3, 0.5, -1]])).toBeCloseTo(Math.log(0.5) / Math.log(phi), 11)
    // each further market counts with its steps, the one that stands still as well
    expect(
      unwindHalfLife([
        [8, 4],
        [0, 0],
        [8, 4],
      ]),
    ).toBeCloseTo(Math.log(0.5) / Math.log(0.5 * (1 + 2 / 3)), 11)
  })

  it('is found again in three minutes of looks, where an intercept finds a third of it', () => {
    const random = seededRandom(7)
    const phi = 0.5 ** (1 / 60)
    const slopes = Array.from({ length: 400 }, () => {
      const markets = Array.from({ length: 3 }, () => {
        const series = [0]
        // a fill of one size either way at each step
        for (let t = 0; t < 180; t++) series.push(phi * (series[t] ?? 0) + (random.next() < 0.5 ? -1 : 1))
        return series
      })
      const slopeOf = (steps = Number.POSITIVE_INFINITY) => 0.5 ** (1 / steps)
      return { found: slopeOf(unwindHalfLife(markets)), withIntercept: slopeOf(inventoryHalfLife(markets)) }
    })
    const halfLife = (key: 'found' | 'withIntercept') =>
      Math.log(0.5) / Math.log(slopes.reduce((sum, slope) => sum + slope[key], 0) / slopes.length)
    expect(halfLife('found')).toBeGreaterThan(50)
    expect(halfLife('found')).toBeLessThan(75)
    expect(halfLife('withIntercept')).toBeLessThan(25)
  })

  it.each([[[]], [[[1, 1, 1, 1]]], [[[0, 0]]], [[[0, 1, 2, 3, 4]]], [[[1, -1, 1, -1, 1]]]])(
    'has none in %j',
    (markets) => {
      expect(unwindHalfLife(markets)).toBeUndefined()
    },
  )
})
