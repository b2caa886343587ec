// A strategy that never answers, in a bot process at a real venue: the process ends by itself and says where it stood.

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EXIT_CODES } from '../../src/domain/exit-codes.js'
import { BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'
import { expectStoppedClean } from '../loopback/stopped-clean.js'
import { lineOf, toldStrategy } from '../loopback/told-strategy.js'

const WAIT = { timeout: 60_000, interval: 50 }
const SHORT = 'process: { watchdogSec: 1 }'

let venue: LoopbackVenue
beforeEach(async () => {
  venue = await openVenue()
})
afterEach(async () => {
  killAll()
  await venue.close()
})

/** Until it has placed orders of its own: a former process may have left some. */
async function quoting(bot: BotProcess): Promise<void> {
  const before = venue.ordersEver().length
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(venue.ordersEver().length).toBeGreaterThan(before + 1)
    expect(venue.resting().length).toBeGreaterThan(1)
  }, WAIT)
}

async function stopsClean(bot: BotProcess, formerEndMs?: number): Promise<void> {
  bot.signal('SIGTERM')
  const { code } = await bot.ended()
  expect([EXIT_CODES.ok.code, EXIT_CODES.pending.code]).toContain(code)
  expectStoppedClean(bot.line('stopped'), venue, formerEndMs)
  expect(venue.resting()).toEqual([])
}

describe('an endless strategy', () => {
  it('is named with file and line, and ends the process with a code of its own; its orders die, its successor works', async () => {
    const strategy = toldStrategy(venue, { more: SHORT })
    const bot = runLive(strategy.config)
    await quoting(bot)
    strategy.tell({ all: 'endless' })
    const { code, ms } = await bot.ended()
    const endedMs = Date.now()
    expect(bot.stderr).not.toBe('')
    const { error } = JSON.parse(bot.stderr.trim().split('\n').at(-1) ?? '')
    const place = `${strategy.file}:${lineOf("while (told === 'endless')")}:`
    expect(error).toEqual({
      code: 'hung',
      message: expect.stringContaining(`the main thread has not turned for 1 s; it is at Object.quote (${place}`),
      stack: expect.arrayContaining([expect.stringContaining(place), expect.stringMatching(/^callStrategy /)]),
    })
    expect(code).toBe(EXIT_CODES.hung.code)
    expect(ms).toBeLessThan(12_000)
    // what it left behind expires by itself
    for (const { expirationSec } of venue.resting()) {
      expect(expirationSec).toBeGreaterThan(0)
      expect(expirationSec).toBeLessThanOrEqual(Date.now() / 1000 + 121)
    }
    strategy.tell({})
    const successor = runLive(strategy.config)
    await quoting(successor)
    await stopsClean(successor, endedMs)
  }, 60_000)

  it('is named in words for people without --json', async () => {
    const strategy = toldStrategy(venue, { more: SHORT })
    const bot = new BotProcess(['run', strategy.config, '--live'])
    await quoting(bot)
    strategy.tell({ all: 'endless' })
    expect(await bot.ended()).toMatchObject({ code: EXIT_CODES.hung.code })
    expect(bot.stderr).toContain('quoin: hung: the main thread has not turned for 1 s; it is at Object.quote (')
    expect(bot.stderr).toContain(`    at Object.quote (${strategy.file}:`)
    expect(bot.stderr).not.toContain('debugger')
  }, 60_000)
})

describe('what is no hang', () => {
  it('is a process that was stopped for a while, as by a sleeping machine', async () => {
    const bot = runLive(toldStrategy(venue, { more: SHORT }).config)
    await quoting(bot)
    bot.signal('SIGSTOP')
    await sleep(4000)
    bot.signal('SIGCONT')
    await sleep(2000)
    expect(bot.isOver, bot.stderr).toBe(false)
    await quoting(bot)
    await stopsClean(bot)
  }, 60_000)

  it('is anything where the watchdog is turned off', async () => {
    const strategy = toldStrategy(venue, { more: 'process: { watchdogSec: 0 }' })
    const bot = runLive(strategy.config)
    await quoting(bot)
    strategy.tell({ all: 'endless' })
    await sleep(6000)
    expect(bot.isOver).toBe(false)
    bot.signal('SIGKILL')
    await bot.ended()
  }, 60_000)
})
