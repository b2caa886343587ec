// Takers who know more make the guard pull; takers who know nothing do not.

import { expect, it } from 'vitest'
import type { Decision } from '../../src/domain/run/decision.js'
import { riskLimits } from '../../src/risk/schema.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { simulate } from './virtual/simulate.js'

const MINUTES = 2
const markets = { count: 3, minSec: 1800, maxSec: 2400 }

/** They see where the price will be; the others follow it late. */
const KNOWING = {
  ...{ markets, probability: { volatility: 0.02, jumpsPerSec: 0.02 } },
  ...{ noise: { arrivalsPerSec: 0.05 }, informed: { looksPerSec: 2 }, rivals: { requoteMs: 4000, lagMs: 3000 } },
}
/** They take what is there; nothing is to be known. */
const IGNORANT = {
  ...{ markets, probability: { volatility: 0, jumpsPerSec: 0 } },
  ...{ noise: { arrivalsPerSec: 0.3 }, informed: { looksPerSec: 0 } },
}

function run(world: object) {
  const reasons = new Map<string, number>()
  const step = ({ markets: decided }: Decision) => {
    for (const { reason } of decided.flatMap(({ refused }) => refused))
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  const sim = simulate({
    ...{ seed: 4, tier: 'MM', server: { world }, strategy: fixedSpread, params: { halfSpread: 0.01, size: 20 } },
    core: { risk: riskLimits.parse({ toxicity: { priorFills: 3, widenAbove: 0.006, pullAbove: 0.012 } }) },
    tap: { step },
  })
  sim.bot.start()
  let widest = 1
  for (let second = 5; second <= 60 * MINUTES; second += 5) {
    sim.clock.runUntil(second * 1000)
    for (const { widened = 1 } of sim.bot.snapshot().markets) widest = Math.max(widest, widened)
  }
  return { fills: sim.bot.snapshot().totals.fills, pulled: reasons.get('toxic') ?? 0, widest }
}

it('a market is widened and pulled where takers know more, and not pulled where they do not', {
  timeout: 60_000,
}, () => {
  const [knowing, ignorant] = [run(KNOWING), run(IGNORANT)]
  expect(knowing.fills).toBeGreaterThan(10)
  expect(ignorant.fills).toBeGreaterThan(10)
  expect(knowing.widest).toBe(2)
  expect(knowing.pulled).toBeGreaterThan(0)
  expect(ignorant.pulled).toBe(0)
})
