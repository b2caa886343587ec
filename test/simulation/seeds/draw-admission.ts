// In four seeds of fifty-nine the venue does not take every order: of a wallet only so many at a time, about as many as the bot wants or fewer, none
// whose life is to be too short, or both.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import type { Scenario } from './scenario.js'
import { mergedTerms, NO_TERMS, type Terms } from './terms.js'

const FIFTY_NINE = 59
/** Of fifty-nine. */
const STRICT: readonly number[] = [36, 38, 47, 52]
/** Of so many markets none waits long for the few requests of a key. */
const FEW_MARKETS = 5

/** The same scenario, at such a venue in such a seed. */
export function drawAdmission(scenario: Scenario, random: Random): Scenario {
  const { seed, setting } = scenario
  if (!STRICT.includes(seed % FIFTY_NINE)) return scenario
  const d = new Drawn(random, 1)
  const what = d.of('number', 'life', 'both')
  const own = [
    setting.terms ?? NO_TERMS,
    what === 'life' ? NO_TERMS : few(scenario, d),
    what === 'number' ? NO_TERMS : long(scenario, d),
  ]
  return { ...scenario, setting: { ...setting, terms: own.reduce(mergedTerms) } }
}

/** Two sides of each market, and what stands behind them. */
function few({ markets, setting }: Scenario, d: Drawn): Terms {
  const wanted = markets * 2 * (setting.terms?.ladder === true ? 2 : 1)
  return { maxOpenOrders: d.between(Math.ceil(wanted / 2), wanted + 3) }
}

/** The bot's file says just that life, a shorter or a longer one. */
function long({ markets }: Scenario, d: Drawn): Terms {
  const minLifetimeSec = d.of(20, 45, 90)
  const orderLifetimeSec = minLifetimeSec + d.of(-10, 0, 0, 30)
  const times = { minLifetimeSec, stopMatchingBeforeSec: d.of(0, 0, 2, 8) }
  return markets > FEW_MARKETS ? times : { ...times, execution: { orderLifetimeSec } }
}
