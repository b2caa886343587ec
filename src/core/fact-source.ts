// What a strategy may ask for beyond what the core looks at anyway, from the beliefs that have it.

import type { Beliefs } from '../state/beliefs.js'
import type { FactSource } from '../strategy/facts.js'

export function factSource({ estimates, bookWatch, ownMatches }: Beliefs): FactSource {
  return {
    volatility: (conditionId) => estimates.volatility(conditionId),
    toxicity: (conditionId) => estimates.toxicity(conditionId),
    trades: (conditionId) => bookWatch.tape.recent(conditionId),
    tradesSeen: (conditionId) => bookWatch.tape.seen(conditionId),
    fills: (conditionId) => ownMatches.recent(conditionId),
    signal: (name, conditionId) => estimates.signal(name, conditionId),
  }
}
