// `quoin watchdog` beside a live bot, each a process, at a real venue: whatever becomes of the bot, within ten seconds of its last sign
// of life nothing of it rests, by the venue's own books.

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { BUSY_WORLD, type Exchange, type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'
import { toldStrategy } from '../loopback/told-strategy.js'

const WAIT = { timeout: 30_000, interval: 20 }
/** From the last sign of life to the last order gone. */
const LONGEST_MS = 10_000

let venue: LoopbackVenue
beforeEach(async () => {
  // what rests goes by being cancelled, hardly by being matched
  venue = await openVenue({ world: { ...BUSY_WORLD, speed: 1, noise: { arrivalsPerSec: 0.05 } } })
})
afterEach(async () => {
  killAll()
  await venue.close()
})

interface News {
  readonly event: string
  readonly heart?: string
  readonly sinceBeatMs?: number
  readonly cancelled?: number
}

class Watcher {
  readonly process: BotProcess

  constructor(config: string, more: readonly string[] = []) {
    this.process = new BotProcess(['watchdog', config, '--json', ...more])
  }

  news(event: string): News[] {
    return this.process.stdout
      .split('\n')
      .filter((line) => line.startsWith('{"watchdog"'))
      .map((line): News => JSON.parse(line).watchdog)
      .filter((news) => news.event === event || news.heart === event)
  }

  async says(event: string, times = 1): Promise<News> {
    await vi.waitFor(() => {
      if (this.process.isOver) throw new Error(this.process.stderr)
      expect(this.news(event).length, `${event}: ${this.process.stdout}`).toBeGreaterThanOrEqual(times)
    }, WAIT)
    return this.news(event).at(-1) ?? { event: '' }
  }
}

async function quoting(bot: BotProcess): Promise<void> {
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(venue.resting().length).toBeGreaterThan(3)
  }, WAIT)
}

/** Milliseconds until nothing rests at the venue, and nothing comes back. */
async function gone(): Promise<number> {
  const from = performance.now()
  await vi.waitFor(() => expect(venue.resting()).toEqual([]), WAIT)
  return performance.now() - from
}

const NO_THREAD = 'process: { watchdogSec: 0 }'

describe('everything is cancelled when the bot', () => {
  it.each(['SIGKILL', 'SIGSTOP'] as const)('gets %s', async (signal) => {
    const config = venue.config()
    // it waits for a bot that is not there yet
    const watcher = new Watcher(config, ['--port', '0'])
    await watcher.says('waiting')
    const bot = runLive(config)
    await quoting(bot)
    await watcher.says('beating')
    bot.signal(signal)
    const ms = await gone()
    console.info(`${signal}: nothing rests ${Math.round(ms)} ms later`)
    expect(ms).toBeLessThan(LONGEST_MS)
    const verified = await watcher.says('verified')
    expect(verified.cancelled).toBeGreaterThan(0)
    expect(verified.sinceBeatMs).toBeLessThan(LONGEST_MS)
    expect(venue.resting()).toEqual([])
    const { metrics } = Object(watcher.process.line('watching'))
    const text = await (await fetch(metrics)).text()
    expect(text).toMatch(/^quoin_watchdog_fired_total 1$/m)
    expect(text).toMatch(/^quoin_watchdog_unverified 0$/m)
    if (signal === 'SIGSTOP') {
      const before = venue.ordersEver().length
      bot.signal('SIGCONT')
      // what it had planned does not leave with an old lease; then it lives, and quotes again
      await watcher.says('beating', 2)
      await vi.waitFor(() => expect(venue.ordersEver().length).toBeGreaterThan(before), WAIT)
    } else {
      await watcher.says('again')
      await watcher.says('verified', 2)
    }
    watcher.process.signal('SIGTERM')
    expect((await watcher.process.ended()).code).toBe(0)
  })

  it('hangs in its strategy, which no thread of its own ends', async () => {
    const strategy = toldStrategy(venue, { more: NO_THREAD })
    const watcher = new Watcher(strategy.config)
    const bot = runLive(strategy.config)
    await quoting(bot)
    await watcher.says('beating')
    strategy.tell({ all: 'endless' })
    const ms = await gone()
    console.info(`a strategy that hangs: nothing rests ${Math.round(ms)} ms later`)
    expect(ms).toBeLessThan(LONGEST_MS + 1000)
    expect((await watcher.says('verified')).sinceBeatMs).toBeLessThan(LONGEST_MS)
  })

  it('died while nobody watched, or while the venue was away', async () => {
    const config = venue.config()
    const bot = runLive(config)
    await quoting(bot)
    bot.signal('SIGKILL')
    await bot.ended()
    venue.onRequest = ({ path }) => (path.includes('orders') ? 'lost' : undefined)
    const watcher = new Watcher(config)
    await watcher.says('failed')
    expect(venue.resting().length).toBeGreaterThan(0)
    venue.onRequest = () => undefined
    expect((await watcher.says('verified')).cancelled).toBeGreaterThan(0)
    expect(venue.resting()).toEqual([])
  })
})

