// In one seed of five the others leave a side of a market for a while, for longer than the bot goes by what the book said last in some.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { type Disturbance, type Scenario, withMore } from './scenario.js'

const FIVE = 5
/** Of five. */
const THIN = 3
const MOST = 3

/** The same scenario, and which books are thin in such a seed. */
export function drawThin(scenario: Scenario, random: Random): Scenario {
  const { seed, markets, setting } = scenario
  if (seed % FIVE !== THIN) return scenario
  const thin = Array.from({ length: 1 + random.below(MOST) }, (): Disturbance => {
    const d = new Drawn(random, markets)
    return {
      kind: 'thin-book',
      atMs: d.atMs,
      forMs: d.between(800, 5000),
      market: d.market,
      outcome: d.of<0 | 1>(0, 1),
    }
  })
  const maxFairAgeMs = new Drawn(random, markets).of(undefined, 1000, 2500)
  const terms = { ...setting.terms, estimates: { ...setting.terms?.estimates, ...(maxFairAgeMs && { maxFairAgeMs }) } }
  return withMore(scenario, thin, maxFairAgeMs === undefined ? {} : { terms })
}
