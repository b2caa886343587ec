// The bot as a process: one per wallet, and every way to stop it, each with its documented exit code.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StopReport } from '../../src/bot/stop-report.js'
import { EXIT_CODES } from '../../src/domain/exit-codes.js'
import { type BotProcess, killAll, runLive } from './bot-process.js'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'

const WAIT = { timeout: 25_000, interval: 10 }
/** The promise of a stop, and the scheduling of a loaded machine. */
const STOP_MS = 5000 + 250

let venue: LoopbackVenue
let bot: BotProcess
beforeEach(async () => {
  venue = await openVenue()
  bot = runLive(venue.config())
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(venue.resting().length).toBeGreaterThan(1)
  }, WAIT)
})
afterEach(async () => {
  killAll()
  await venue.close()
})

describe('a stop', () => {
  it('leaves no order and says so; a second process on the wallet was refused before', async () => {
    // another journal folder is no way around it
    const second = runLive(venue.config('', undefined, `${venue.journal}-2`))
    expect(await second.ended()).toMatchObject({ code: EXIT_CODES.journal.code })
    expect(JSON.parse(second.stderr).error).toEqual({
      code: 'journal-failed',
      message: expect.stringMatching(/expected one process per wallet, got a second one; process \d+ on .* holds it$/),
    })
    expect(second.stdout).toBe('')

    bot.signal('SIGTERM')
    const { code, ms } = await bot.ended()
    expect(ms).toBeLessThan(STOP_MS)
    const stopped = bot.line('stopped')
    expect(stopped).toMatchObject({ verified: true, openOrders: [] })
    // the report and the code tell the same
    const isClean = Reflect.get(Object(stopped), 'pendingSettlements').length === 0
    expect(code).toBe(isClean ? EXIT_CODES.ok.code : EXIT_CODES.pending.code)
    expect(venue.resting()).toEqual([])
  })

  it('works while the socket is cut', async () => {
    venue.cutSockets()
    bot.signal('SIGTERM')
    const { code, ms } = await bot.ended()
    expect(ms).toBeLessThan(STOP_MS)
    expect([EXIT_CODES.ok.code, EXIT_CODES.pending.code]).toContain(code)
    expect(bot.line('stopped')).toMatchObject({ verified: true, openOrders: [] })
    expect(venue.resting()).toEqual([])
  })

  it('ends in time with `pending` when the venue is dead, and names what it believes alive', async () => {
    const resting = venue.resting()
    await venue.server.close()
    bot.signal('SIGTERM')
    const { code, ms } = await bot.ended()
    expect(ms).toBeLessThan(STOP_MS)
    expect(code).toBe(EXIT_CODES.pending.code)
    const { openOrders, unconfirmed, ...rest } = bot.line('stopped') as StopReport
    expect(rest.verified).toBe(false)
    expect(openOrders).toBeUndefined()
    expect(unconfirmed?.orders.length).toBeGreaterThan(0)
    const nowSec = Date.now() / 1000
    for (const order of unconfirmed?.orders ?? []) {
      expect(order).toMatchObject({ hash: expect.stringMatching(/^0x[0-9a-f]{64}$/), market: expect.any(String) })
      expect(order.price).toBeGreaterThan(0)
      expect(order.shares).toBeGreaterThan(0)
      expect(order.expirationSec).toBeGreaterThan(nowSec)
    }
    // what rested when the venue died, and had not just been replaced, is among them
    const named = new Set(unconfirmed?.orders.map(({ hash }) => hash))
    expect(resting.some(({ hash }) => named.has(hash))).toBe(true)
  })

  it('ends at once on a second signal', async () => {
    // no answer any more, so that the stop cannot be over before the second signal
    venue.server.api.handle = () => undefined
    const before = bot.stdout
    bot.signal('SIGTERM')
    await new Promise((done) => setTimeout(done, 700))
    expect(bot.isOver).toBe(false)
    bot.signal('SIGINT')
    const { code, ms } = await bot.ended()
    expect(code).toBe(EXIT_CODES.killed.code)
    expect(ms).toBeLessThan(1000)
    expect(bot.stdout).toBe(before)
  })
})
