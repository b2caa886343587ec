// What the venue's list says of a market is another question, end or name of an outcome, and mostly what it was again some time later.

import type { ListedMarket } from '../../../src/server/api/markets/listed-market.js'
import type { Stage } from './apply-disturbance.js'
import type { Of } from './scenario.js'
import type { World } from './world.js'

type Change = Of<'terms-change'>
type Words = Pick<ListedMarket, 'question' | 'spec' | 'grid'>

/** Later, so that a market is none that is about to end. */
const END_LATER_MS = 600_000
const AGAIN_MS = 500

export function changeTerms({ market, term, backAfterMs }: Change, { world, reached }: Stage): void {
  const conditionId = world.markets[market]
  if (conditionId === undefined || !world.venue.isUp) return
  if (world.api.exchange.market(conditionId)?.status !== 'OPEN') return
  const { id, ...listed } = world.api.markets.find(conditionId)
  const before = partOf(listed, term)
  say(id, partOf(changed(listed), term), world)
  reached('terms-change')
  if (backAfterMs !== undefined) world.clock.after(backAfterMs, () => say(id, before, world))
}

function changed({ question, spec, grid }: Words): Words {
  const [yes, no] = grid.outcomes
  return {
    question: `${question} Or not?`,
    spec: { ...spec, endMs: spec.endMs + END_LATER_MS },
    grid: { ...grid, outcomes: [yes, { ...no, name: `${no.name}, or not` }] },
  }
}

function partOf({ question, spec, grid }: Words, term: Change['term']): Partial<Words> {
  if (term === 'question') return { question }
  return term === 'end' ? { spec } : { grid }
}

/** By a venue that is there; what the exchange trades by stays as it is. */
function say(id: string, words: Partial<Words>, world: World): void {
  const { api, clock, venue } = world
  if (!venue.isUp) {
    clock.after(AGAIN_MS, () => say(id, words, world))
    return
  }
  const listed = api.markets.find(id)
  Object.assign(listed, words)
  api.markets.keep(listed)
}
