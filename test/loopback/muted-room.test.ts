// A room that falls silent while the connection stays well: the bot must find out by itself and stay correct.

import { afterEach, expect, it, vi } from 'vitest'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'
import { settleAccounts, startBot } from './running-bot.js'

const WAIT = { timeout: 15_000, interval: 20 }

let venue: LoopbackVenue
afterEach(() => venue.close())

it('a muted room is noticed, its market is pulled until it speaks again, and the accounts agree', async () => {
  venue = await openVenue()
  const running = await startBot(venue.config('feed: { checkBestEverySec: 1, compareBookEverySec: 2 }'))
  const { bot } = running
  const feedOf = (id: string) => bot.snapshot().markets.find((market) => market.conditionId === id)?.feed
  const muted = await vi.waitFor(() => {
    const found = venue.open.find((id) => venue.isTwoSided(id) && feedOf(id)?.health === 'live')
    if (found === undefined) throw new Error('no market is quoted on a live feed yet')
    return found
  }, WAIT)
  const others = venue.open.filter((id) => id !== muted)

  venue.server.api.switches.mutedRooms.push(muted)
  const mutedAtMs = performance.now()
  await vi.waitFor(() => {
    expect(feedOf(muted)?.health).toBe('stale')
    expect(venue.resting(muted)).toEqual([])
  }, WAIT)
  console.log(`pulled ${Math.round(performance.now() - mutedAtMs)} ms after the room fell silent`)
  // the connection was never in doubt
  expect(others.some((id) => feedOf(id)?.health === 'live')).toBe(true)

  venue.server.api.switches.mutedRooms.length = 0
  await vi.waitFor(() => {
    expect(feedOf(muted)?.health).toBe('live')
    expect(venue.isTwoSided(muted)).toBe(true)
  }, WAIT)

  await settleAccounts(running, venue)
  expect(new Set(venue.ordersEver().map(({ type }) => type))).toEqual(new Set(['POST_ONLY']))
  expect(await running.stop()).toBe('ok')
  expect(venue.resting()).toEqual([])
})
