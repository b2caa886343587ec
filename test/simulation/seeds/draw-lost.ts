// In one seed of seventeen the venue does not number its events, and loses changes of books, for a while or a few times for a moment: what is
// missing shows in the trades, and where somebody asks.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { type Disturbance, type Scenario, withMore } from './scenario.js'

const SEVENTEEN = 17
/** Of seventeen. */
const LOST = 16
const MOST = 3
const MOST_MOMENTS = 8
/** Of so many there are requests enough to ask often. */
const FEW_MARKETS = 5

/** The same scenario, and what is lost in such a seed. */
export function drawLost(scenario: Scenario, random: Random): Scenario {
  const { seed, markets, setting } = scenario
  if (seed % SEVENTEEN !== LOST) return scenario
  // a moment in which little is lost shows in no trade, mostly: the venue is asked more often where there is one
  const isMoment = random.next() < 0.5
  const lost = Array.from({ length: 1 + random.below(isMoment ? MOST_MOMENTS : MOST) }, (): Disturbance => {
    const d = new Drawn(random, markets)
    return {
      kind: 'server-fault',
      atMs: d.atMs,
      spec: {
        ...{ kind: 'event-lost', event: 'orderbook.update', rate: d.rate(0.5, 1) },
        durationMs: isMoment ? d.between(200, 900) : d.between(3000, 9000),
      },
    }
  })
  const feed = { ...setting.terms?.feed, ...(isMoment && { checkBestEverySec: markets > FEW_MARKETS ? 20 : 2 }) }
  const terms = { ...setting.terms, feed }
  return withMore(scenario, lost, { terms, seq: false, socket: true })
}
