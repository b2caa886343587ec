// Lists split by market.

import type { ConditionId } from '../market/market.js'

/** Items by their market, in the order given. */
export function byMarket<T>(items: Iterable<T>, marketOf: (item: T) => ConditionId): Map<ConditionId, T[]> {
  const groups = new Map<ConditionId, T[]>()
  for (const item of items) {
    const group = groups.get(marketOf(item))
    if (group) group.push(item)
    else groups.set(marketOf(item), [item])
  }
  return groups
}
