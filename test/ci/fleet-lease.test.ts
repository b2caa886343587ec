// Bots on one wallet that only Redis keeps apart, as on two machines: refused, taken over after a kill, silent when Redis is away.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasRedis, startRedis, type TestRedis } from '../fleet/redis-server.js'
import { BotProcess, killAll } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'

const WAIT = { timeout: 60_000, interval: 50 }

describe.skipIf(!hasRedis)('one wallet on several machines', () => {
  let venue: LoopbackVenue
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
    venue = await openVenue()
  })
  afterAll(async () => {
    killAll()
    await venue.close()
    await redis.end()
  })

  /** With a folder of its own for all that lies on disk: another machine. */
  function machine(name: string, whenHeld: 'refuse' | 'wait', more = '') {
    const journal = `${venue.journal}-${name}`
    const fleet = `fleet: { redis: { url: "${redis.url}" }, leaseSec: 6, whenHeld: ${whenHeld} }\n`
    const path = venue.config(`${fleet}${more}`, undefined, journal)
    const env = { QUOIN_STATE_DIR: `${journal}-state` }
    const watchdog = () => new BotProcess(['watchdog', path, '--json'], env)
    return { journal, bot: new BotProcess(['run', path, '--live', '--json'], env), watchdog }
  }
  type Machine = ReturnType<typeof machine>

  const quoting = ({ bot }: Machine) =>
    vi.waitFor(() => {
      if (bot.isOver) throw new Error(bot.stderr)
      expect(venue.resting().length).toBeGreaterThan(1)
    }, WAIT)

  async function gauge({ bot }: Machine, series: string): Promise<number> {
    const { metrics } = bot.line('running') as { metrics: string }
    const text = await (await fetch(metrics)).text()
    const found = text.split('\n').find((line) => line.startsWith(`${series} `))
    return Number(found?.slice(series.length + 1))
  }

  function fencesOf({ journal }: Machine): number[] {
    const folder = join(journal, venue.account.toLowerCase())
    const texts = readdirSync(folder)
      .filter((name) => name.startsWith('orders-'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
    return [...texts.join('').matchAll(/"fence":(\d+)/g)].map(([, fence]) => Number(fence))
  }

  it('is one bot’s: refused, taken over, and silent without a lease', async () => {
    const first = machine('one', 'refuse')
    await quoting(first)
    expect(await gauge(first, 'quoin_lease_held')).toBe(1)
    const refused = machine('two', 'refuse')
    expect((await refused.bot.ended()).code).toBe(8)
    expect(refused.bot.stderr).toMatch(/expected one process per wallet, got a second one; .*:\d+ holds \d+:0x/)

    const standby = machine('three', 'wait')
    // it asks Redis, and has not been given the wallet
    await vi.waitFor(async () => expect(await clients(redis)).toBe(3), WAIT)
    const stopped = machine('seven', 'wait', 'telemetry: { port: 0 }\n')
    await vi.waitFor(() => expect(stopped.bot.stderr).toContain('holds the wallet'), WAIT)
    stopped.bot.signal('SIGTERM')
    expect((await stopped.bot.ended()).code).toBe(0)
    expect(stopped.bot.stderr).not.toMatch(/error|is away/)
    first.bot.signal('SIGKILL')
    const killedMs = performance.now()
    // what rests may be the first one's yet
    await quoting(standby)
    await vi.waitFor(() => expect(fencesOf(standby).length).toBeGreaterThan(0), WAIT)
    expect(Math.min(...fencesOf(standby))).toBeGreaterThan(Math.max(...fencesOf(first)))
    expect(await gauge(standby, 'quoin_lease_fence')).toBe(Math.min(...fencesOf(standby)))

    redis.hold()
    await vi.waitFor(async () => expect(await gauge(standby, 'quoin_waiting{cause="lease"}')).toBe(1), WAIT)
    expect(await gauge(standby, 'quoin_lease_held')).toBe(0)
    await vi.waitFor(() => expect(venue.resting()).toEqual([]), WAIT)
    const submits = venue.submits().length
    // longer than the lease: another might trade by now
    await new Promise((done) => setTimeout(done, 6000))
    expect([venue.submits().length, venue.resting().length]).toEqual([submits, 0])
    redis.letGo()
    await quoting(standby)
    expect(await gauge(standby, 'quoin_halted')).toBe(0)

    await redis.flush()
    await vi.waitFor(async () => expect(await redis.client.keys('quoin:lease:*')).toHaveLength(2), WAIT)
    expect(await gauge(standby, 'quoin_lease_held')).toBe(1)
    standby.bot.signal('SIGTERM')
    await standby.bot.ended()
    expect(standby.bot.line('stopped')).toMatchObject({ verified: true, openOrders: [] })
    // what it waited before is no time of its run
    const { run } = standby.bot.line('stopped') as { run: { seconds: number } }
    expect(run.seconds).toBeLessThan((performance.now() - killedMs) / 1000)
    const [key = ''] = (await redis.client.keys('quoin:lease:*')).filter((name) => !name.endsWith(':fence'))
    expect(await redis.client.get(key)).toBe('')
    // both on one API key, of which the first had all but a little
    expect(venue.traffic.filter(({ response }) => response?.status === 429)).toEqual([])
  }, 240_000)

  it('a watchdog whose machine is there again leaves alone what the bot that followed its own has placed', async () => {
    const first = machine('five', 'wait')
    await quoting(first)
    first.bot.signal('SIGKILL')
    const second = machine('six', 'wait')
    await vi.waitFor(async () => expect(await gauge(second, 'quoin_open_orders')).toBeGreaterThan(1), WAIT)
    // it finds the last beat of the dead one
    const watchdog = first.watchdog()
    await vi.waitFor(() => expect(watchdog.stdout).toContain('"heart":"followed"'), WAIT)
    await new Promise((done) => setTimeout(done, 6000))
    expect(watchdog.stdout).not.toContain('"fired"')
    expect(await gauge(second, 'quoin_open_orders')).toBeGreaterThan(1)
    watchdog.signal('SIGTERM')
    expect((await watchdog.ended()).code).toBe(0)
    second.bot.signal('SIGTERM')
    await second.bot.ended()
  }, 120_000)

  it('a bot whose lease another machine has taken halts and sends nothing more', async () => {
    const bot = machine('four', 'wait')
    await quoting(bot)
    const [key = ''] = (await redis.client.keys('quoin:lease:*')).filter((name) => !name.endsWith(':fence'))
    await redis.client.set(key, JSON.stringify({ token: 'another', name: 'elsewhere:1' }), 'PX', 60_000)
    await vi.waitFor(async () => expect(await gauge(bot, 'quoin_halted')).toBe(1), WAIT)
    expect(bot.bot.stderr).toContain('elsewhere:1 has taken the wallet over')
    await vi.waitFor(() => expect(venue.resting()).toEqual([]), WAIT)
    bot.bot.signal('SIGTERM')
    await bot.bot.ended()
  }, 120_000)
})

async function clients({ client }: TestRedis): Promise<number> {
  return String(await client.client('LIST'))
    .trim()
    .split('\n').length
}
