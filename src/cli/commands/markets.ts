// `quoin markets`: the markets that a configuration selects, and those that cannot be quoted, with the reason.

import { type Config, loadConfig } from '../../config/config.js'
import type { ConditionId, Market } from '../../domain/market.js'
import { type SelectedMarkets, selectMarkets } from '../../feed/select-markets.js'
import type { MarketData } from '../../venue/market-data.js'
import { createRealClock } from '../../venue/transport/real-clock.js'
import type { CommandContext, CommandResult } from '../command.js'
import { alignColumns } from '../text-columns.js'
import { awaitAnswer } from '../venue/await-answer.js'
import { connect } from '../venue/connect.js'

export async function markets(path: string, { out, env }: CommandContext): CommandResult {
  const config = loadConfig(path)
  const connection = await connect(config, { env, clock: createRealClock(), wallet: 'unused', warn: out.note })
  try {
    const listing = await list(config, connection.marketData)
    const [chosen, spare] = [listing.chosen.map(shown), listing.spare.map(shown)]
    out.data({ markets: chosen, spare, refused: listing.refused }, () => [
      ...alignColumns([
        ['ID', 'ENDS', 'TICK', 'FEE', 'QUESTION'],
        ...chosen.map((market) => [
          market.id,
          market.end,
          String(market.tickSize),
          `${market.feeRateBps} bps`,
          market.question,
        ]),
      ]),
      ...spare.map(({ id, question }) => `not chosen, max is reached: ${id}  ${question}`),
      ...listing.refused.map(({ id, question, reason }) => `not quotable: ${id}  ${question}  (${reason})`),
    ])
    return 'ok'
  } finally {
    await connection.close()
  }
}

async function list({ markets: { ids, select } }: Config, marketData: MarketData): Promise<SelectedMarkets> {
  if (select !== undefined) {
    const context = { marketData, nowMs: Date.now(), held: new Set<ConditionId>() }
    return awaitAnswer((done) => selectMarkets(select, context, done))
  }
  const chosen: Market[] = []
  for (const id of ids ?? []) chosen.push(await awaitAnswer((done) => marketData.readMarket(id, done)))
  return { chosen, spare: [], refused: [] }
}

function shown(market: Market) {
  return {
    id: market.id,
    conditionId: market.conditionId,
    question: market.question,
    status: market.status,
    end: new Date(market.endMs).toISOString(),
    tickSize: 1 / market.ticksPerUnit,
    minShares: (market.minLots * Number(market.lotRaw)) / Number(market.unitRaw),
    feeRateBps: market.feeRateBps,
    outcomes: market.outcomes.map(({ name }) => name),
    ...(market.category === undefined ? {} : { category: market.category }),
    ...(market.groupId === undefined ? {} : { groupId: market.groupId }),
    tags: market.tagSlugs,
  }
}
