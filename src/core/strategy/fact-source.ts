// What a strategy may ask for of one market beyond what the core looks at anyway, from the beliefs that have it.

import type { ConditionId } from '../../domain/market/market.js'
import type { Beliefs } from '../../state/beliefs.js'
import type { FactSource } from '../../strategy/view/facts.js'

export function factSource({ estimates, bookWatch, ownMatches }: Beliefs, conditionId: ConditionId): FactSource {
  const estimate = estimates.of(conditionId)
  return {
    volatility: () => estimate.volatility(),
    toxicity: () => estimate.toxicity(),
    trades: () => bookWatch.tape.recent(conditionId),
    tradesSeen: () => bookWatch.tape.seen(conditionId),
    fills: () => ownMatches.recent(conditionId),
    signal: (name) => estimates.signal(name, conditionId),
  }
}
