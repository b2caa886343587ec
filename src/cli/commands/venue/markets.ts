// `quoin markets`: the markets that a configuration selects, and those that cannot be quoted, with the reason.

import { loadConfig } from '../../../config/config.js'
import type { Market } from '../../../domain/market/market.js'
import { createRealClock } from '../../../venue/transport/real-clock.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { alignColumns } from '../../text-columns.js'
import { chosenMarkets } from '../../venue/chosen-markets.js'
import { connect } from '../../venue/connect.js'

export async function markets(path: string, { out, env }: CommandContext): CommandResult {
  const config = loadConfig(path)
  const connection = await connect(config, { env, clock: createRealClock(), wallet: 'unused', warn: out.note })
  try {
    const listing = await chosenMarkets(config, connection.marketData)
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
