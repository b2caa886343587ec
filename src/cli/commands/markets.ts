// `quoin markets`: the markets that a configuration selects, and those that cannot be quoted, with the reason.

import { type Config, loadConfig } from '../../config.js'
import type { Market } from '../../domain/market.js'
import type { MarketData, MarketListing, MarketQuery } from '../../venue/market-data.js'
import { createRealClock } from '../../venue/transport/real-clock.js'
import { awaitAnswer } from '../await-answer.js'
import { alignColumns } from '../columns.js'
import type { CommandContext, CommandResult } from '../command.js'
import { connect } from '../connect.js'

export async function markets(path: string, { out, env }: CommandContext): CommandResult {
  const config = loadConfig(path)
  const connection = await connect(config, { env, clock: createRealClock(), wallet: 'unused', warn: out.note })
  try {
    const listing = await list(config, connection.marketData)
    out.data({ markets: listing.markets.map(shown), refused: listing.refused }, () => [
      ...alignColumns([
        ['ID', 'ENDS', 'TICK', 'FEE', 'QUESTION'],
        ...listing.markets
          .map(shown)
          .map((market) => [
            market.id,
            market.end,
            String(market.tickSize),
            `${market.feeRateBps} bps`,
            market.question,
          ]),
      ]),
      ...listing.refused.map(({ id, question, reason }) => `not quotable: ${id}  ${question}  (${reason})`),
    ])
    return 'ok'
  } finally {
    await connection.close()
  }
}

async function list({ markets: choice }: Config, marketData: MarketData): Promise<MarketListing> {
  if (choice.ids !== undefined) {
    const found: Market[] = []
    for (const id of choice.ids) found.push(await awaitAnswer((done) => marketData.readMarket(id, done)))
    return { markets: found, refused: [] }
  }
  const { search, category, tag, groupId, minTimeLeftSec = 0 } = choice.select ?? {}
  const query: MarketQuery = {
    ...(search === undefined ? {} : { search }),
    ...(category === undefined ? {} : { category }),
    ...(tag === undefined ? {} : { tagSlug: tag }),
    ...(groupId === undefined ? {} : { groupId }),
  }
  const listing = await awaitAnswer<MarketListing>((done) => marketData.listMarkets(query, done))
  const earliestEnd = Date.now() + minTimeLeftSec * 1000
  return {
    markets: listing.markets.filter((market) => market.endMs >= earliestEnd),
    refused: [
      ...listing.refused,
      ...listing.markets
        .filter((market) => market.endMs < earliestEnd)
        .map(({ id, conditionId, question }) => ({ id, conditionId, question, reason: 'ends too soon' })),
    ],
  }
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
    tags: market.tagSlugs,
  }
}
