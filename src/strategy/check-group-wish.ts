// A wish for a group as it comes from a strategy, which may be untyped: what is wrong with it, market by market.

import { isFields, shown, wishProblem } from './check-wish.js'

/** What the wish for a group of these markets, by condition id, has wrong; `undefined` for one that can be worked on. */
export function groupWishProblem(wish: unknown, conditionIds: ReadonlySet<string>): string | undefined {
  if (!isFields(wish)) return `wish: expected { markets }, got ${shown(wish)}`
  const markets: unknown = field(wish, 'markets')
  if (!Array.isArray(markets)) return `markets: expected a list, got ${shown(markets)}`
  const named = new Set<unknown>()
  for (const [index, market] of markets.entries()) {
    const problem = groupedWishProblem(market, conditionIds, named)
    if (problem !== undefined) return `markets.${index}.${problem}`
    named.add(field(market, 'conditionId'))
  }
  return undefined
}

function groupedWishProblem(
  market: unknown,
  known: ReadonlySet<string>,
  named: ReadonlySet<unknown>,
): string | undefined {
  const conditionId = field(market, 'conditionId')
  if (typeof conditionId !== 'string' || !known.has(conditionId))
    return `conditionId: expected that of a market of the group, got ${shown(conditionId)}`
  if (named.has(conditionId)) return `conditionId: expected each market once, got ${conditionId} again`
  if (field(market, 'memory') !== undefined) return 'memory: expected one of the whole group, beside markets'
  return wishProblem(market)
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
