// What the venue's list says of a market, beside what the bot knows it as.

import type { ConditionId, Market } from '../../../../src/domain/market/market.js'
import { type Grid, isSameGrid } from '../../../../src/domain/market/market-terms.js'
import type { World } from '../world.js'

/** Its question, end and outcomes, as text. */
export function wordsOf({ question, endMs, outcomes }: Pick<Market, 'question' | 'endMs' | 'outcomes'>): string {
  return JSON.stringify([question, endMs, outcomes.map(({ name }) => name)])
}

export function listedWords(conditionId: ConditionId, { api }: World): string {
  const { question, spec, grid } = api.markets.find(conditionId)
  return wordsOf({ question, endMs: spec.endMs, outcomes: grid.outcomes })
}

/** By which orders must be told now. */
export function listedGrid(conditionId: ConditionId, { api }: World): Grid | undefined {
  const there = api.exchange.market(conditionId)
  if (there === undefined) return undefined
  const { spec, grid } = there
  return { ticksPerUnit: spec.ticksPerUnit / grid.tick, lotRaw: spec.lotRaw * BigInt(grid.step) }
}

/** Its words are others than those that it is known by, and nobody has accepted them: until they are as they were it is not quoted, by no tick. */
export function waitsForWords(market: Market, world: World): boolean {
  return !world.settings.feed.acceptMarketChanges && listedWords(market.conditionId, world) !== wordsOf(market)
}

/** It is told, and counted, by another tick or size step than it has: it waits for its words. */
export function keepsFormerGrid(market: Market, world: World): boolean {
  const grid = listedGrid(market.conditionId, world)
  return grid !== undefined && !isSameGrid(market, grid) && waitsForWords(market, world)
}