describe('nothing but the venue’s orders and cancels is needed', () => {
  const isListed = ({ request, response }: Exchange) => request.path === '/orders' && response?.status === 200
  const kill = async () => {
    const config = venue.config()
    const watcher = new Watcher(config)
    // it has signed in by then
    await vi.waitFor(() => expect(venue.traffic.some(isListed)).toBe(true), WAIT)
    const bot = runLive(config)
    await quoting(bot)
    await watcher.says('beating')
    bot.signal('SIGKILL')
    return watcher
  }

  it('while no market can be read', async () => {
    const watcher = await kill()
    venue.onRequest = ({ path }) => (/^\/markets\/[^/]+$/.test(path) ? 'lost' : undefined)
    expect(await gone()).toBeLessThan(LONGEST_MS)
    expect((await watcher.says('verified')).cancelled).toBeGreaterThan(0)
  })

  it('while 429s have asked for an hour of silence', async () => {
    const watcher = await kill()
    const faults = `${venue.server.url}/sandbox/faults`
    const key = { 'x-api-key': 'loopback-test-key' }
    const body = JSON.stringify({ kind: 'proxy-429', retryAfterSec: 3600, durationMs: 3_600_000 })
    await fetch(faults, { method: 'POST', headers: { 'content-type': 'application/json', ...key }, body })
    await watcher.says('failed')
    await fetch(faults, { method: 'DELETE', headers: key })
    const ms = await gone()
    console.info(`after 429s: nothing rests ${Math.round(ms)} ms later`)
    expect(ms).toBeLessThan(3000)
  })
})

it('leaves a bot alone that stops cleanly, and one that is started again at once', async () => {
  const config = venue.config()
  const watcher = new Watcher(config)
  let bot = runLive(config)
  await quoting(bot)
  bot.signal('SIGTERM')
  const { code } = await bot.ended()
  if (code === 0) await watcher.says('stopped')
  bot = runLive(config)
  await quoting(bot)
  bot.signal('SIGKILL')
  await bot.ended()
  const fired = watcher.news('fired').length
  bot = runLive(config)
  await quoting(bot)
  await sleep(1000)
  // a watcher that fires although the next one is there cancels nothing that it would not place again
  console.info(`fired ${watcher.news('fired').length - fired} times around a restart`)
  expect(venue.resting().length).toBeGreaterThan(0)
})

it('goes on at SIGHUP where no terminal was closed, which asks the bot beside it to read its configuration', async () => {
  const watcher = new Watcher(venue.config())
  await watcher.says('waiting')
  watcher.process.signal('SIGHUP')
  await sleep(1000)
  expect(watcher.process.isOver).toBe(false)
  watcher.process.signal('SIGTERM')
  expect((await watcher.process.ended()).code).toBe(0)
})
