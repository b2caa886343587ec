import { describe, expect, it } from 'vitest'
import { type BacktestOptions, backtest } from '../../src/backtest/run-backtest.js'
import type { ModelOutcome } from '../../src/backtest/run-model.js'
import type { ModelRun } from '../../src/report/result.js'
import { FROM_MS, MINUTE_MS, madeFill, madeMarket, madeRun } from '../report/made-result.js'
import { runOptions } from './made-markets.js'

const outcome = (run: ModelRun): ModelOutcome => ({
  ...{ run, events: 40, fromMs: FROM_MS, toMs: FROM_MS + MINUTE_MS },
  seen: [{ id: run.model, conditionId: '0xa', question: 'Will it rain?', seenMs: FROM_MS }],
})
const profit = (total: number) => ({ spread: total, inventory: 0, fees: 0, total })

const { onProgress: _, ...BASE } = runOptions([])

const report = (runs: readonly ModelRun[], more: Partial<BacktestOptions> = {}) =>
  backtest({
    ...BASE,
    ...{ models: ['risk-averse', 'power-3'] as const, strategy: { name: 'as-logit', params: {} } },
    runModels: async () => runs.map(outcome),
    ...more,
  })

describe('the report of a backtest', () => {
  // an estimate whose mid rises by a tick, where that of the proven fill falls by two
  const rising = madeFill({ isEstimate: true, midAfter: { '1': 0.5, '10': 0.51, '60': 0.5 } })
  const falling = madeFill({ midAfter: { '1': 0.5, '10': 0.48, '60': 0.5 } })
  const runs = [
    madeRun({ model: 'risk-averse', fills: [falling], volume: 10, pnl: profit(1) }),
    madeRun({ model: 'power-3', fills: [falling, rising], volume: 20, estimated: 10, pnl: profit(1.2) }),
  ]

  it('spans the models in fills, and has estimates as dear as proven fills at the lower end of the profit', async () => {
    const found = await report(runs)
    expect(found).toMatchObject({ fills: { lower: 1, upper: 2 }, volume: { lower: 10, upper: 20 } })
    // bought at 0.48, worth 0.5 at the end: what the chance of the estimate and of the proven fill may do
    const chance = 1.645 * Math.sqrt(2 + 2 * 0.1) * 10 * 0.02
    expect(found?.pnl.upper).toBeCloseTo(1.2 + chance)
    expect(found?.pnl.lower).toBeCloseTo(1.2 - 10 * 0.03 - chance)
  })

  it('warns of few fills and of the share of estimates', async () => {
    const warnings = (await report(runs))?.warnings ?? []
    expect(warnings[0]).toContain('at most 2 fills')
    expect(warnings[1]).toContain('50 % of the shares (power-3) are estimates')
  })

  it('warns of fills that were reverted, by the model with the most: the models are no runs beside each other', async () => {
    const failed = madeFill({ status: 'failed' })
    const found = await report([
      madeRun({ model: 'risk-averse', fills: [falling, failed, failed] }),
      madeRun({ model: 'power-3', fills: [falling, failed] }),
    ])
    expect(found?.warnings.filter((text) => text.includes('reverted'))).toEqual([
      'at most 2 fills of a model were reverted in settlement; they count as fills and not as volume',
    ])
  })

  it('warns of a tape without a trade, on which few fills say nothing of the strategy', async () => {
    const words = 'no trade in these markets'
    const silent = madeRun({ fills: [], markets: [madeMarket({ tapeVolume: 0 })] })
    expect((await report([silent]))?.warnings.join()).toContain(words)
    for (const run of [madeRun({ fills: [] }), madeRun({ fills: [], markets: [] })]) {
      expect((await report([run]))?.warnings.join()).not.toContain(words)
    }
  })

  it('names the markets that the first model saw', async () => {
    const [first] = (await report(runs))?.marketsSeen ?? []
    expect(first?.id).toBe(runs[0]?.model)
  })

  it('is none of a tape without records', async () => {
    expect(await report([], { models: ['power-3'], runModels: async () => [undefined] })).toBe(undefined)
  })
})
