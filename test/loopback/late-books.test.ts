// A line that hands over the changes of one book late, each of them and in order: the bot must not take them for what is now.

import { afterEach, expect, it, vi } from 'vitest'
import type { ConditionId } from '../../src/domain/market/market.js'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'
import { settleAccounts, startBot } from './running-bot.js'

const WAIT = { timeout: 20_000, interval: 20 }
const LATE_MS = 2000
/** Enough to be believed, or not. */
const CHANGES = 20

let venue: LoopbackVenue
afterEach(() => venue.close())

/** From here on the books of the market that is named reach clients late; returns how many changes of it did. */
function lateLine(of: { conditionId?: ConditionId }): () => number {
  const { api } = venue.server
  const connect = api.connect.bind(api)
  let changes = 0
  api.connect = (conn, nowMs) => {
    const send = conn.send.bind(conn)
    conn.send = (event, payload) => {
      const isLate =
        event.startsWith('orderbook') && (payload as { conditionId: string }).conditionId === of.conditionId
      if (!isLate) return send(event, payload)
      setTimeout(() => {
        if (event === 'orderbook.update') changes++
        send(event, payload)
      }, LATE_MS)
    }
    connect(conn, nowMs)
  }
  return () => changes
}

it.each([
  [1000, true],
  [60_000, false],
])('with feed.maxLagMs %i a book that is two seconds late is found out: %s', async (maxLagMs, isFound) => {
  venue = await openVenue()
  const late: { conditionId?: ConditionId } = {}
  const changes = lateLine(late)
  // nothing else speaks against the book
  const limits = 'checkBestEverySec: 600, compareBookEverySec: 600, staleAfterMs: 10000'
  const running = await startBot(venue.config(`feed: { maxLagMs: ${maxLagMs}, ${limits} }`))
  const feedOf = (id: string) => running.bot.snapshot().markets.find((market) => market.conditionId === id)?.feed
  const chosen = await vi.waitFor(() => {
    const found = venue.open.find((id) => venue.isTwoSided(id) && feedOf(id)?.health === 'live')
    if (found === undefined) throw new Error('no market is quoted on a live feed yet')
    return found
  }, WAIT)
  late.conditionId = chosen
  await vi.waitFor(() => {
    expect(changes()).toBeGreaterThan(CHANGES)
    expect(feedOf(chosen)?.health).toBe(isFound ? 'polled' : 'live')
  }, WAIT)
  if (isFound) {
    expect(feedOf(chosen)?.reason).toContain('behind the venue by 2.')
    expect(venue.open.some((id) => feedOf(id)?.health === 'live')).toBe(true)
    delete late.conditionId
    await vi.waitFor(() => {
      expect(feedOf(chosen)?.health).toBe('live')
      expect(venue.isTwoSided(chosen)).toBe(true)
    }, WAIT)
  }
  await settleAccounts(running, venue)
  expect(await running.stop()).toBe('ok')
})
