// Markets of an account, read once each, by the condition ids under which fills and holdings come.

import { QuoinError } from '../../domain/error.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import type { MarketData } from '../../venue/market-data.js'
import { awaitAnswer } from '../venue/await-answer.js'

export async function marketsOf(
  conditionIds: Iterable<ConditionId>,
  data: Pick<MarketData, 'readMarket'>,
): Promise<ReadonlyMap<ConditionId, Market>> {
  const found = new Map<ConditionId, Market>()
  for (const id of new Set(conditionIds)) found.set(id, await awaitAnswer<Market>((done) => data.readMarket(id, done)))
  return found
}

/** The one market of these that is meant: by condition id, id, or a part of its question that no other has. Throws `not-found`. */
export function marketNamed(name: string, markets: readonly Market[]): Market {
  const wanted = name.toLowerCase()
  const exact = markets.find(({ id, conditionId }) => [id.toLowerCase(), conditionId.toLowerCase()].includes(wanted))
  const found = exact ? [exact] : markets.filter(({ question }) => question.toLowerCase().includes(wanted))
  const [first, ...others] = found
  if (first !== undefined && others.length === 0) return first
  const got =
    first === undefined
      ? 'a name of none'
      : `one of ${found.length}: ${found
          .slice(0, 3)
          .map(({ question }) => question)
          .join('; ')}`
  throw new QuoinError(
    'not-found',
    `market: expected an id, or a part of one question of those that are held, got ${got}`,
  )
}
