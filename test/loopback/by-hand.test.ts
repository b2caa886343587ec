// Somebody uses the bot's wallet beside it: what the chain does with its tokens is noticed and taken over.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'
import { startBot } from './running-bot.js'

const WAIT = { timeout: 30_000, interval: 10 }

let venue: LoopbackVenue
afterEach(() => venue.close())

describe('a split by hand in a market that the bot quotes', () => {
  it('is in its holdings soon, beside its own fills', async () => {
    venue = await openVenue()
    const running = await startBot(venue.config())
    const { positions, markets } = running.bot.core.beliefs
    await vi.waitFor(() => expect(venue.fills().length).toBeGreaterThan(0), WAIT)
    const { exchange } = venue.server.api
    const [market] = [...markets.values()].filter(({ conditionId }) => venue.open.includes(conditionId))
    if (!market) throw new Error('expected an open market')
    const amountRaw = 100n * market.unitRaw
    exchange.split(venue.account, market.conditionId, amountRaw)
    const held = () => exchange.ledger.tokens(venue.account, market.conditionId).tokensRaw
    // it may sell some of them at once
    await vi.waitFor(() => {
      for (const raw of positions.position(market).tokensRaw) expect(raw).toBeGreaterThan(amountRaw / 2n)
    }, WAIT)
    running.bot.operate('halt', { actor: 'test', reason: 'the end' })
    await vi.waitFor(() => expect(positions.position(market).tokensRaw).toEqual(held()), WAIT)
    expect(['ok', 'pending']).toContain(await running.stop())
  }, 90_000)
})
