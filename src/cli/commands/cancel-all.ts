// `quoin cancel-all`: cancels every own order and verifies it by listing.

import { loadConfig } from '../../config/config.js'
import type { OrderRecord } from '../../domain/order.js'
import type { Trading } from '../../venue/trading.js'
import { createRealClock } from '../../venue/transport/real-clock.js'
import { awaitAnswer } from '../await-answer.js'
import type { CommandContext, CommandResult } from '../command.js'
import { runningBot } from '../running-bot.js'
import { withTrading } from '../with-trading.js'
import { describeOrders, listUnfinished, shownOrder } from './orders.js'

/** The venue's limit of one request. */
const BATCH = 100
const ROUNDS = 3

export async function cancelAll(path: string, { out, env }: CommandContext): CommandResult {
  const config = loadConfig(path)
  return withTrading(config, { env, clock: createRealClock(), warn: out.note }, async (trading): CommandResult => {
    const { cancelled, left } = await cancelEverything(trading)
    const bot = await runningBot(config, trading.account, env)
    const shown = { account: trading.account, cancelled, left: left.map(shownOrder) }
    out.data(bot ? { ...shown, runningBot: bot } : shown, () => [
      `${cancelled} orders cancelled`,
      ...(left.length === 0 ? ['orders: none'] : ['left:', ...describeOrders(left)]),
    ])
    if (bot) out.note(bot.note)
    return left.length === 0 ? 'ok' : 'pending'
  })
}

interface CancelOutcome {
  readonly cancelled: number
  /** By a listing after the last cancel; what waits for settlement stays. */
  readonly left: readonly OrderRecord[]
}

export async function cancelEverything(trading: Trading): Promise<CancelOutcome> {
  let cancelled = 0
  let left = await listUnfinished(trading)
  for (let round = 0; round < ROUNDS; round++) {
    const resting = left.filter(({ status }) => status !== 'pending_settlement').map(({ hash }) => hash)
    if (resting.length === 0) break
    for (let start = 0; start < resting.length; start += BATCH) {
      const batch = resting.slice(start, start + BATCH)
      const result = await awaitAnswer<{ readonly cancelled: readonly unknown[] }>((done) =>
        trading.cancelMany(batch, done),
      )
      cancelled += result.cancelled.length
    }
    left = await listUnfinished(trading)
  }
  return { cancelled, left }
}
