// The main job over real HTTP, socket.io and signatures: quotes soon, POST_ONLY only, fills booked once, accounts equal, nothing left.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { BUSY_WORLD, type LoopbackVenue, openVenue } from './loopback-venue.js'
import { settleAccounts, startBot } from './running-bot.js'

const ENOUGH_FILLS = 6
const WAIT = { timeout: 15_000, interval: 20 }
/** Longest time, in milliseconds, that an order and its successor may rest together. */
const TRANSITION_MS = 1500

let venue: LoopbackVenue
afterEach(() => venue.close())

describe.each([
  ['everything the socket can tell', {}],
  ['neither private events, nor numbers, nor hashes', { privateEvents: false, seq: false, hash: false }],
])('a bot that hears %s', (_name, switches) => {
  it('quotes both sides, is filled, and agrees with the ledger to the raw unit', async () => {
    venue = await openVenue({
      switches,
      // makers pay, some settlements fail, and one market ends on the way: nothing of it may upset the accounts
      fees: { makerPays: true },
      globalFeeRateBps: 80,
      settlement: { delayMs: 700, failureRate: 0.15 },
      world: { ...BUSY_WORLD, markets: { count: 4, minSec: 12, maxSec: 300, resolveAfterMs: 300 } },
    })
    const running = await startBot(venue.config())
    const { bot, startedMs } = running
    await vi.waitFor(() => expect(venue.open.some((id) => venue.isTwoSided(id))).toBe(true), WAIT)
    // from the start of the bot, its connection open and nothing else done, to the first market with both directions resting
    expect(Date.now() - startedMs).toBeLessThan(2000)
    console.log(`two-sided after ${Date.now() - startedMs} ms`)

    await vi.waitFor(() => expect(venue.fills().length).toBeGreaterThanOrEqual(ENOUGH_FILLS), WAIT)
    await settleAccounts(running, venue)
    expect(bot.snapshot().totals.fills).toBeGreaterThan(0)
    expect(new Set(venue.ordersEver().map(({ type }) => type))).toEqual(new Set(['POST_ONLY']))
    expect(venue.submits().map(({ request }) => Reflect.get(Object(request.body), 'orderType'))).not.toContain('GTC')
    expect(venue.traffic.filter(({ response }) => response?.status === 429)).toEqual([])
    expect(venue.crowds.filter(({ ms }) => ms > TRANSITION_MS)).toEqual([])

    expect(await running.stop()).toBe('ok')
    expect(running.line('stopped')).toMatchObject({ verified: true, openOrders: [], pendingSettlements: [] })
    expect(venue.resting()).toEqual([])
  })
})
