// The bot exactly as `quoin run --live` composes it, in this process, so that a test can read its beliefs to the raw unit.

import { vi } from 'vitest'
import type { Bot } from '../../src/bot/bot.js'
import { runBot } from '../../src/cli/bot/run-bot.js'
import { loadConfig } from '../../src/config/config.js'
import type { ExitName } from '../../src/domain/exit-codes.js'
import { matchedRawOf } from '../../src/domain/orders/own-order.js'
import type { TradingMode } from '../../src/domain/run/trading-mode.js'
import { captureContext } from '../cli/commands/sandbox.js'
import { type LoopbackVenue, START_RAW } from './loopback-venue.js'

const START_MS = { timeout: 8000, interval: 5 }
const SETTLE_MS = { timeout: 12_000, interval: 50 }

export interface RunningBot {
  readonly bot: Bot
  /** When the connection was ready and the bot started, unix milliseconds. */
  readonly startedMs: number
  /** The JSON line that begins with this key. */
  line(key: string): unknown
  /** As SIGTERM does. */
  stop(): Promise<ExitName>
}

export async function startBot(configPath: string, mode: TradingMode = 'live'): Promise<RunningBot> {
  let stop: (name: string) => void = () => undefined
  const first = new Promise<string>((resolve) => {
    stop = resolve
  })
  let started: { readonly bot: Bot; readonly startedMs: number } | undefined
  const run = captureContext(true)
  const exit = runBot(
    loadConfig(configPath),
    {
      mode,
      signals: { first, release: () => undefined },
      onStart: (bot) => {
        started = { bot, startedMs: Date.now() }
      },
    },
    run.context,
  )
  // a bot that cannot start says why
  let failure: unknown
  exit.catch((error: unknown) => {
    failure = error
  })
  const { bot, startedMs } = await vi.waitFor(() => {
    if (failure !== undefined) throw failure
    if (started === undefined) throw new Error('not started yet')
    return started
  }, START_MS)
  return {
    bot,
    startedMs,
    line(key) {
      const found = run.stdout.split('\n').find((text) => text.startsWith(`{"${key}"`))
      if (found === undefined) throw new Error(`no line with ${key}; errors: ${run.stderr}`)
      return JSON.parse(found)[key]
    },
    stop: () => {
      stop('SIGTERM')
      return exit
    },
  }
}

/** What the bot believes of its money and tokens and what the server's ledger says, where they differ. Holdings at start: none. */
export function differences(bot: Bot, venue: LoopbackVenue): string[] {
  const { ledger } = venue.server.api.exchange
  const { markets, positions } = bot.core.beliefs
  const found: string[] = []
  let cash = START_RAW
  for (const market of markets.values()) {
    const { tokensRaw, cashFlowRaw } = positions.position(market)
    cash += cashFlowRaw
    const held = ledger.tokens(venue.account, market.conditionId).tokensRaw
    if (held[0] !== tokensRaw[0] || held[1] !== tokensRaw[1]) {
      found.push(`${market.id}: ledger ${held.join(' and ')} raw tokens, bot ${tokensRaw.join(' and ')}`)
    }
  }
  const total = ledger.collateral(venue.account).totalRaw
  if (total !== cash) found.push(`cash: ledger ${total} raw, bot ${cash}`)
  return found
}

/** Fills that the bot has booked for more or for less than the exchange matched. */
export function wronglyBooked(bot: Bot, venue: LoopbackVenue): string[] {
  const found: string[] = []
  for (const record of venue.ordersEver()) {
    const order = bot.core.beliefs.orders.byHash(record.hash)
    const booked = order ? matchedRawOf(order) : 0n
    const matched = record.filledRaw + record.pendingRaw
    if (booked !== matched) found.push(`${record.hash}: matched ${matched}, booked ${booked}`)
  }
  return found
}

/** Pulls the quotes as an operator does, and waits until the chain and the bot have nothing more to say. */
export async function settleAccounts({ bot }: RunningBot, venue: LoopbackVenue): Promise<void> {
  bot.operate('halt', { actor: 'test', reason: 'time to count' })
  await vi.waitFor(() => {
    const left = venue.ordersEver().filter((order) => order.remainingRaw + order.pendingRaw > 0n)
    if (left.length > 0) throw new Error(`${left.length} orders are not over`)
    const wrong = [...differences(bot, venue), ...wronglyBooked(bot, venue)]
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
  }, SETTLE_MS)
}
