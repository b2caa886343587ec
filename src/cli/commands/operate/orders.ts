// `quoin orders`: own orders that are not over.

import { marketsOf } from '../../../account/own-markets.js'
import { loadConfig } from '../../../config/config.js'
import { type ConditionId, type Market, rawToShares } from '../../../domain/market/market.js'
import { LIVE_STATUSES, type OrderRecord } from '../../../domain/orders/order.js'
import { awaitAnswer } from '../../../venue/await-answer.js'
import type { MarketData } from '../../../venue/market-data.js'
import type { Trading } from '../../../venue/trading.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { runningBot } from '../../control/running-bot.js'
import { alignColumns } from '../../text-columns.js'
import { withWallet } from '../../venue/with-connection.js'

export async function orders(path: string, context: CommandContext): CommandResult {
  const config = loadConfig(path)
  const { out, env } = context
  return withWallet(config, context, async ({ trading, marketData }): CommandResult => {
    const records = await listUnfinished(trading)
    const markets = await marketsOfOrders(records, marketData)
    const bot = await runningBot(config, trading.account, env)
    const shown = { account: trading.account, orders: records.map((record) => shownOrder(record, markets)) }
    out.data(bot ? { ...shown, runningBot: bot } : shown, () => describeOrders(records, markets))
    if (bot) out.note(bot.note)
    return 'ok'
  })
}

type Markets = ReadonlyMap<ConditionId, Market>

/** Orders are shown whatever becomes of this: without their markets by condition id, in ticks and raw units. */
export async function marketsOfOrders(
  records: readonly OrderRecord[],
  marketData: Pick<MarketData, 'readMarket'>,
): Promise<Markets> {
  const ids = records.map(({ conditionId }) => conditionId)
  return await marketsOf(ids, marketData).catch((): Markets => new Map())
}

export function listUnfinished(trading: Trading): Promise<readonly OrderRecord[]> {
  return awaitAnswer((done) => trading.listOrders({ statuses: LIVE_STATUSES }, done))
}

const LONGEST_QUESTION = 60

export function describeOrders(records: readonly OrderRecord[], markets: Markets): string[] {
  if (records.length === 0) return ['no orders']
  const rows = records.map((record) => shownOrder(record, markets))
  return alignColumns([
    ['QUESTION', 'ORDER', 'PRICE', 'SHARES', 'STATUS', 'EXPIRES', 'HASH'],
    ...rows.map((row) => [
      (row.question ?? row.conditionId).slice(0, LONGEST_QUESTION),
      `${row.side} ${row.outcome}`,
      row.price === undefined ? `${row.priceTicks} ticks` : String(row.price),
      row.shares === undefined ? `${row.remainingRaw} raw` : String(row.shares),
      row.status,
      row.expires ?? 'never',
      row.orderHash,
    ]),
  ])
}

/** Raw token units stay text: they may exceed what a number carries. Price and shares that may still be matched where the market is known. */
export function shownOrder(record: OrderRecord, markets: Markets) {
  const market = markets.get(record.conditionId)
  return {
    orderHash: record.hash,
    conditionId: record.conditionId,
    ...(market === undefined
      ? {}
      : {
          question: market.question,
          price: record.price / market.ticksPerUnit,
          shares: rawToShares(record.remainingRaw, market),
        }),
    outcome: record.outcome === 0 ? 'YES' : 'NO',
    side: record.side,
    priceTicks: Number(record.price),
    originalRaw: record.originalRaw.toString(),
    filledRaw: record.filledRaw.toString(),
    pendingRaw: record.pendingRaw.toString(),
    remainingRaw: record.remainingRaw.toString(),
    orderType: record.type,
    status: record.status,
    ...(record.expirationSec === 0 ? {} : { expires: new Date(record.expirationSec * 1000).toISOString() }),
  }
}
