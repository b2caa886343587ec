// Three live bots with a wallet each divide the venue's markets through a real Redis: killed, stopped, cut off, and Redis forgetful. Never do
// quotes of two of them rest in one market.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ConditionId } from '../../src/domain/market/market.js'
import { type CutProxy, cutProxy } from '../fleet/cut-proxy.js'
import { hasRedis, startRedis, type TestRedis } from '../fleet/redis-server.js'
import { BotProcess, killAll } from '../loopback/bot-process.js'
import { BUSY_WORLD, type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'

const WAIT = { timeout: 90_000, interval: 100 }
const LEASE_SEC = 6
const LIFE_SEC = 10
const MARKETS = 6
const NAMES = ['a', 'b', 'c'] as const
type Name = (typeof NAMES)[number]
const KEYS = { a: generatePrivateKey(), b: generatePrivateKey(), c: generatePrivateKey() }

describe.skipIf(!hasRedis)('bots that divide the markets', () => {
  let venue: LoopbackVenue
  let redis: TestRedis
  let proxy: CutProxy
  let watch: NodeJS.Timeout
  const folder = mkdtempSync(join(tmpdir(), 'quoin-fleet-markets-'))
  const bots = new Map<Name, BotProcess>()
  /** Markets in which two of them were seen at once. */
  const clashes: string[] = []

  beforeAll(async () => {
    redis = await startRedis()
    proxy = await cutProxy(Number(new URL(redis.url).port))
    const accounts = NAMES.map((name) => ({ address: privateKeyToAddress(KEYS[name]), collateral: 5000 }))
    venue = await openVenue({
      accounts,
      world: { ...BUSY_WORLD, markets: { ...BUSY_WORLD.markets, count: MARKETS } },
      keys: [{ name: 'bot', tier: 'MM', key: 'loopback-test-key' }],
    })
    // a Redis that knows the wallets and the fleet: nobody need wait for forgotten ones
    const { chainId } = venue.server.profile.typedData.domain
    for (const { address } of accounts)
      await redis.client.set(`quoin:lease:${chainId}:${address.toLowerCase()}:fence`, '1')
    const redisRun = /^run_id:(\w+)/m.exec(await redis.client.info('server'))?.[1]
    const book = { id: 'first', redisRun, version: 1, memory: 'sure', bots: {}, claims: {} }
    await redis.client.set(`quoin:markets:${chainId}:live:desk`, JSON.stringify(book))
    watch = setInterval(() => {
      for (const [market, names] of quoted()) if (names.length > 1) clashes.push(`${names.join(' and ')} in ${market}`)
    }, 20)
  })
  afterAll(async () => {
    clearInterval(watch)
    killAll()
    await venue.close()
    await proxy.close()
    await redis.end()
    rmSync(folder, { recursive: true, force: true })
  })

  /** By market, whose quotes rest there. */
  function quoted(): ReadonlyMap<ConditionId, readonly Name[]> {
    const { exchange } = venue.server.api
    const found = new Map<ConditionId, Name[]>(venue.open.map((id) => [id, []]))
    for (const name of NAMES) {
      const orders = exchange.orders({
        account: privateKeyToAddress(KEYS[name]),
        statuses: ['open', 'partially_filled'],
      })
      for (const id of new Set(orders.map(({ conditionId }) => conditionId))) found.get(id)?.push(name)
    }
    return found
  }
  const countOf = (name: Name) => [...quoted().values()].filter((names) => names.includes(name)).length
  const counts = () => NAMES.map(countOf)

  function start(name: Name): BotProcess {
    const key = join(folder, `key-${name}`)
    writeFileSync(key, KEYS[name], { mode: 0o600 })
    const url = name === 'c' ? proxy.url : redis.url
    const path = venue.config(
      `fleet: { redis: { url: "${url}" }, leaseSec: ${LEASE_SEC}, markets: { name: desk } }\n`,
      `{ select: { max: ${MARKETS}, minTimeLeftSec: 2, refreshSec: 2 } }`,
      join(folder, `journal-${name}`),
    )
    const text = readFileSync(path, 'utf8')
      .replace(/privateKeyFile: \S+/, `privateKeyFile: ${key}`)
      .replace('execution: {', `execution: { orderLifetimeSec: ${LIFE_SEC}, unknownGraceSec: 1,`)
    writeFileSync(path, text)
    const bot = new BotProcess(['run', path, '--live', '--json'], { QUOIN_STATE_DIR: join(folder, `state-${name}`) })
    bots.set(name, bot)
    return bot
  }

  interface Status {
    readonly fleet: { readonly memory: string; readonly bots: number; readonly markets: { readonly held: number } }
    readonly markets: readonly { readonly notQuoting?: { readonly reason: string; readonly detail: string } }[]
  }
  function addresses(name: Name): { readonly metrics: string; readonly status: string } {
    const bot = bots.get(name)
    if (bot === undefined || bot.isOver) throw new Error(bot?.stderr)
    return bot.line('running') as { metrics: string; status: string }
  }
  async function status(name: Name): Promise<Status> {
    return (await fetch(addresses(name).status)).json() as Promise<Status>
  }
  const held = async (name: Name) => (await status(name)).fleet.markets.held
  const reasons = async (name: Name) =>
    (await status(name)).markets.flatMap(({ notQuoting }) => (notQuoting ? [notQuoting] : []))

  /** Each has its share, and a quote rests everywhere. */
  const divided = () =>
    vi.waitFor(async () => {
      for (const name of NAMES) expect(await held(name)).toBe(MARKETS / 3)
      expect(counts()).toEqual([2, 2, 2])
    }, WAIT)

  it('never both quote one, whatever is killed, stopped, cut off or forgotten', async () => {
    // those of a first try
    killAll()
    await Promise.all([...bots.values()].map((bot) => bot.ended()))
    for (const name of NAMES) start(name)
    await divided()
    const first = await reasons('a')
    expect(first.filter(({ reason }) => reason === 'other-bot')).toHaveLength(4)
    expect(first.map(({ detail }) => detail)).toContainEqual(expect.stringMatching(/^0x\w{6} on .*:\d+ quotes it$/))
    const text = await (await fetch(addresses('a').metrics)).text()
    expect(text).toContain('quoin_fleet_bots 3')
    expect(text).toContain('quoin_fleet_markets{whose="others"} 4')

    // Redis forgets, and is started anew: who quotes goes on
    await redis.flush()
    await vi.waitFor(async () => expect((await status('a')).fleet.memory).toBe('told'), WAIT)
    expect(await Promise.all(NAMES.map(held))).toEqual([2, 2, 2])
    await redis.kill()
    await redis.start()
    await vi.waitFor(async () => expect((await status('b')).fleet.memory).toBe('sure'), WAIT)
    await divided()

    // one is killed, one is stopped: the third takes all, when what they left has expired
    bots.get('a')?.signal('SIGKILL')
    bots.get('b')?.signal('SIGSTOP')
    await vi.waitFor(
      async () =>
        expect(await reasons('c')).toContainEqual({
          reason: 'unclaimed',
          detail: expect.stringMatching(/ held it, and was last heard of at [\d:]+ UTC: what it left there may rest/),
        }),
      WAIT,
    )
    expect(await held('c')).toBe(2)
    await vi.waitFor(() => expect(countOf('c')).toBe(MARKETS), WAIT)
    expect(countOf('a') + countOf('b')).toBe(0)
    bots.get('b')?.signal('SIGCONT')
    start('a')
    await divided()

    // one that is cut off from Redis pulls before anybody else may quote, and is back when it is heard of again
    proxy.cut()
    await vi.waitFor(async () => expect(await held('c')).toBe(0), WAIT)
    await vi.waitFor(() => expect(countOf('c')).toBe(0), WAIT)
    proxy.mend()
    await divided()

    // one that ends cleanly leaves its markets at once
    bots.get('c')?.signal('SIGTERM')
    await bots.get('c')?.ended()
    await vi.waitFor(() => expect(counts()).toEqual([3, 3, 0]), WAIT)
    expect(clashes).toEqual([])
  }, 400_000)
})
