// `quoin cancel-all`: cancels every own order and verifies it by listing. No market is read for it: one that cannot be read, or quoted, is asked
// for when what is left in it is to be shown.

import { type Config, loadConfig } from '../../../config/config.js'
import { QuoinError } from '../../../domain/error.js'
import type { Cancellable, OrderRecord } from '../../../domain/orders/order.js'
import type { Clock } from '../../../domain/time.js'
import { cancelByHand } from '../../../execution/effects/cancel-everything.js'
import { bareTrading } from '../../../venue/session/rest/order-pages.js'
import { createRealClock } from '../../../venue/transport/real-clock.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { runningBot } from '../../control/running-bot.js'
import { writtenDown } from '../../control/written-down.js'
import { mayArriveForMs, stillListed } from '../../venue/orders-on-the-way.js'
import { type OwnConnection, withWallet } from '../../venue/with-connection.js'
import { NO_REASON } from './control.js'
import { describeOrders, listUnfinished, marketsOfOrders, shownOrder } from './orders.js'

export async function cancelAll(path: string, context: CommandContext, reason = NO_REASON): CommandResult {
  const config = loadConfig(path)
  return withWallet(config, context, (connection): CommandResult => {
    const { account } = connection.trading
    const operation = { config, account, context, command: 'cancel-all', asked: { reason } }
    return writtenDown(operation, (tell) => cancelledWith({ config, context, connection, tell }))
  })
}

interface Task {
  readonly config: Config
  readonly context: CommandContext
  readonly connection: OwnConnection
  readonly tell: (details: Readonly<Record<string, unknown>>) => void
}

async function cancelledWith({ config, context: { out, env }, connection, tell }: Task): CommandResult {
  const { trading, marketData } = connection
  const bot = await runningBot(config, trading.account, env)
  // one that runs sends more in any case
  const onTheWayMs = bot ? 0 : await mayArriveForMs(config, trading.account)
  if (onTheWayMs > 0) out.waiting(stillListed(onTheWayMs))
  const { cancelled, left } = await cancelOwn(connection, createRealClock(), onTheWayMs)
  tell({ cancelled, left: left.map(({ hash }) => hash) })
  const { records, others } = await recordsOf(left, trading)
  const markets = await marketsOfOrders(records, marketData)
  const shownLeft = [...records.map((record) => shownOrder(record, markets)), ...others.map(shownBare)]
  const shown = { account: trading.account, cancelled, left: shownLeft }
  out.data(bot ? { ...shown, runningBot: bot } : shown, () => [
    `${cancelled} orders cancelled`,
    ...(left.length === 0 ? ['orders: none'] : ['left:']),
    ...(records.length === 0 ? [] : describeOrders(records, markets)),
    ...others.map(({ hash, status }) => `${hash} (${status}), in a market that cannot be read`),
  ])
  if (bot) out.note(bot.note)
  return left.length === 0 ? 'ok' : 'pending'
}

/**
 * `left`: by the last listing; rejects when there was none, or when it could not be repeated after the last cancel. `onTheWayMs`: for so
 * long a list that shows nothing proves nothing.
 */
async function cancelOwn(
  connection: OwnConnection,
  clock: Clock,
  onTheWayMs: number,
): Promise<{ readonly cancelled: number; readonly left: readonly Cancellable[] }> {
  const { verified, cancelled, failure, open, pending } = await cancelByHand(bareTrading(connection), clock, onTheWayMs)
  const left = [...new Map([...open, ...pending].map((record) => [record.hash, record])).values()]
  // an empty list that nothing confirms is no good news
  if (!verified && (failure || left.length === 0)) {
    const { code, message } = failure ?? { code: 'unreachable', message: 'no list of orders confirmed the cancelling' }
    throw new QuoinError(code, message)
  }
  return { cancelled, left }
}

/** `others`: those that no list has, as of a market that cannot be read. */
async function recordsOf(
  left: readonly Cancellable[],
  trading: OwnConnection['trading'],
): Promise<{ readonly records: readonly OrderRecord[]; readonly others: readonly Cancellable[] }> {
  if (left.length === 0) return { records: [], others: [] }
  const hashes = new Set(left.map(({ hash }) => hash))
  const listed = await listUnfinished(trading).catch(() => [])
  const records = listed.filter(({ hash }) => hashes.has(hash))
  for (const { hash } of records) hashes.delete(hash)
  return { records, others: left.filter(({ hash }) => hashes.has(hash)) }
}

const shownBare = ({ hash, status, remainingRaw, pendingRaw }: Cancellable) => ({
  ...{ orderHash: hash, status },
  ...{ remainingRaw: remainingRaw.toString(), pendingRaw: pendingRaw.toString() },
})
