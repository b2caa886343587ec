// What befalls the bot in three seeds of nineteen: in two of them markets live for a part of the run alone, and fresh ones come; one is not to be
// quoted any more for a while. In the third the process that holds the key fails.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { type Disturbance, type Scenario, type Setting, withMore } from './scenario.js'

const NINETEEN = 19
/** The longest of them is over after this. */
const LONGEST_MS = 20_000

interface Events {
  readonly setting?: Partial<Setting>
  readonly disturbances: readonly Disturbance[]
}
type DrawEvents = (random: Random, scenario: Scenario) => Events

/** Whoever ends is followed by a fresh one: so many are listed, at the most, within what is disturbed. */
const MOST_LISTED = 6
const MOST_OUT = 3

const marketsTurnOver: DrawEvents = (random, { markets }) => {
  const d = new Drawn(random, markets)
  // one that goes on longer than the run leaves others alone with each other
  const minSec = d.of(12, 20, 35)
  const setting = { lives: { minSec, maxSec: minSec + d.of(10, 40, 120) } }
  const out = Array.from({ length: random.below(MOST_OUT + 1) }, (_, index): Disturbance => {
    const one = new Drawn(random.fork(`${index}`), MOST_LISTED)
    const times = { atMs: one.atMsBefore(LONGEST_MS), forMs: one.between(500, LONGEST_MS) }
    return { kind: 'market-out', ...times, market: one.market, how: one.of('unchosen', 'unchosen', 'unregistered') }
  })
  return { setting, disturbances: out }
}

const MOST_SIGNER = 3

const signerFails: DrawEvents = (random) => ({
  disturbances: Array.from({ length: 1 + random.below(MOST_SIGNER) }, (_, index): Disturbance => {
    const d = new Drawn(random.fork(`${index}`), 1)
    const times = { atMs: d.atMsBefore(LONGEST_MS), forMs: d.between(500, 12_000) }
    const how = d.of('away', 'away', 'silent', 'slow', 'rate', 'refuses')
    return { kind: 'signer-trouble', ...times, how, answerMs: d.between(100, 1900) }
  }),
})

/** By what is left of a seed that is divided by nineteen. */
const DRAWS: Readonly<Record<number, DrawEvents>> = {
  ...{ 4: marketsTurnOver, 15: marketsTurnOver },
  9: signerFails,
}

/** The same scenario, and what befalls it in such a seed. */
export function drawEvents(scenario: Scenario, random: Random): Scenario {
  const draw = DRAWS[scenario.seed % NINETEEN]
  if (draw === undefined) return scenario
  const { setting, disturbances } = draw(random, scenario)
  return withMore(scenario, disturbances, setting)
}
