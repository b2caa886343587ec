// What is derived of a whole run: shares of volume and orders, profit by what becomes of the rest, forecasts, swings, and when a number is left out.

import { describe, expect, it } from 'vitest'
import { evenGrid, gridOf, niceInterval, onGrid } from '../../../src/report/metrics/even-grid.js'
import { calibrationOf } from '../../../src/report/metrics/forecasts.js'
import { runMetrics } from '../../../src/report/metrics/run-metrics.js'
import type { MarketRun } from '../../../src/report/result.js'
import { FROM_MS, MINUTE_MS, madeFill, madeMarket, madeResult, madeRun } from '../made-result.js'

const span = madeResult()
const many = (count: number, change: (i: number) => Partial<MarketRun>) =>
  Array.from({ length: count }, (_, i) => madeMarket({ conditionId: `0x${i}`, ...change(i) }))

describe('a run', () => {
  const metrics = runMetrics(madeRun(), span)

  it('has its share of the tape and of what it placed', () => {
    expect(metrics).toMatchObject({ participation: 0.05, fillRatio: 0.25, fillsPerOrder: 0.125, worstCaseLoss: 15 })
    expect(metrics.quoted).toEqual({ openMs: 180_000, both: 0.8, any: 0.9, touch: 0.5, inside: 0.1 })
  })

  it('has its whole profit over its largest drawdown, what came after the last even interval included', () => {
    expect(metrics.swings.calmar).toBeCloseTo(0.2 / 0.4, 12)
    const paid = madeRun({ pnl: { spread: 0.2, inventory: 3.8, fees: 0, total: 4 } })
    expect(runMetrics(paid, { ...span, toMs: span.toMs + 500 }).swings.calmar).toBeCloseTo(10, 12)
  })

  it('leaves out what would divide by nothing', () => {
    const idle = madeRun({
      ...{ fills: [], volume: 0, orders: { placed: 0, shares: 0, cancelled: 0, refused: 0 }, samples: [] },
      markets: [madeMarket({ tapeVolume: 0, fills: 0, volume: 0, samples: [] })],
    })
    const found = runMetrics(idle, { fromMs: 0, toMs: 0 })
    expect(found.participation).toBeUndefined()
    expect(found.fillRatio).toBeUndefined()
    expect(found.fillsPerOrder).toBeUndefined()
    expect(found.calibration).toBeUndefined()
    expect(found.swings.inventoryHalfLifeMs).toBeUndefined()
    expect(JSON.stringify(found)).not.toContain('null')
  })

  it('counts fills that a settlement reverted nowhere', () => {
    const failed = madeFill({ status: 'failed', shares: 100, midAfter: { '1': 0.1, '10': 0.1, '60': 0.1 } })
    const found = runMetrics(madeRun({ fills: [madeFill(), failed] }), span)
    expect(found.markouts).toEqual(metrics.markouts)
    expect(found.markets).toEqual(metrics.markets)
  })
})

describe('the profit by what becomes of the rest', () => {
  const profitOf = (market: MarketRun, ...fills: ReturnType<typeof madeFill>[]) =>
    runMetrics(madeRun({ fills, markets: [market] }), span).markets[0]?.profitByExit

  it('is the money so far, and the rest at the bid, at the mid and at each payoff', () => {
    const profit = profitOf(madeMarket(), madeFill())
    expect(profit?.exit).toBeCloseTo(0.1, 12)
    expect(profit?.mid).toBeCloseTo(0.2, 12)
    expect(profit?.worst).toBeCloseTo(-4.8, 12)
    expect(profit?.best).toBeCloseTo(5.2, 12)
  })

  it('is one number once the market has paid', () => {
    const profit = profitOf(madeMarket({ winner: 0, valueLeft: { yes: 10, no: 0 } }), madeFill())
    expect(profit).toEqual({ exit: 5.2, mid: 5.2, worst: 5.2, best: 5.2 })
  })

  it('takes the fee of a sale out of the money', () => {
    const sold = madeFill({ side: 'SELL', price: 0.6, shares: 10, fee: 0.05 })
    const profit = profitOf(madeMarket({ shares: [0, 0], valueLeft: { exit: 0, yes: 0, no: 0 } }), madeFill(), sold)
    expect(profit?.exit).toBeCloseTo(1.15, 12)
  })

  it('does not invent a price where nobody bids', () => {
    const { openInventory } = runMetrics(
      madeRun({
        markets: [
          madeMarket(),
          madeMarket({ conditionId: '0xb', shares: [0, 5], valueLeft: { yes: 0, no: 5 } }),
          madeMarket({ conditionId: '0xc', winner: 1 }),
        ],
      }),
      span,
    )
    expect(openInventory).toEqual({
      ...{ markets: 2, withoutExit: 1, withoutMid: 1 },
      ...{ exit: 4.9, mid: 5, worst: 0, best: 15 },
    })
  })

  it('counts what nobody would buy at its worse payoff, in its worth as in the profit', () => {
    const market = madeMarket({ conditionId: '0xb', shares: [3, 5], valueLeft: { yes: 3, no: 5 } })
    const { openInventory, markets } = runMetrics(madeRun({ fills: [], markets: [market] }), span)
    expect(openInventory).toMatchObject({ withoutExit: 1, exit: 3, mid: 3, worst: 3, best: 5 })
    expect(markets[0]?.profitByExit).toEqual({ worst: 3, best: 5 })
  })

  it('is half a unit for each token of a cancelled market, of which nothing is open any more', () => {
    const cancelled = madeMarket({
      status: 'CANCELLED',
      shares: [10, 4],
      valueLeft: { yes: 10, no: 4, mid: 6, exit: 5 },
    })
    const sold = madeFill({ outcome: 1, price: 0.5, shares: 4 })
    const paid = expect.closeTo(7 - 4.8 - 2, 12)
    expect(profitOf(cancelled, madeFill(), sold)).toEqual({ exit: paid, mid: paid, worst: paid, best: paid })
    const run = madeRun({ fills: [madeFill(), sold], markets: [cancelled] })
    const { openInventory, recount } = runMetrics(run, span)
    expect(openInventory.markets).toBe(0)
    expect(recount.fromMarkets).toEqual(paid)
  })

  it('of all markets is held against the books of the bot', () => {
    const market = madeMarket({ conditionId: '0xb', winner: 1, pnl: { spread: 0, inventory: 0, fees: 0, total: 9 } })
    const fills = [madeFill({ conditionId: '0xb' })]
    const { recount } = runMetrics(madeRun({ fills, markets: [madeMarket(), market] }), span)
    expect(recount.fromMarkets).toBeCloseTo(0.2 - 4.8, 12)
    expect(recount.fromBot).toBe(0.2)
  })
})

