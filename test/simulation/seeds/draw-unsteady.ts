// In one other seed of seven nothing holds that a session takes for given: its sign-in is renewed several times within the run, and what is
// answered is not what the venue has said.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { type Disturbance, type Scenario, withMore } from './scenario.js'

const SEVEN = 7
/** Of seven; those that have company, something beside them, or cautions, are others. */
const UNSTEADY = 5
const MOST = 2

/** The same scenario, and how unsteady its session is in such a seed. */
export function drawUnsteady(scenario: Scenario, random: Random): Scenario {
  if (scenario.seed % SEVEN !== UNSTEADY) return scenario
  const tokenSec = new Drawn(random, 1).of(20, 45)
  const garbles = Array.from({ length: 1 + random.below(MOST) }, (): Disturbance => {
    const d = new Drawn(random, 1)
    return {
      ...{ kind: 'net-garble', atMs: d.atMs, forMs: d.between(500, 5000), rate: d.rate(0.1, 0.6) },
      ...{ how: d.of('cut', 'page'), meets: d.of('all', 'orders', 'cancels', 'reads') },
    }
  })
  return withMore(scenario, garbles, { tokenSec })
}
