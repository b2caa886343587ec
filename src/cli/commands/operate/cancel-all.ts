// `quoin cancel-all`: cancels every own order and verifies it by listing.

import { type Config, loadConfig } from '../../../config/config.js'
import { QuoinError } from '../../../domain/error.js'
import type { OrderRecord } from '../../../domain/orders/order.js'
import type { Clock } from '../../../domain/time.js'
import { cancelByHand } from '../../../execution/effects/cancel-everything.js'
import type { Trading } from '../../../venue/trading.js'
import { createRealClock } from '../../../venue/transport/real-clock.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { runningBot } from '../../control/running-bot.js'
import { writtenDown } from '../../control/written-down.js'
import { mayArriveForMs, stillListed } from '../../venue/orders-on-the-way.js'
import { type OwnConnection, withWallet } from '../../venue/with-connection.js'
import { NO_REASON } from './control.js'
import { describeOrders, marketsOfOrders, shownOrder } from './orders.js'

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
  const { cancelled, left } = await cancelOwn(trading, createRealClock(), onTheWayMs)
  tell({ cancelled, left: left.map(({ hash }) => hash) })
  const markets = await marketsOfOrders(left, marketData)
  const shown = { account: trading.account, cancelled, left: left.map((record) => shownOrder(record, markets)) }
  out.data(bot ? { ...shown, runningBot: bot } : shown, () => [
    `${cancelled} orders cancelled`,
    ...(left.length === 0 ? ['orders: none'] : ['left:', ...describeOrders(left, markets)]),
  ])
  if (bot) out.note(bot.note)
  return left.length === 0 ? 'ok' : 'pending'
}

/**
 * `left`: by the last listing; rejects when there was none, or when it could not be repeated after the last cancel. `onTheWayMs`: for so
 * long a list that shows nothing proves nothing.
 */
async function cancelOwn(
  trading: Trading,
  clock: Clock,
  onTheWayMs: number,
): Promise<{ readonly cancelled: number; readonly left: readonly OrderRecord[] }> {
  const { verified, cancelled, failure, open, pending } = await cancelByHand(trading, clock, onTheWayMs)
  const left = [...new Map([...open, ...pending].map((record) => [record.hash, record])).values()]
  // an empty list that nothing confirms is no good news
  if (!verified && (failure || left.length === 0)) {
    const { code, message } = failure ?? { code: 'unreachable', message: 'no list of orders confirmed the cancelling' }
    throw new QuoinError(code, message)
  }
  return { cancelled, left }
}
