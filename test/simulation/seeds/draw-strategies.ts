// In four seeds of sixty-one the strategy is another shipped one, with parameters of its own: it pegs to the others' best bids.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import type { Scenario } from './scenario.js'
import type { Terms } from './terms.js'

const SIXTY_ONE = 61
/** Of sixty-one. */
const PEGGED: readonly number[] = [13, 35, 43, 54]

/** The same scenario, with such a strategy in such a seed. */
export function drawStrategies(scenario: Scenario, random: Random): Scenario {
  return PEGGED.includes(scenario.seed % SIXTY_ONE) ? drawPeg(scenario, new Drawn(random, 1)) : scenario
}

/** It quotes nothing on polled bids, so there is a socket. */
function drawPeg(scenario: Scenario, d: Drawn): Scenario {
  const { setting } = scenario
  const { quotes, ladder: _, ...terms }: Terms = setting.terms ?? {}
  // what one order may be of is drawn beside the size
  const size = quotes?.size ?? d.of(6.05, 12, 20)
  const params = {
    ...{ mode: d.of('join', 'improve', 'improve'), improveTicks: d.of(1, 1, 2), minEdgeTicks: d.of(0.5, 1, 2) },
    ...{ backoffTicks: d.of(0, 1, 3), skew: d.of(0, 0.5, 1), size, maxNet: d.of(40, 80, 200) },
  }
  return { ...scenario, setting: { ...setting, strategy: 'best-bid-peg', socket: true, terms: { ...terms, params } } }
}
