import { describe, expect, it } from 'vitest'
import { profitRange } from '../../src/backtest/profit-range.js'
import type { RunFill } from '../../src/report/result.js'
import type { QueueModel } from '../../src/venue/simulated/fills/queue-models.js'
import { FROM_MS, MINUTE_MS, madeFill, madeMarket, madeRun } from '../report/made-result.js'

/** Standard deviations of one draw to each side: the truth is one, and what one model says another. */
const CHANCE = 1.645 * Math.SQRT2
/** Of proven fills, as the sum of whose squares counts a fifth. */
const PROVEN_CHANCE = 1.645 * Math.sqrt(0.2)

/** The mid moves by so many ticks for YES within ten seconds. */
const moved = (ticks: number, change: Partial<RunFill> = {}) =>
  madeFill({ ...change, mid: 0.5, midAfter: { '1': 0.5, '10': 0.5 + ticks / 100, '60': 0.5 } })
/** Bought at what YES is worth at the end: chance adds nothing to the profit. */
const run = (total: number, fills: readonly RunFill[], price = 0.5, model: QueueModel = 'power-3') =>
  madeRun({
    model,
    fills: fills.map((fill) => ({ ...fill, price })),
    pnl: { spread: total, inventory: 0, fees: 0, total },
    markets: [madeMarket()],
  })

describe('the range of the profit', () => {
  it('has the models between the bounds within, which bound fills and no profit', () => {
    const bounds = [run(-40, [moved(-1)], 0.5, 'risk-averse'), run(90, [moved(-1)], 0.5, 'optimistic')]
    const between = [run(7, [moved(-2)]), run(5, [], 0.5, 'pro-rata')]
    expect(profitRange([...bounds, ...between])).toEqual({ lower: 5, upper: 7 })
  })

  it('is what the bounds span where no model stands between them', () => {
    const bounds = [run(3, [moved(-1)], 0.5, 'risk-averse'), run(9, [moved(-2)], 0.5, 'optimistic')]
    expect(profitRange(bounds)).toEqual({ lower: 3, upper: 9 })
  })

  it('knows the mean of two models better than one of them', () => {
    const estimates = [moved(0, { isEstimate: true, shares: 50 })]
    const two = (['power-3', 'pro-rata'] as const).map((model) => run(5, estimates, 0.48, model))
    const chance = 1.645 * Math.sqrt(1.5) * 50 * 0.02
    const { lower, upper } = profitRange(two)
    expect(upper).toBeCloseTo(5 + chance)
    expect(lower).toBeCloseTo(5 - chance)
  })

  it('counts estimates as dear as what the tape proves', () => {
    const estimates = [moved(1, { isEstimate: true, shares: 30 }), moved(-1, { isEstimate: true, shares: 10 })]
    // 40 shares that gain half a tick each, where proven ones lose a tick and a half
    const { lower, upper } = profitRange([run(5, [moved(-1), moved(-2), ...estimates])])
    expect(upper).toBe(5)
    expect(lower).toBeCloseTo(5 - 40 * 0.02)
  })

  it('by what they were for us: a sale of YES loses where it rises', () => {
    const sold = { side: 'SELL', isEstimate: true } as const
    expect(profitRange([run(5, [moved(0), moved(-1, sold)])]).lower).toBeCloseTo(5 - 10 * 0.01)
    expect(profitRange([run(5, [moved(0), moved(1, sold)])]).lower).toBe(5)
  })

  it('takes nothing off where nothing can be compared', () => {
    expect(profitRange([run(5, [moved(1, { isEstimate: true })])])).toEqual({ lower: 5, upper: 5 })
    const reverted = moved(9, { isEstimate: true, status: 'failed' })
    expect(profitRange([run(5, [moved(-1), reverted])])).toEqual({ lower: 5, upper: 5 })
    const { mid: _, ...blind } = moved(9, { isEstimate: true })
    expect(profitRange([run(5, [moved(-1), blind])])).toEqual({ lower: 5, upper: 5 })
  })

  it('is wider by what the chance of estimated takers may do, on both sides', () => {
    const estimates = [30, 40].map((shares) => moved(0, { isEstimate: true, shares }))
    // each is worth 0.02 a share more at the end than it cost, and 50 = sqrt(30^2 + 40^2)
    const { lower, upper } = profitRange([run(5, estimates, 0.48)])
    expect(upper).toBeCloseTo(5 + CHANCE * 50 * 0.02)
    expect(lower).toBeCloseTo(5 - CHANCE * 50 * 0.02)
    // of one that was reverted nothing came
    expect(profitRange([run(5, [moved(0, { isEstimate: true, status: 'failed' })], 0.48)])).toEqual({
      lower: 5,
      upper: 5,
    })
  })

  it('is wider by what other times of messages may do to proven fills', () => {
    const { lower, upper } = profitRange([run(5, [moved(0, { shares: 30 }), moved(0, { shares: 40 })], 0.48)])
    expect(upper).toBeCloseTo(5 + PROVEN_CHANCE * 50 * 0.02)
    expect(lower).toBeCloseTo(5 - PROVEN_CHANCE * 50 * 0.02)
  })

  it('has what chance adds leave at the rate at which inventory left', () => {
    // three steps of 0.3 each, which least squares finds of 0.5: half is gone at each look
    const looks = [1000, 300, 90, 27].map((inventory, i) => {
      const mid = [0.5, 0.6, 0.7, 0.3][i] ?? 0
      return { atMs: FROM_MS + i * MINUTE_MS, othersBid: mid - 0.01, othersAsk: mid + 0.01, inventory, pnl: 0 }
    })
    const held = (samples: typeof looks) => ({
      model: 'power-3' as const,
      fills: [moved(0, { isEstimate: true, shares: 40, atMs: FROM_MS, price: 0.5 })],
      pnl: { spread: 5, inventory: 0, fees: 0, total: 5 },
      markets: [madeMarket({ samples })],
    })
    // half at 0.6, a quarter at 0.7 and at 0.3
    expect(profitRange([held(looks)]).upper).toBeCloseTo(5 + CHANCE * 40 * 0.05)
    // what never leaves is held to the end
    const kept = looks.map((look) => ({ ...look, inventory: look === looks[0] ? 0 : 10 }))
    expect(profitRange([held(kept)]).upper).toBeCloseTo(5 + CHANCE * 40 * 0.2)
  })
})
