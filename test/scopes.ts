// A strategy of whatever scope, known by the test to be of a market.

import { type AnyMarketStrategy, type AnyStrategy, isOfGroup } from '../src/strategy/contract.js'
import type { AnyQuoter, Quoter } from '../src/strategy/parse-params.js'

export function ofMarket(quoter: AnyQuoter): Quoter {
  if (quoter.scope === 'group') throw new Error('expected a strategy of a market, got one of a group')
  return quoter
}

export function marketStrategy(strategy: AnyStrategy): AnyMarketStrategy {
  if (isOfGroup(strategy)) throw new Error(`${strategy.name}: expected a strategy of a market, got one of a group`)
  return strategy
}
