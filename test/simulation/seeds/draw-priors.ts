// In three seeds of forty-one the operator has a value of each market, or of some, that counts for a part of the run or for good while neither a
// book nor a signal says what the market is worth.

import type { Random } from '../../../src/domain/random.js'
import { signalled } from './draw-signal.js'
import { Drawn } from './drawn.js'
import type { Scenario } from './scenario.js'
import type { Terms } from './terms.js'

const FORTY_ONE = 41
/** Of forty-one. */
const VALUED: readonly number[] = [34, 36, 38]
/** Of the markets. */
const SHARE = 0.7

/** The same scenario, with what the operator knows in such a seed. */
export function drawPriors(scenario: Scenario, random: Random): Scenario {
  if (!VALUED.includes(scenario.seed % FORTY_ONE)) return scenario
  const one = scenario.setting.terms?.signal === undefined ? signalled(scenario, random.fork('signal')) : scenario
  const priors = Array.from({ length: one.markets }, (_, market) => {
    const d = new Drawn(random.fork(`${market}`), one.markets)
    const forSec = d.of(undefined, d.between(8, 60), d.between(8, 60))
    const own = { market, by: d.of('id', 'condition', 'CONDITION'), p: d.between(40, 60) / 100 } as const
    return d.random.next() < SHARE ? [{ ...own, ...(forSec === undefined ? {} : { forSec }) }] : []
  }).flat()
  const terms: Terms = { ...one.setting.terms, priors }
  return { ...one, setting: { ...one.setting, terms } }
}
