// Somebody uses the bot's wallet beside it: what the chain does with its tokens is noticed and taken over.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { Hex } from '../../src/domain/market/market.js'
import { YES } from '../../src/domain/market/side.js'
import { killAll, runLive } from './bot-process.js'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'
import { startBot } from './running-bot.js'

const WAIT = { timeout: 30_000, interval: 10 }

let venue: LoopbackVenue
afterEach(async () => {
  killAll()
  await venue.close()
})

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

describe('an order by hand between the ticks that the bot knows', () => {
  const byHand: Hex = `0x${'ab'.repeat(32)}`

  /** As a market whose tick has become finer says it. */
  function saidAt(price: string): void {
    const { api } = venue.server
    const handle = api.handle.bind(api)
    api.handle = (request, nowMs, reply) =>
      handle(request, nowMs, (response) => {
        const body = JSON.stringify(response.body, (_key, value: unknown) => {
          const isIt = typeof value === 'object' && value !== null && Reflect.get(value, 'orderHash') === byHand
          return isIt && 'price' in value ? { ...value, price } : value
        })
        reply(body === undefined ? response : { ...response, body: JSON.parse(body) })
      })
  }

  function place(): void {
    const [conditionId] = venue.open
    const { exchange } = venue.server.api
    const feeRateBps = conditionId && exchange.market(conditionId)?.feeRateBps
    if (conditionId === undefined || feeRateBps === undefined) throw new Error('expected an open market')
    const terms = { conditionId, outcome: YES, side: 'BUY', type: 'GTC', expirationSec: 0 } as const
    const order = { ...terms, feeRateBps, price: ticks(2), size: lots(2000), account: venue.account, hash: byHand }
    expect(exchange.submit(order, Date.now()).status).toBe('open')
  }

  it('hides no other, is said, and is cancelled as they are; a stop has it in its proof', async () => {
    venue = await openVenue()
    saidAt('0.015')
    place()
    const bot = runLive(venue.config('telemetry: { port: 0, logLevel: warn }\n'))
    const isThere = () => venue.resting().some(({ hash }) => hash === byHand)
    await vi.waitFor(() => {
      expect(isThere()).toBe(false)
      expect(venue.resting()).not.toEqual([])
    }, WAIT)
    expect(bot.stderr).toContain('"price":"0.015","countsAt":"0.02"')
    bot.signal('SIGTERM')
    expect((await bot.ended()).code).toBe(0)
    expect(bot.line('stopped')).toMatchObject({ verified: true, openOrders: [] })
    expect(venue.resting()).toEqual([])
  }, 90_000)
})
