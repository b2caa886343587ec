// In three seeds of thirty-seven the file of the bot says something else while it runs, of what a running bot takes up, for a while or for good:
// limits of one order and of all, times, ages, lives of orders, memories of values.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { CALM_AFTER_MS, type Disturbance, type Scenario, withMore } from './scenario.js'
import { mergedTerms, type Terms } from './terms.js'

const THIRTY_SEVEN = 37
/** Of thirty-seven. */
const CHANGED: readonly number[] = [5, 17, 29]
const MOST = 3
/** Of those for a while. */
const [SHORTEST_MS, LONGEST_MS] = [400, 25_000]
/** Of so many markets none waits long for the few requests of a key. */
const FEW_MARKETS = 5

type DrawChange = (d: Drawn, scenario: Scenario) => Terms

/** By name: what is drawn for one is the same whatever stands beside it; each in so many of these seeds. */
const CHANGES: Readonly<Record<string, readonly [share: number, draw: DrawChange]>> = {
  order: [0.3, (d) => ({ risk: d.of({ maxOrderShares: 12 }, { maxOrderCollateral: 5 }, { maxFairDistance: 0.022 }) })],
  band: [0.2, (d) => ({ risk: { priceBand: d.of({ min: 0.3, max: 0.7 }, { min: 0.1, max: 0.95 }) } })],
  rate: [0.3, (d) => ({ risk: { orderRate: { perSecond: d.of(2, 4), perMinute: d.of(15, 40, 120) } } })],
  total: [0.3, (d) => ({ risk: d.of({ maxTotalShares: 30 }, { maxTotalCollateral: 40 }, { maxTotalLoss: 15 }) })],
  group: [0.2, (d) => ({ risk: { maxGroupLoss: d.of(6, 15, 40) } })],
  again: [0.15, (d) => ({ risk: { quoteAgainAfterSec: d.of(0, 1, 6) } })],
  life: [
    0.3,
    (d, { markets }) => ({ execution: { orderLifetimeSec: markets > FEW_MARKETS ? 300 : d.of(20, 45, 300) } }),
  ],
  replace: [0.3, (d) => ({ execution: { repriceTicks: d.of(0, 2, 4), resizeFraction: d.of(0, 0.2, 1) } })],
  often: [0.2, (d) => ({ execution: { minRepriceMs: d.of(0, 2000), renewBeforeFraction: d.of(0.1, 0.5) } })],
  fee: [0.3, (d) => ({ execution: { feeMaxAgeMs: d.of(400, 3000) } })],
  held: [0.3, (d, { setting }) => (setting.chain ? {} : { execution: { useHeldTokens: d.of(true, false) } })],
  stale: [0.25, drawStale],
  compared: [0.2, (d) => ({ feed: { checkBestEverySec: d.of(5, 12), compareBookEverySec: d.of(10, 25) } })],
  value: [0.3, (d) => ({ estimates: { fairTauSec: d.of(1, 10), confirmMs: d.of(0, 1000, 5000) } })],
  volatility: [0.3, (d) => ({ estimates: { volatilityTauSec: d.of(20, 60, 600) } })],
  lone: [0.25, (d) => ({ estimates: { maxFairAgeMs: d.of(1500, 6000, 30_000) } })],
}

/** A DEFAULT key has few reads. */
function drawStale(d: Drawn, { setting, markets }: Scenario): Terms {
  const isFew = setting.tier === 'DEFAULT' || markets > FEW_MARKETS
  const pollStaleAfterMs = isFew ? d.of(5000, 9000) : d.of(1500, 3000, 9000)
  return { feed: { staleAfterMs: d.of(1200, 2000, 6000), pollStaleAfterMs } }
}

/** The same scenario, and what its file says otherwise for a while, or from some moment on, in such a seed. */
export function drawChanges(scenario: Scenario, random: Random): Scenario {
  if (!CHANGED.includes(scenario.seed % THIRTY_SEVEN)) return scenario
  const changed = Object.entries(CHANGES)
    .map(([name, [share, draw]]): Terms => {
      const d = new Drawn(random.fork(name), scenario.markets)
      return d.random.next() < share ? draw(d, scenario) : {}
    })
    .reduce(mergedTerms)
  const reloads = Array.from({ length: 1 + random.below(MOST) }, (_, index): Disturbance => {
    const d = new Drawn(random.fork(`${index}`), scenario.markets)
    const forMs = d.of(undefined, Math.min(d.between(SHORTEST_MS, LONGEST_MS), CALM_AFTER_MS - d.atMs))
    return { kind: 'reload', atMs: d.atMs, ...(forMs === undefined ? {} : { forMs }), to: 'terms-changed' }
  })
  return withMore(scenario, reloads, { changed })
}
