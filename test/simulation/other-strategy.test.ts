// A strategy at the touch on the tape of another one's run: what it truly does on the same seed lies within the bounds of its backtest.
// `npm run check:trials` tries more seeds and prints how well.

import { expect, it } from 'vitest'
import { profitRange } from '../../src/backtest/profit-range.js'
import { bestBidPeg } from '../../strategies/best-bid-peg.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { outcomeOf, replays, truth } from './trials/other-strategy.js'

it.each([1, 6])('fills, shares and profit lie within the range of the models: seed %i', async (seed) => {
  const trial = {
    ...{ seed, minutes: 2 },
    recorded: { strategy: fixedSpread, params: { halfSpread: 0.06 } },
    models: ['risk-averse', 'optimistic'],
  } as const
  const tried = { strategy: bestBidPeg }
  const real = truth(trial, tried)
  const [runs = []] = await replays(trial, [tried])
  const [lower, upper] = runs.map(outcomeOf)
  expect(real.fills).toBeGreaterThan(10)
  for (const key of ['fills', 'shares'] as const) {
    expect(real[key]).toBeGreaterThanOrEqual(lower?.[key] ?? Number.POSITIVE_INFINITY)
    expect(real[key]).toBeLessThanOrEqual(upper?.[key] ?? 0)
  }
  const profit = profitRange(runs)
  expect(real.pnl).toBeGreaterThanOrEqual(profit.lower)
  expect(real.pnl).toBeLessThanOrEqual(profit.upper)
})
