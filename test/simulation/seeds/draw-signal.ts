// In two seeds of thirteen a signal from outside carries the fair value while the books of the others cannot: sides of them are missing for a
// while, both in some, and the signal falls silent meanwhile, lies, says nonsense, tells late what it knew, or what is older than it told.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { type Disturbance, type Scenario, withMore } from './scenario.js'
import type { Terms } from './terms.js'

const THIRTEEN = 13
/** Of thirteen. */
const SIGNALLED: readonly number[] = [7, 10]
const MOST = 4
const LONGEST_MS = 9000
/** From a trouble to the book that goes meanwhile, or a little before. */
const BEFORE_MS = 4000
const FEW_MARKETS = 5

function termsOf(d: Drawn): Terms {
  const prior = d.of(undefined, undefined, d.between(40, 60) / 100)
  return {
    signal: { maxAgeMs: d.of(1500, 3000, 8000), maxJump: d.of(0, 0.02, 0.05, 1), everyMs: d.between(250, 1200) },
    estimates: { maxFairAgeMs: d.of(1000, 2500, 6000), confirmMs: d.of(0, 800, 2000) },
    ...(prior === undefined ? {} : { prior }),
  }
}

function gone(d: Drawn, atMs: number, market: number): readonly Disturbance[] {
  const forMs = d.between(2500, LONGEST_MS)
  const of = (outcome: 0 | 1): Disturbance => ({ kind: 'thin-book', atMs, forMs, market, outcome })
  return [...d.of([of(0)], [of(1)], [of(0), of(1)])]
}

function trouble(d: Drawn, atMs: number, market: number): Disturbance {
  return {
    ...{ kind: 'signal-trouble', atMs: Math.max(0, atMs - d.between(-BEFORE_MS / 2, BEFORE_MS)), market },
    ...{ forMs: d.between(400, LONGEST_MS), how: d.of('silent', 'lies', 'lies', 'nonsense', 'late', 'backwards') },
  }
}

/** The same scenario, and what carries the fair value in such a seed. */
export function drawSignal(scenario: Scenario, random: Random): Scenario {
  return SIGNALLED.includes(scenario.seed % THIRTEEN) ? signalled(scenario, random) : scenario
}

/** The same scenario, with a signal where markets are few. */
export function signalled(scenario: Scenario, random: Random): Scenario {
  const { markets, setting } = scenario
  if (markets > FEW_MARKETS) return scenario
  const made = termsOf(new Drawn(random.fork('terms'), markets))
  const { terms } = setting
  const more = Array.from({ length: 2 + random.below(MOST) }, (_, index): readonly Disturbance[] => {
    const d = new Drawn(random.fork(`${index}`), markets)
    const atMs = d.atMsBefore(BEFORE_MS + LONGEST_MS)
    const { market } = d
    return [...gone(d, atMs, market), ...d.of([], [trouble(d, atMs, market)], [trouble(d, atMs, market)])]
  })
  const estimates = { ...terms?.estimates, ...made.estimates }
  return withMore(scenario, more.flat(), { terms: { ...terms, ...made, estimates } })
}
