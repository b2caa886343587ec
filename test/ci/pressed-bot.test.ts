// A live bot with little money, a small key, a chain that mines nothing and a venue whose clock is off; killed, too. The metrics of its
// transaction move, a start goes on with the same one, and a real Prometheus rings for each of it.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type RunningServer, startServer } from '../../src/server/http/start-server.js'
import { serverConfig } from '../../src/server/schema.js'
import { type Anvil, CHAIN_ID, hasAnvil, startAnvil } from '../chain/rpc/anvil.js'
import { type BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { BUSY_WORLD } from '../loopback/loopback-venue.js'
import { hasPrometheus, startPrometheus } from '../prometheus/prometheus-process.js'
import { hasMoved, OF_THE_PRESSED } from './metric-causes.js'

const KEY = 'pressed-bot-key'
/** The last of them: nothing is quoted after it. */
const CLOCK = 'QuoinClockUnsure'
const WAIT = { timeout: 60_000, interval: 100 }
/** Bids for YES alone, too low to be filled often: for another price each time that a market is asked, and for more than there is money for. */
const RESTLESS = `
import { defineStrategy, z } from '${process.cwd()}/src/index.ts'
export default defineStrategy({
  name: 'restless',
  description: 'Bids for YES far below its value, and never stays.',
  params: z.strictObject({}),
  inputs: ['fair', 'time'],
  everyMs: 100,
  init: () => ({ isLow: false }),
  quote({ fair }, _params, { isLow }) {
    if (fair === undefined) return { quotes: [], note: 'no fair value' }
    const price = fair.p * (isLow ? 0.7 : 0.8)
    return { quotes: [{ outcome: 0, side: 'BUY', price, size: 25 }], fair: fair.p, memory: { isLow: !isLow } }
  },
})
`

const closers: (() => unknown)[] = []
afterEach(async () => {
  killAll()
  for (const close of closers.splice(0).reverse()) await close()
})

async function openVenue(folder: string) {
  const privateKey = generatePrivateKey()
  writeFileSync(join(folder, 'key'), privateKey, { mode: 0o600 })
  writeFileSync(join(folder, 'strategy.ts'), RESTLESS)
  const account = privateKeyToAddress(privateKey)
  const settings = {
    ...{ port: 0, chain: { chainId: CHAIN_ID }, world: BUSY_WORLD },
    keys: [{ name: 'bot', tier: 'DEFAULT' as const, key: KEY }],
    accounts: [{ address: account, collateral: 9 }],
    tiers: { DEFAULT: { write: { perSecond: 5, perMinute: 40 } } },
  }
  const server = await startServer({ config: serverConfig.parse(settings) })
  closers.push(() => server.close())
  return { server, account }
}

function configOf(folder: string, server: RunningServer, anvil: Anvil): string {
  const { conditionalTokens, collateral, url } = anvil
  const rpc = {
    ...{ url, conditionalTokens, collateral, maxGasPriceGwei: 50, gasTokenPrice: 1 },
    ...{ pollMs: 200, confirmations: 1, stuckAfterSec: 1 },
  }
  const config = {
    mode: 'live',
    venue: { profile: server.profile, url: server.url, apiKey: KEY },
    wallet: { privateKeyFile: join(folder, 'key') },
    markets: { select: { max: 4, minTimeLeftSec: 2, refreshSec: 2 } },
    strategy: { file: join(folder, 'strategy.ts') },
    execution: { journal: { path: join(folder, 'journal') } },
    chain: { actions: 'all', rpc, allowance: { spender: conditionalTokens, amount: 500, refillBelow: 100 } },
    telemetry: { port: 0, logLevel: 'error' },
    report: { write: false },
  }
  // JSON is YAML
  writeFileSync(join(folder, 'bot.yaml'), JSON.stringify(config))
  return join(folder, 'bot.yaml')
}

const addressOf = (bot: BotProcess) => (bot.line('running') as { metrics: string }).metrics

async function moved(bot: BotProcess, ...series: string[]): Promise<void> {
  await vi.waitFor(async () => {
    expect(bot.isOver, bot.stderr).toBe(false)
    const text = await (await fetch(addressOf(bot))).text()
    expect(series.filter((one) => !hasMoved({ series: one, to: 'up' }, '', text))).toEqual([])
  }, WAIT)
}

describe.skipIf(!hasAnvil || !hasPrometheus)('a bot that is pressed', () => {
  it('rings, and its transaction outlives every kill and is mined once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quoin-pressed-'))
    closers.push(() => rmSync(folder, { recursive: true, force: true }))
    const anvil = await startAnvil()
    closers.push(() => anvil.close())
    const { server, account } = await openVenue(folder)
    const prometheus = await startPrometheus(folder)
    closers.push(() => prometheus.close())
    await anvil.client.setBalance({ address: account, value: parseEther('1') })
    await anvil.client.setAutomine(false)

    const path = configOf(folder, server, anvil)
    const fromMs = Date.now()
    const run = async (...series: string[]) => {
      const bot = runLive(path, { QUOIN_STATE_DIR: join(folder, 'state') })
      await moved(bot, 'quoin_build_info')
      prometheus.watch('bot', new URL(addressOf(bot)).host)
      await moved(bot, 'quoin_chain_pending', ...series)
      return bot
    }
    for (const series of [['quoin_chain_replaced', 'quoin_chain_gas'], []]) {
      const bot = await run(...series)
      // seen by whoever watches, before it is gone
      await vi.waitFor(async () => expect(await prometheus.find('up{instance="bot"} == 1')).not.toEqual([]), WAIT)
      bot.signal('SIGKILL')
      await bot.ended()
    }
    const bot = await run()
    await vi.waitFor(async () => expect(await prometheus.find('quoin_chain_gas{instance="bot"}')).not.toEqual([]), WAIT)
    for (const alert of OF_THE_PRESSED.filter((name) => name !== CLOCK)) await prometheus.fires(alert, 'bot', fromMs)

    await anvil.client.setAutomine(true)
    await anvil.client.mine({ blocks: 1 })
    await moved(bot, 'quoin_chain_transactions_total{act="approve",outcome="confirmed"}')
    await moved(bot, 'quoin_chain_cost_units_total', 'quoin_chain_allowance_units')
    expect(await anvil.client.getTransactionCount({ address: account })).toBe(1)

    const headers = { 'content-type': 'application/json', 'x-api-key': KEY }
    const body = JSON.stringify({ kind: 'clock-skew', skewMs: 90_000 })
    expect((await fetch(`${server.url}/sandbox/faults`, { method: 'POST', headers, body })).ok).toBe(true)
    await prometheus.fires(CLOCK, 'bot', fromMs)
  }, 300_000)
})
