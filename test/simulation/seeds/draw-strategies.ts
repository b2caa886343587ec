// In four seeds of sixty-one, and in four of sixty-seven, the strategy is another shipped one, with parameters of its own: it pegs to the others'
// best bids, or quotes the markets of a group, of which one wins, around prices that sum to one.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import type { Scenario } from './scenario.js'
import { NO_TERMS, type Terms } from './terms.js'

const [SIXTY_ONE, SIXTY_SEVEN] = [61, 67]
/** Of sixty-one. */
const PEGGED: readonly number[] = [13, 35, 43, 54]
/** Of sixty-seven. */
const CONSISTENT: readonly number[] = [34, 49, 58, 63]
/** With more each would be worth next to nothing. */
const MOST_IN_GROUP = 4
/** What the markets are worth, against each other. */
const LIKELY = [18, 45] as const

/** The same scenario, with such a strategy in such a seed. */
export function drawStrategies(scenario: Scenario, random: Random): Scenario {
  const { seed } = scenario
  if (PEGGED.includes(seed % SIXTY_ONE)) return drawPeg(scenario, new Drawn(random, 1))
  return CONSISTENT.includes(seed % SIXTY_SEVEN) ? drawConsistent(scenario, random) : scenario
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

/**
 * All markets are of one group, and the others think that one of them wins, give or take. It rests nothing where one of them is not there, and none
 * on polled books: so all are quoted, none comes later, and there is a socket.
 */
function drawConsistent(scenario: Scenario, random: Random): Scenario {
  const { setting, markets, disturbances } = scenario
  const { quotes, ladder: _, ...terms } = setting.terms ?? NO_TERMS
  const isOther = setting.lives !== undefined || terms.chosen !== undefined || markets > MOST_IN_GROUP
  // who trades in markets that the world did not make itself is gone with its process
  if (isOther || disturbances.some(({ kind }) => kind === 'server-crash')) return scenario
  const d = new Drawn(random, 1)
  const count = Math.max(markets, d.of(3, MOST_IN_GROUP))
  const weights = Array.from({ length: count }, () => d.between(...LIKELY))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const surplus = d.of(0.96, 1, 1, 1.04)
  const size = quotes?.size ?? d.of(6.05, 12, 20)
  const params = {
    ...{ halfSpread: quotes?.halfSpread ?? d.of(0.02, 0.03), maxSurplus: d.of(0.1, 0.3, 0.5) },
    ...{ skew: d.of(0, 0.2, 0.6), size, maxNet: d.of(40, 80, 200) },
  }
  const group = weights.map((weight) => (surplus * weight) / sum)
  const own: Terms = { ...terms, params, group, exclusive: true }
  return {
    ...scenario,
    markets: count,
    setting: { ...setting, strategy: 'group-consistent', socket: true, terms: own },
  }
}
