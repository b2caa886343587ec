// A killed process and its successor on the same journal: nothing is forgotten, nothing is doubled.

import { afterEach, expect, it, vi } from 'vitest'
import { type BotProcess, killAll, runLive } from './bot-process.js'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'
import { startBot } from './running-bot.js'

const WAIT = { timeout: 15_000, interval: 10 }
/** Longest time, in milliseconds, that an order and its successor may rest together. */
const TRANSITION_MS = 1500
const ENOUGH_ORDERS = 4

let venue: LoopbackVenue
afterEach(async () => {
  killAll()
  await venue.close()
})

/** Kills the bot inside a submission: the order arrives, its answer does not. */
async function killWhileSubmitting(bot: BotProcess): Promise<void> {
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(venue.resting().length).toBeGreaterThanOrEqual(ENOUGH_ORDERS)
  }, WAIT)
  const submitsBefore = venue.submits().length
  venue.onRequest = ({ method, path }) => {
    if (method === 'POST' && path.endsWith('/orders')) bot.signal('SIGKILL')
  }
  await bot.ended()
  venue.onRequest = () => undefined
  expect(venue.submits().length).toBeGreaterThan(submitsBefore)
}

it('takes up the orders of a killed bot: each is looked up, none is doubled, none is left', async () => {
  venue = await openVenue()
  await killWhileSubmitting(runLive(venue.config()))
  const left = venue.resting()
  expect(left.length).toBeGreaterThan(0)
  const before = venue.traffic.length

  const running = await startBot(venue.config())
  const { orders, positions, markets } = running.bot.core.beliefs
  await vi.waitFor(() => {
    for (const { hash } of left) expect(orders.byHash(hash), `the fate of ${hash}`).toMatchObject({ hash })
    expect(orders.live().filter(({ phase }) => phase === 'unknown')).toEqual([])
    expect(venue.open.some((id) => venue.isTwoSided(id))).toBe(true)
  }, WAIT)
  const lookedUp = venue.traffic.slice(before).map(({ request }) => request.path)
  for (const { hash } of left) expect(lookedUp).toContain(`/orders/${hash}`)

  // one salt per signed order: what was sent again was the same order
  const salts = venue.submits().map(({ request }) => Object(request.body).order.salt)
  expect(venue.ordersEver().length).toBeLessThanOrEqual(new Set(salts).size)
  expect(venue.crowds.filter(({ ms }) => ms > TRANSITION_MS)).toEqual([])

  running.bot.operate('halt', { actor: 'test', reason: 'time to count' })
  await vi.waitFor(() => {
    expect(venue.resting()).toEqual([])
    for (const market of markets.values()) {
      const held = venue.server.api.exchange.ledger.tokens(venue.account, market.conditionId).tokensRaw
      expect(positions.position(market).tokensRaw).toEqual(held)
    }
  }, WAIT)
  expect(['ok', 'pending']).toContain(await running.stop())
  expect(running.line('stopped')).toMatchObject({ verified: true, openOrders: [] })
})
