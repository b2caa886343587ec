// A wallet that holds tokens of many markets that are over, as after months: a start does not read them all before it quotes.

import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { killAll, runLive } from './bot-process.js'
import { BUSY_WORLD, type LoopbackVenue, openVenue } from './loopback-venue.js'

const OLD = 150
/** By the path of one market: the bot's own four are read like that, too. */
const MOST_READ = 20

let venue: LoopbackVenue
beforeEach(async () => {
  const old = Array.from({ length: OLD }, (_, n) => ({ id: `old-${n}`, question: `Is number ${n} over?` }))
  venue = await openVenue({
    world: { ...BUSY_WORLD, speed: 1 },
    markets: old,
    keys: [{ name: 'bot', tier: 'DEFAULT', key: 'loopback-test-key' }],
  })
  const { exchange, markets } = venue.server.api
  for (const { id } of old) {
    const market = markets.all().find((one) => one.id === id)
    if (market === undefined) throw new Error(`no market ${id}`)
    exchange.split(venue.account, market.conditionId, 5_000_000n)
    exchange.resolve(market.conditionId, 0, Date.now())
  }
})
afterEach(async () => {
  killAll()
  await venue.close()
})

it('quotes before it has read them; and so does a next life that refuses what it cannot explain', async () => {
  const env = { QUOIN_STATE_DIR: `${venue.journal}-state` }
  const config = venue.config()
  for (const positions of ['report', 'refuse']) {
    const settings = readFileSync(config, 'utf8').replace(
      /execution: \{( reconcile: \{ positions: \w+ \},)?/,
      `execution: { reconcile: { positions: ${positions} },`,
    )
    writeFileSync(config, settings)
    const [traffic, submits] = [venue.traffic.length, venue.submits().length]
    const bot = runLive(config, env)
    await vi.waitFor(() => expect(venue.submits().length).toBeGreaterThan(submits), { timeout: 60_000, interval: 20 })
    const reads = venue.traffic
      .slice(traffic)
      .filter(({ request }) => request.method === 'GET' && /^\/markets\/[^/]+$/.test(request.path))
    expect(reads.length).toBeLessThan(MOST_READ)
    bot.signal('SIGTERM')
    expect((await bot.ended()).code, bot.stderr).toBe(0)
  }
})
