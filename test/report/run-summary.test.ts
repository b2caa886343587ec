// The end of a run in which markets resolve: each is told with what it paid, though the bot left it before.

import { expect, it } from 'vitest'
import { runModel } from '../../src/backtest/run-model.js'
import { runMetrics } from '../../src/report/metrics/run-metrics.js'
import { worldSchema } from '../../src/venue/simulated/traders/schema.js'
import { runOptions, sandboxRecords } from '../backtest/made-markets.js'

it('books a resolved market at its payoff, so that the markets add up to the whole', async () => {
  const world = worldSchema.parse({ markets: { count: 2, minSec: 50, maxSec: 60 } })
  const outcome = await runModel(runOptions(sandboxRecords({ seed: 1, world, durationMs: 70_000 })))
  if (outcome === undefined) throw new Error('no run')
  const { run } = outcome
  const resolved = run.markets.filter(({ winner, shares: [yes, no] }) => winner !== undefined && yes !== no)
  expect(resolved.length).toBeGreaterThan(0)
  expect(run.markets.reduce((sum, { pnl }) => sum + pnl.total, 0)).toBeCloseTo(run.pnl.total, 9)
  for (const { pnl, samples } of resolved) {
    expect(pnl.spread + pnl.inventory - pnl.fees).toBeCloseTo(pnl.total, 9)
    expect(samples.at(-1)).toMatchObject({ pnl: pnl.total, inventory: 0 })
  }
  const { recount } = runMetrics(run, outcome)
  expect(recount.fromMarkets).toBeCloseTo(recount.fromBot, 9)
})