describe('swings', () => {
  const run = (count: number) =>
    madeRun({
      markets: many(count, (i) => ({
        samples: [0, 1, 2, 3].map((minute) => ({
          ...{ atMs: FROM_MS + minute * MINUTE_MS, inventory: 0, pnl: minute * (i % 3) * 0.1 },
        })),
      })),
    })

  it('have no Sharpe and no interval under twenty markets with fills', () => {
    const { swings } = runMetrics(run(19), span)
    expect(swings.blocks).toBe(19)
    expect(swings).not.toHaveProperty('sharpe')
    expect(swings).not.toHaveProperty('sortino')
    expect(swings).not.toHaveProperty('profit')
  })

  it('have them from twenty on, the same each time', () => {
    const { swings } = runMetrics(run(20), span)
    expect(swings.intervalMs).toBe(1000)
    expect(swings.sharpe?.interval.lower).toBeLessThan(swings.sharpe?.interval.upper ?? 0)
    expect(swings.profit?.lower).toBeLessThanOrEqual(swings.profit?.upper ?? 0)
    expect(runMetrics(run(20), span).swings).toEqual(swings)
  })
})

describe('forecasts', () => {
  const knowing = (count: number) =>
    many(count, (i) => {
      const winner = i % 2 === 0 ? 0 : 1
      const looks = madeMarket().samples.map((sample) => ({ ...sample, fair: winner === 0 ? 0.8 : 0.2 }))
      return { winner, samples: looks }
    })

  it('are of resolved markets, ours and the mid on the same looks', () => {
    const found = calibrationOf([...knowing(4), madeMarket()])
    expect(found?.markets).toBe(4)
    expect(found?.fair.brier).toBeCloseTo(0.04, 12)
    expect(found?.mid.brier).toBeCloseTo(0.25, 12)
    expect(found?.difference).toBeUndefined()
  })

  it('differ by an interval from twenty markets on', () => {
    const { difference } = calibrationOf(knowing(20)) ?? {}
    expect(difference?.lower).toBeCloseTo(-0.21, 12)
    expect(difference?.upper).toBeCloseTo(-0.21, 12)
  })

  it('count each market once, however often it was looked at', () => {
    const [first, second] = knowing(2)
    const longer = { ...first!, samples: [...first!.samples, ...first!.samples].map((s) => ({ ...s, fair: 0.5 })) }
    expect(calibrationOf([longer, second!])?.fair.brier).toBeCloseTo((0.25 + 0.04) / 2, 12)
  })
})

describe('an even grid', () => {
  it.each([
    [30_000, 600],
    [60_000, 1000],
    [3_600_000, 60_000],
    [86_400_000, 600_000],
    [90 * 86_400_000, 86_400_000],
  ])('of %i ms has intervals of %i ms', (durationMs, intervalMs) => {
    expect(niceInterval(durationMs)).toBe(intervalMs)
  })

  it('shows each look until the next, and nothing before the first', () => {
    const looks = [15, 30, 31].map((atMs) => ({ atMs }))
    expect(onGrid(looks, evenGrid(0, 45, 10)).map((at) => at?.atMs)).toEqual([undefined, undefined, 15, 30, 31])
  })

  it('has at most as many points as asked for', () => {
    expect(gridOf(0, 3_600_000, 1200).points).toBeLessThanOrEqual(1200)
    expect(gridOf(5, 5, 1200)).toEqual({ fromMs: 5, stepMs: 1, points: 1 })
  })
})
