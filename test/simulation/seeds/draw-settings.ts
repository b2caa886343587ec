// In two seeds of twenty-three the configuration says what hardly anybody changes, so close to what happens that it is met: how long an order may
// be on its way, how old, how late and how far off the venue's word may be, what is done on the chain and for how much.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { CALM_AFTER_MS, type Disturbance, type Scenario, withMore } from './scenario.js'
import type { Terms } from './terms.js'

const TWENTY_THREE = 23
/** Of twenty-three. */
const SET: readonly number[] = [18, 20]
/** Copies of a message come after an exponential time of this mean, milliseconds; hardly any later than ten of them. */
const DUPLICATE_MS = 300
const HARDLY = 10
/** A round trip, and what is rounded. */
const SLACK_MS = 500
/** Of so many markets none waits long for the few requests of a key. */
const FEW_MARKETS = 5

type DrawSetting = (d: Drawn, scenario: Scenario) => Scenario

interface Share {
  /** Of these seeds. */
  readonly share: number
  readonly draw: DrawSetting
}

/** By name: what is drawn for one is the same whatever stands beside it. */
const SETTINGS: Readonly<Record<string, Share>> = {
  'in-flight': { share: 0.35, draw: drawInFlight },
  feed: { share: 0.35, draw: drawFeed },
  clock: { share: 0.3, draw: drawClock },
  chain: { share: 0.35, draw: drawChain },
}

/** The same scenario, and what is configured in such a seed. */
export function drawSettings(scenario: Scenario, random: Random): Scenario {
  if (!SET.includes(scenario.seed % TWENTY_THREE)) return scenario
  return Object.entries(SETTINGS).reduce((one, [name, { share, draw }]) => {
    const d = new Drawn(random.fork(name), scenario.markets)
    return d.random.next() < share ? draw(d, one) : one
  }, scenario)
}

function configured(scenario: Scenario, more: Terms): Scenario {
  const { setting } = scenario
  const { terms } = setting
  const parts = (['risk', 'execution', 'feed'] as const).flatMap((key) =>
    more[key] === undefined ? [] : [[key, { ...terms?.[key], ...more[key] }] as const],
  )
  return { ...scenario, setting: { ...setting, terms: { ...terms, ...more, ...Object.fromEntries(parts) } } }
}

/** As short as it may be where no message to the venue takes longer: in half of these seeds one may, for longer than the default allows for. */
function drawInFlight(d: Drawn, scenario: Scenario): Scenario {
  const forMs = d.between(10_500, 16_000)
  const stall: Disturbance = { kind: 'net-stall', atMs: Math.min(d.atMs, CALM_AFTER_MS - forMs), forMs }
  const stalled = withMore(scenario, d.of(true, false) ? [stall] : [])
  const submitInFlightSec = Math.ceil((onTheWayMs(stalled.disturbances) + SLACK_MS) / 1000)
  return configured(stalled, { execution: { submitInFlightSec } })
}

/** The longest that a request is on its way to the venue, if all falls together. */
function onTheWayMs(disturbances: readonly Disturbance[]): number {
  return disturbances.reduce((sum, one) => {
    if (one.kind === 'net-delay' && one.way !== 'down') return sum + one.delayMs
    if (one.kind === 'net-reorder') return sum + one.spreadMs
    if (one.kind === 'net-stall') return sum + one.forMs
    return one.kind === 'net-duplicate' ? sum + HARDLY * DUPLICATE_MS : sum
  }, 0)
}

/** Once or twice the venue's word comes late, by more or less than it may. */
function drawFeed(d: Drawn, scenario: Scenario): Scenario {
  const { setting, markets } = scenario
  const isFew = setting.tier === 'DEFAULT' || markets > FEW_MARKETS
  const late = Array.from({ length: 1 + d.random.below(2) }, (): Disturbance => {
    const { atMs } = new Drawn(d.random, markets)
    return { kind: 'net-delay', atMs, forMs: d.between(3000, 8000), way: 'down', delayMs: d.between(700, 2700) }
  })
  return configured(withMore(scenario, late), {
    feed: {
      staleAfterMs: d.of(1200, 2000, 6000, 9000),
      pollStaleAfterMs: isFew ? d.of(5000, 9000) : d.of(1500, 3000, 9000),
      maxLagMs: d.of(500, 1000, 6000),
    },
  })
}

/** Nothing would ever be quoted with a clock that is further off from the beginning. */
function drawClock(d: Drawn, scenario: Scenario): Scenario {
  const { wallAheadMs } = scenario.setting
  return configured(scenario, {
    feed: { maxClockOffsetSec: Math.ceil(Math.abs(wallAheadMs) / 1000) + d.of(1, 3) },
    risk: { maxClockErrorMs: d.of(400, 700) },
  })
}

/** Tokens are not sold, so that sets come of trading; where somebody may move what is held, they come by hand, too, and are about enough. */
function drawChain(d: Drawn, scenario: Scenario): Scenario {
  const { setting } = scenario
  const [mergeMin, maxCostShare] = [d.of(3, 6.5, 12), d.of(0.01, 0.05)]
  const splits = Array.from({ length: 3 }, (): Disturbance => {
    const { atMs, market } = new Drawn(d.random, scenario.markets)
    return { kind: 'hand-split', atMs, market, shares: Math.ceil(mergeMin * d.rate(0.7, 1.9)) }
  })
  const isByHand = setting.terms?.positions !== 'refuse'
  const chain = {
    ...{ actions: d.of('redeem', 'merge', 'merge', 'all'), mergeMin, maxCostShare },
    cost: mergeMin * maxCostShare * d.rate(0.4, 1.6),
  }
  return configured(withMore(scenario, isByHand ? splits : [], { chain: true, useHeldTokens: false }), { chain })
}
