// In three seeds of twenty-nine the strategy is asked once for all markets of a group, most of which exactly one is said to win. In some it
// throws or takes too long about one market, and in some markets come and go.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { type Disturbance, type Scenario, type Setting, withMore } from './scenario.js'

const TWENTY_NINE = 29
/** Of twenty-nine. */
const GROUPED: readonly number[] = [6, 14, 23]
const MOST_SPELLS = 2
/** The longest of them is over after this. */
const LONGEST_MS = 6000
/** With as many, two are mostly of one group. */
const ENOUGH_MARKETS = 4

/** The same scenario, with a strategy of groups in such a seed. */
export function drawGroup(scenario: Scenario, random: Random): Scenario {
  if (!GROUPED.includes(scenario.seed % TWENTY_NINE)) return scenario
  const d = new Drawn(random, 1)
  const { setting } = scenario
  const { terms } = setting
  const markets = Math.max(scenario.markets, d.of(scenario.markets, ENOUGH_MARKETS))
  const risk = { ...terms?.risk, ...d.of({}, { maxGroupLoss: d.of(6, 10, 15) }) }
  const lives = d.random.next() < 0.25 ? { minSec: 25, maxSec: d.of(45, 90) } : setting.lives
  const own: Setting = {
    ...{ ...setting, strategy: 'in-group', terms: { ...terms, risk, exclusive: d.of(true, true, false) } },
    ...(lives === undefined ? {} : { lives }),
  }
  const spells = Array.from({ length: random.below(MOST_SPELLS + 1) }, (_, index) =>
    drawSpell(new Drawn(random.fork(`${index}`), markets)),
  )
  return withMore({ ...scenario, markets }, spells, own)
}

function drawSpell(d: Drawn): Disturbance {
  const times = { atMs: d.atMsBefore(LONGEST_MS), forMs: d.between(200, LONGEST_MS) }
  const { market } = d
  return d.of<Disturbance>(
    { kind: 'strategy-throws', ...times, market },
    { kind: 'strategy-slow', ...times, callMs: d.of(6, 20, 80), market },
  )
}
