// `quoin orders`: own orders that are not over.

import { loadConfig } from '../../../config/config.js'
import { LIVE_STATUSES, type OrderRecord } from '../../../domain/orders/order.js'
import type { Trading } from '../../../venue/trading.js'
import { createRealClock } from '../../../venue/transport/real-clock.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { runningBot } from '../../control/running-bot.js'
import { alignColumns } from '../../text-columns.js'
import { awaitAnswer } from '../../venue/await-answer.js'
import { withTrading } from '../../venue/with-trading.js'

export async function orders(path: string, { out, env }: CommandContext): CommandResult {
  const config = loadConfig(path)
  return withTrading(config, { env, clock: createRealClock(), warn: out.note }, async (trading): CommandResult => {
    const records = await listUnfinished(trading)
    const bot = await runningBot(config, trading.account, env)
    const shown = { account: trading.account, orders: records.map(shownOrder) }
    out.data(bot ? { ...shown, runningBot: bot } : shown, () => describeOrders(records))
    if (bot) out.note(bot.note)
    return 'ok'
  })
}

function listUnfinished(trading: Trading): Promise<readonly OrderRecord[]> {
  return awaitAnswer((done) => trading.listOrders({ statuses: LIVE_STATUSES }, done))
}

export function describeOrders(records: readonly OrderRecord[]): string[] {
  if (records.length === 0) return ['no orders']
  const rows = records.map(shownOrder)
  return alignColumns([
    ['ORDER', 'CONDITION', 'OUTCOME', 'SIDE', 'TICKS', 'REMAINING', 'STATUS', 'EXPIRES'],
    ...rows.map((row) => [
      row.orderHash,
      row.conditionId,
      row.outcome,
      row.side,
      String(row.priceTicks),
      row.remainingRaw,
      row.status,
      row.expires ?? 'never',
    ]),
  ])
}

/** Raw token units stay text: they may exceed what a number carries. */
export function shownOrder(record: OrderRecord) {
  return {
    orderHash: record.hash,
    conditionId: record.conditionId,
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
