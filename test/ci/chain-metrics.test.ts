// A live bot whose allowance is used up, on a real chain that mines nothing for a while: the metrics of its transaction move, a start after
// kill -9 goes on with the same one, and a real Prometheus rings.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEther } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Anvil, CHAIN_ID, hasAnvil, startAnvil } from '../chain/rpc/anvil.js'
import { type BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'
import { hasPrometheus, startPrometheus } from '../prometheus/prometheus-process.js'
import { hasMoved } from './metric-causes.js'

const WAIT = { timeout: 60_000, interval: 100 }

const closers: (() => unknown)[] = []
afterEach(async () => {
  killAll()
  for (const close of closers.splice(0).reverse()) await close()
})

function configOf(venue: LoopbackVenue, { conditionalTokens, collateral, url }: Anvil): string {
  const rpc = {
    ...{ url, conditionalTokens, collateral, maxGasPriceGwei: 50, gasTokenPrice: 1 },
    ...{ pollMs: 200, confirmations: 1, stuckAfterSec: 1 },
  }
  const allowance = { spender: conditionalTokens, amount: 500, refillBelow: 100 }
  return venue.config(`chain: ${JSON.stringify({ actions: 'all', rpc, allowance })}\n`)
}

const addressOf = (bot: BotProcess) => (bot.line('running') as { metrics: string }).metrics

async function moved(bot: BotProcess, ...series: string[]): Promise<void> {
  await vi.waitFor(async () => {
    if (bot.isOver) throw new Error(bot.stderr)
    const text = await (await fetch(addressOf(bot))).text()
    expect(series.filter((one) => !hasMoved({ series: one, to: 'up' }, '', text))).toEqual([])
  }, WAIT)
}

describe.skipIf(!hasAnvil || !hasPrometheus)('a transaction', () => {
  it('shows while it is pending, outlives a kill, rings when it stays, and shows when it is mined', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quoin-chain-'))
    closers.push(() => rmSync(folder, { recursive: true, force: true }))
    const anvil = await startAnvil()
    closers.push(() => anvil.close())
    const venue = await openVenue({ chain: { chainId: CHAIN_ID } })
    closers.push(() => venue.close())
    const prometheus = await startPrometheus(folder)
    closers.push(() => prometheus.close())
    await anvil.client.setBalance({ address: venue.account, value: parseEther('1') })
    await anvil.client.setAutomine(false)

    const path = configOf(venue, anvil)
    const state = { QUOIN_STATE_DIR: join(folder, 'state') }
    const first = runLive(path, state)
    await moved(first, 'quoin_chain_pending', 'quoin_chain_replaced', 'quoin_chain_gas')
    first.signal('SIGKILL')
    await first.ended()

    const fromMs = Date.now()
    const bot = runLive(path, state)
    await moved(bot, 'quoin_chain_pending')
    prometheus.watch('bot', new URL(addressOf(bot)).host)
    await prometheus.fires('QuoinTransactionStuck', 'bot', fromMs)
    await anvil.client.setAutomine(true)
    await anvil.client.mine({ blocks: 1 })
    await moved(bot, 'quoin_chain_transactions_total{act="approve",outcome="confirmed"}')
    await moved(bot, 'quoin_chain_cost_units_total', 'quoin_chain_allowance_units')
    // one transaction, whatever was killed and replaced
    expect(await anvil.client.getTransactionCount({ address: venue.account })).toBe(1)
  }, 300_000)
})
