// Three live bots with a wallet each on one API key: they divide its budget in a real Redis, and the venue refuses nothing.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasRedis, startRedis, type TestRedis } from '../fleet/redis-server.js'
import { BotProcess, killAll } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'

const WAIT = { timeout: 60_000, interval: 100 }
/** `npm run check:long` takes ten: QUOIN_SHARED_MINUTES=10. */
const MINUTES = Number(process.env['QUOIN_SHARED_MINUTES'] ?? 0)
/** A minute of a DEFAULT key. */
const WRITES = 150
/** Renewed for a third of it, or nothing is sent: a busy machine is late by a second. */
const LEASE_SEC = MINUTES > 0 ? 12 : 6
const KEYS = [0, 1, 2].map(() => generatePrivateKey())
const EAGER = 'execution: { repriceTicks: 0, minRepriceMs: 0, orderLifetimeSec: 20'

describe.skipIf(!hasRedis)('bots that share an API key', () => {
  let venue: LoopbackVenue
  let redis: TestRedis
  const folder = mkdtempSync(join(tmpdir(), 'quoin-shared-key-'))
  const bots: BotProcess[] = []
  beforeAll(async () => {
    redis = await startRedis()
    const accounts = KEYS.map((key) => ({ address: privateKeyToAddress(key), collateral: 5000 }))
    venue = await openVenue({ accounts, keys: [{ name: 'bot', tier: 'DEFAULT', key: 'loopback-test-key' }] })
    // wallets that Redis knows: nobody need wait for a forgotten holder
    for (const { address } of accounts) {
      const { chainId } = venue.server.profile.typedData.domain
      await redis.client.set(`quoin:lease:${chainId}:${address.toLowerCase()}:fence`, '1')
    }
  })
  afterAll(async () => {
    killAll()
    await venue.close()
    await redis.end()
    rmSync(folder, { recursive: true, force: true })
  })

  function start(n: number): BotProcess {
    const [key, state] = [join(folder, `key-${n}`), join(folder, `state-${n}`)]
    writeFileSync(key, KEYS[n] ?? '', { mode: 0o600 })
    const path = venue.config(
      `fleet: { redis: { url: "${redis.url}" }, leaseSec: ${LEASE_SEC} }\n`,
      undefined,
      join(folder, `journal-${n}`),
    )
    const text = readFileSync(path, 'utf8')
      .replace(/privateKeyFile: \S+/, `privateKeyFile: ${key}`)
      .replace('execution: {', `${EAGER},`)
    writeFileSync(path, text)
    const bot = new BotProcess(['run', path, '--live', '--json'], { QUOIN_STATE_DIR: state })
    bots.push(bot)
    return bot
  }

  async function gauge(bot: BotProcess, series: string): Promise<number> {
    if (bot.isOver) throw new Error(bot.stderr)
    const { metrics } = bot.line('running') as { metrics: string }
    const text = await (await fetch(metrics)).text()
    const found = text.split('\n').find((line) => line.startsWith(`${series} `))
    return Number(found?.slice(series.length + 1))
  }
  const everywhere = (series: string) => Promise.all(bots.map((bot) => gauge(bot, series)))
  const refused = () => venue.traffic.filter(({ response }) => response?.status === 429).length

  it('take their parts, and together never more than the venue allows', async () => {
    const first = start(0)
    await vi.waitFor(async () => expect(await everywhere('quoin_budget_sharers{source="redis"}')).toEqual([1]), WAIT)
    const LIMIT = 'quoin_budget_limit_requests{class="write",window="minute"}'
    await vi.waitFor(() => expect(venue.submits().length).toBeGreaterThan(2), WAIT)
    await vi.waitFor(async () => expect(await gauge(first, LIMIT)).toBeGreaterThan(WRITES / 5), WAIT)
    start(1)
    start(2)
    await vi.waitFor(
      async () => expect(await everywhere('quoin_budget_sharers{source="redis"}')).toEqual([3, 3, 3]),
      WAIT,
    )
    const dividedAmongThree = () =>
      vi.waitFor(async () => {
        const parts = await everywhere(LIMIT)
        expect(parts.reduce((sum, part) => sum + part)).toBeLessThanOrEqual(WRITES)
        for (const part of parts) expect(part).toBeGreaterThanOrEqual(Math.floor(WRITES / 16))
      }, WAIT)
    await dividedAmongThree()
    const isQuoting = (key: `0x${string}`) =>
      venue.server.api.exchange.orders({ account: privateKeyToAddress(key), statuses: ['open'] }).length > 0
    await vi.waitFor(() => expect(KEYS.map(isQuoting)).toEqual([true, true, true]), WAIT)

    const shares: number[] = []
    for (let minute = 0; minute < MINUTES; minute++) {
      const before = venue.submits().length
      await new Promise((done) => setTimeout(done, 60_000))
      const share = (venue.submits().length - before) / WRITES
      const parts = (await everywhere(LIMIT)).join(' + ')
      const used = `${(share * 100).toFixed(0)} % of the writes, parts ${parts}`
      console.log(`minute ${minute + 1}: ${used}, ${refused()} refused`)
      if (minute > 0) shares.push(share)
    }
    if (shares.length > 0) {
      expect(shares.reduce((sum, share) => sum + share) / shares.length).toBeGreaterThanOrEqual(0.8)
    }

    await redis.flush()
    await vi.waitFor(async () => expect(await redis.client.keys('quoin:key-parts:*')).toHaveLength(1), WAIT)
    await dividedAmongThree()
    await redis.kill()
    await vi.waitFor(
      async () => expect(await everywhere('quoin_budget_sharers{source="assumed"}')).toEqual([3, 3, 3]),
      WAIT,
    )
    await redis.start()
    await vi.waitFor(
      async () => expect(await everywhere('quoin_budget_sharers{source="redis"}')).toEqual([3, 3, 3]),
      WAIT,
    )
    const before = venue.submits().length
    await vi.waitFor(() => expect(venue.submits().length).toBeGreaterThan(before), WAIT)
    expect(refused()).toBe(0)
  }, 900_000)
})
