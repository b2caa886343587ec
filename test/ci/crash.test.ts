// A killed process and its successor on the same journal: nothing is forgotten, nothing is doubled.

import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Hex } from '../../src/domain/market/market.js'
import { type BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'
import { startBot } from '../loopback/running-bot.js'
import { expectStoppedClean } from '../loopback/stopped-clean.js'

const WAIT = { timeout: 15_000, interval: 10 }
/** Longest time, in milliseconds, that an order and its successor may rest together. */
const TRANSITION_MS = 1500
const ENOUGH_ORDERS = 4

let venue: LoopbackVenue
afterEach(async () => {
  killAll()
  await venue.close()
})

/** Kills the bot inside a submission, whose answer it never hears. Returns the salt of that order. */
async function killWhileSubmitting(bot: BotProcess, fate: 'lost' | undefined): Promise<string> {
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(venue.resting().length).toBeGreaterThanOrEqual(ENOUGH_ORDERS)
  }, WAIT)
  let salt: string | undefined
  venue.onRequest = ({ method, path, body }) => {
    if (method !== 'POST' || !path.endsWith('/orders')) return undefined
    bot.signal('SIGKILL')
    salt ??= saltOf(body)
    return fate
  }
  await bot.ended()
  venue.onRequest = () => undefined
  if (salt === undefined) throw new Error('expected the bot to submit once more')
  return salt
}

const saltOf = (body: unknown): string => Object(body).order.salt

describe('a killed bot whose last order', () => {
  it.each([
    ['arrived', undefined],
    ['was lost on the way', 'lost'],
  ] as const)('%s has a successor that takes up all its orders, doubles none and leaves none', async (_name, fate) => {
    venue = await openVenue()
    const lastSalt = await killWhileSubmitting(runLive(venue.config()), fate)
    const left = venue.resting()
    expect(left.length).toBeGreaterThan(0)
    const before = venue.traffic.length
    const restartedMs = Date.now()

    const running = await startBot(venue.config())
    const { orders, positions, markets } = running.bot.core.beliefs
    const unknown = () => [...orders.living()].flatMap((order) => (order.phase === 'unknown' ? [order.hash] : []))
    const isTaken = (hash: Hex) => venue.server.api.exchange.order(hash) !== undefined
    await vi.waitFor(() => {
      for (const { hash } of left) expect(orders.byHash(hash), `the fate of ${hash}`).toMatchObject({ hash })
      expect(unknown().filter(isTaken)).toEqual([])
      expect(venue.open.some((id) => venue.isTwoSided(id))).toBe(true)
    }, WAIT)
    // only the journal knows of an order that the venue never took: it is looked up, and its market waits for its expiration
    const sent = () => venue.traffic.slice(before).map(({ request }) => request)
    const neverTaken = unknown().filter((hash) => !isTaken(hash))
    if (fate === 'lost') expect(neverTaken.length).toBeGreaterThan(0)
    for (const hash of neverTaken) {
      await vi.waitFor(() => expect(sent().map(({ path }) => path)).toContain(`/orders/${hash}`), WAIT)
      const { conditionId } = orders.byHash(hash)?.draft ?? {}
      const known = new Set(left.map((order) => order.hash))
      expect(
        venue
          .ordersEver()
          .filter((o) => o.conditionId === conditionId && o.createdMs > restartedMs && !known.has(o.hash)),
      ).toEqual([])
    }
    expect(sent().filter(({ method, body }) => method === 'POST' && Object(body).order?.salt === lastSalt)).toEqual([])
    // one salt per signed order: what was sent again was the same order
    const salts = new Set(venue.submits().map(({ request }) => saltOf(request.body)))
    expect(venue.ordersEver().length).toBeLessThanOrEqual(salts.size)
    expect(venue.crowds.filter(({ ms }) => ms > TRANSITION_MS)).toEqual([])

    running.bot.operate('halt', { actor: 'test', reason: 'the end' })
    await vi.waitFor(() => {
      expect(venue.resting()).toEqual([])
      // what was matched for the killed bot and settled for its successor is counted once
      for (const market of markets.values()) {
        const held = venue.server.api.exchange.ledger.tokens(venue.account, market.conditionId).tokensRaw
        expect(positions.position(market).tokensRaw).toEqual(held)
      }
    }, WAIT)
    expect(['ok', 'pending']).toContain(await running.stop())
    expectStoppedClean(running.line('stopped'), venue, restartedMs)
  })
})
