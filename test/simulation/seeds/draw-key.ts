// In one seed of eleven another program uses the bot's API key for a while, politely: it takes a part of each second, and leaves a little of the
// minute.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { type Disturbance, type Scenario, withMore } from './scenario.js'

const ELEVEN = 11
/** Of eleven. */
const SHARED = 4
const MOST = 2
/** What it has used is gone from the minute before all must be calm. */
const LATEST_MS = 8000
const LONGEST_MS = 24_000
/** With more the requests of a small key are not enough for the bot alone. */
const FEW_MARKETS = 5

/** The same scenario, and what another program does with the key in such a seed. */
export function drawKey(scenario: Scenario, random: Random): Scenario {
  const { seed, markets, setting } = scenario
  if (seed % ELEVEN !== SHARED || markets > FEW_MARKETS || setting.watchdog) return scenario
  const used = Array.from({ length: 1 + random.below(MOST) }, (): Disturbance => {
    const d = new Drawn(random, markets)
    return {
      ...{ kind: 'other-program', atMs: d.of(0, d.between(200, LATEST_MS)), forMs: d.between(3000, LONGEST_MS) },
      ...{ routeClass: d.of('read', 'read', 'write', 'cancel'), share: d.rate(0.2, 0.9), leaves: d.between(8, 90) },
    }
  })
  const tier = new Drawn(random, markets).of(setting.tier, 'PRO', 'DEFAULT', 'DEFAULT')
  return withMore(scenario, used, { tier })
}
