// In four seeds of forty-seven what the venue answers, or tells over the socket, is whole and has the right form, but for a value that is none.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { type Disturbance, type Scenario, withMore } from './scenario.js'

const FORTY_SEVEN = 47
/** Of forty-seven. */
const SPOILED: readonly number[] = [6, 19, 25, 40]
const MOST = 3
/** The longest of them is over after this. */
const LONGEST_MS = 8000

/** The same scenario, and what is spoiled in such a seed. */
export function drawSpoiled(scenario: Scenario, random: Random): Scenario {
  if (!SPOILED.includes(scenario.seed % FORTY_SEVEN)) return scenario
  const spells = Array.from({ length: 1 + random.below(MOST) }, (_, index): Disturbance => {
    const d = new Drawn(random.fork(`${index}`), scenario.markets)
    return {
      ...{
        kind: 'net-garble',
        atMs: d.atMsBefore(LONGEST_MS),
        forMs: d.between(500, LONGEST_MS),
        rate: d.rate(0.05, 0.5),
      },
      ...{ how: 'value', meets: d.of('all', 'orders', 'cancels', 'reads', 'reads', 'frames', 'frames') },
    }
  })
  return withMore(scenario, spells)
}
