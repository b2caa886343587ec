// In one seed of seventeen the venue does not number its events, and loses changes of books for a while: what is missing shows in the trades, and
// where somebody asks.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import type { Disturbance, Scenario } from './scenario.js'

const SEVENTEEN = 17
/** Of seventeen. */
const LOST = 16
const MOST = 3

/** The same scenario, and what is lost in such a seed. */
export function drawLost(scenario: Scenario, random: Random): Scenario {
  const { seed, markets, setting } = scenario
  if (seed % SEVENTEEN !== LOST) return scenario
  const lost = Array.from({ length: 1 + random.below(MOST) }, (): Disturbance => {
    const d = new Drawn(random, markets)
    return {
      kind: 'server-fault',
      atMs: d.atMs,
      spec: {
        ...{ kind: 'event-lost', event: 'orderbook.update', rate: d.rate(0.5, 1) },
        durationMs: d.between(3000, 9000),
      },
    }
  })
  return {
    ...{ ...scenario, setting: { ...setting, seq: false, socket: true } },
    disturbances: [...scenario.disturbances, ...lost].sort((a, b) => a.atMs - b.atMs),
  }
}
