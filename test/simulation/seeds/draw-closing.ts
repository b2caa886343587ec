// In three seeds of thirty-one markets end within the run, and the calendar says what may rest before: of all, or of those that it names.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import type { Scenario } from './scenario.js'
import type { ClosingWindow } from './terms.js'

const THIRTY_ONE = 31
/** Of thirty-one. */
const CLOSING: readonly number[] = [3, 14, 26]
/** Of so many markets none waits long for the few requests of a key. */
const FEW_MARKETS = 5

/** The same scenario, and what the calendar says of the ends of its markets in such a seed. */
export function drawClosing(scenario: Scenario, random: Random): Scenario {
  const { seed, markets, setting } = scenario
  if (!CLOSING.includes(seed % THIRTY_ONE) || markets > FEW_MARKETS) return scenario
  const calendar = Array.from({ length: 1 + random.below(2) }, (_, index): ClosingWindow => {
    const d = new Drawn(random.fork(`${index}`), markets)
    const window = { beforeSec: d.between(4, 30), action: d.of('stop', 'stop', 'reduce-only') } as const
    return d.of(true, true, false) ? window : { ...window, markets: [d.market] }
  })
  const d = new Drawn(random.fork('lives'), markets)
  const minSec = d.of(20, 40)
  const lives = setting.lives ?? { minSec, maxSec: minSec + d.of(20, 60, 120) }
  return { ...scenario, setting: { ...setting, lives, terms: { ...setting.terms, calendar } } }
}
