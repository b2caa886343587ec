// The markets that a configuration chooses at this moment, for commands.

import type { Config } from '../../config/config.js'
import type { ConditionId, Market } from '../../domain/market/market.js'
import { type SelectedMarkets, selectMarkets } from '../../feed/select-markets.js'
import { awaitAnswer } from '../../venue/await-answer.js'
import type { MarketData } from '../../venue/market-data.js'

/** Rejects with the first failure, as for an id that the venue does not know. */
export async function chosenMarkets(
  { markets: { ids, select } }: Config,
  marketData: MarketData,
): Promise<SelectedMarkets> {
  if (select !== undefined) {
    const context = { marketData, nowMs: () => Date.now(), held: new Set<ConditionId>(), lookedMs: new Map() }
    return awaitAnswer((done) => selectMarkets(select, context, done))
  }
  const chosen: Market[] = []
  for (const id of ids ?? []) chosen.push(await awaitAnswer((done) => marketData.readMarket(id, done)))
  return { chosen, spare: [], refused: [] }
}
