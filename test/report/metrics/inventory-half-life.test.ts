import { describe, expect, it } from 'vitest'
import { halfLifeMs, inventoryHalfLife } from '../../../src/report/metrics/inventory-half-life.js'
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
