// `quoin markets`: the markets that a configuration selects, and those that cannot be quoted, with the reason.

import { loadConfig } from '../../../config/config.js'
import type { Market } from '../../../domain/market/market.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { alignColumns } from '../../text-columns.js'
import { chosenMarkets } from '../../venue/chosen-markets.js'
import { withVenue } from '../../venue/with-connection.js'

export async function markets(path: string, context: CommandContext): CommandResult {
  const config = loadConfig(path)
  return withVenue(config, context, async ({ marketData }): CommandResult => {
    const { out } = context
    const listing = await chosenMarkets(config, marketData)
    const [chosen, spare] = [listing.chosen.map(shown), listing.spare.map(shown)]
    const why =
      chosen.length < (config.markets.select?.max ?? 0)
        ? 'not chosen, its book has its turn at a later look'
        : 'not chosen, max is reached'
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
      ...spare.map(({ id, question }) => `${why}: ${id}  ${question}`),
      ...listing.refused.map(({ id, question, reason }) => `not quotable: ${id}  ${question}  (${reason})`),
    ])
    return 'ok'
  })
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
