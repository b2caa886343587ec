// On paper nothing that writes ever arrives, whatever the bot does.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { lots } from '../../src/domain/amounts/size.js'
import { EXIT_CODES } from '../../src/domain/exit-codes.js'
import { BotProcess, killAll } from './bot-process.js'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'
import { startBot } from './running-bot.js'

const WAIT = { timeout: 15_000, interval: 20 }

let venue: LoopbackVenue
afterEach(async () => {
  killAll()
  await venue.close()
})

const writes = () =>
  venue.traffic.filter(({ request }) => request.method !== 'GET').map(({ request: r }) => `${r.method} ${r.path}`)

describe('paper', () => {
  it('quotes, is filled and stops, and only reads', async () => {
    venue = await openVenue()
    const running = await startBot(venue.config(), 'paper')
    await vi.waitFor(() => {
      const { markets, totals } = running.bot.snapshot()
      expect(markets.filter(({ ownQuotes }) => ownQuotes.length >= 2).length).toBeGreaterThan(1)
      expect(totals.fills).toBeGreaterThan(0)
    }, WAIT)
    expect(['ok', 'pending']).toContain(await running.stop())
    expect(venue.traffic.length).toBeGreaterThan(3)
    expect(writes()).toEqual([])
    expect(venue.ordersEver()).toEqual([])
  })

  it('follows a market’s tick, as live', async () => {
    const world = { markets: { count: 1, minSec: 3000, maxSec: 3600, tickSizes: [0.01], replace: false } }
    venue = await openVenue({ world })
    const [conditionId] = venue.open
    if (conditionId === undefined) throw new Error('expected an open market')
    const running = await startBot(venue.config(), 'paper')
    const quotes = () => {
      const [market] = running.bot.snapshot().markets
      return { market, prices: market?.ownQuotes.map(({ price }) => Math.round(price * 1e6) / 1e6) ?? [] }
    }
    await vi.waitFor(() => expect(quotes().prices.length).toBeGreaterThan(1), WAIT)
    venue.server.api.exchange.setGrid(conditionId, { tick: 5, step: 1, minLots: lots(100) }, Date.now())
    await vi.waitFor(
      () => {
        const { market, prices } = quotes()
        expect(running.bot.core.beliefs.markets.get(conditionId)?.ticksPerUnit).toBe(20)
        expect(market).not.toHaveProperty('changed')
        expect(prices.length).toBeGreaterThan(1)
        for (const price of prices) expect(Math.round(price * 100) % 5).toBe(0)
      },
      { timeout: 90_000, interval: 50 },
    )
    expect(['ok', 'pending']).toContain(await running.stop())
    expect(venue.ordersEver()).toEqual([])
  }, 120_000)

  it('--dry-run keeps a live configuration on paper', async () => {
    venue = await openVenue()
    const bot = new BotProcess(['run', venue.config(), '--dry-run', '--json'])
    await vi.waitFor(() => expect(bot.line('running')).toMatchObject({ mode: 'paper' }), WAIT)
    await vi.waitFor(() => expect(venue.traffic.length).toBeGreaterThan(8), WAIT)
    bot.signal('SIGTERM')
    const { code } = await bot.ended()
    expect([EXIT_CODES.ok.code, EXIT_CODES.pending.code]).toContain(code)
    expect(writes()).toEqual([])
  })
})
