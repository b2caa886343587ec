// On paper nothing that writes ever arrives, whatever the bot does.

import { afterEach, describe, expect, it, vi } from 'vitest'
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
