// What a share of YES is worth when a run ends: its payoff, else the middle of the others' last two-sided book.

import { finalValue } from '../../domain/market/payout.js'
import type { MarketRun, RunFill } from '../result.js'

/** Of the fill's market; where that never had a price, the fill's own mid, or its price. */
export type MarkOf = (fill: RunFill) => number

export function marksAtEnd(markets: readonly MarketRun[]): MarkOf {
  const marks = new Map(markets.map((market) => [market.conditionId, markOf(market)]))
  return ({ conditionId, outcome, price, mid }) => marks.get(conditionId) ?? mid ?? (outcome === 0 ? price : 1 - price)
}

function markOf(market: MarketRun): number | undefined {
  const payoff = finalValue(market)
  if (payoff !== undefined) return payoff
  const last = market.samples.findLast(({ othersBid, othersAsk }) => othersBid !== undefined && othersAsk !== undefined)
  return last?.othersBid === undefined || last.othersAsk === undefined
    ? undefined
    : (last.othersBid + last.othersAsk) / 2
}
