// The claims of bots on a real Redis.

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { NotOurs } from '../../../src/domain/run/market-claim.js'
import { marketBookKey } from '../../../src/fleet/markets/book-key.js'
import { GoneNotice } from '../../../src/fleet/markets/gone-notice.js'
import { MarketClaims } from '../../../src/fleet/markets/market-claims.js'
import { redisAddress } from '../../../src/fleet/redis-address.js'
import { redisClient } from '../../../src/fleet/redis-client.js'
import { hasRedis, startRedis, type TestRedis } from '../redis-server.js'

const QUIET = { onAway: () => undefined, onBack: () => undefined }
const WAIT = { timeout: 30_000, interval: 20 }
const MARKETS = ['1', '2', '3', '4'].map((n) => `0x${n.repeat(64)}` as ConditionId)

describe.skipIf(!hasRedis)('claims of markets', () => {
  let redis: TestRedis
  const all: { close(isAllClear: boolean): Promise<void> }[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterEach(async () => {
    await Promise.all(all.splice(0).map((claims) => claims.close(true)))
  })
  afterAll(() => redis.end())

  const client = () =>
    redisClient(redisAddress(redis.url, 'x'), QUIET, { maxRetriesPerRequest: 1, commandTimeout: 500 })

  /** A Redis that knows that nobody has claimed anything. */
  async function opened(): Promise<void> {
    const redisRun = /^run_id:(\w+)/m.exec(await redis.client.info('server'))?.[1]
    const book = { id: 'first', redisRun, version: 1, memory: 'sure', bots: {}, claims: {} }
    await redis.client.set(marketBookKey('f'), JSON.stringify(book))
  }

  function bot(name: string, { run = 1, restMs = 0, leaseMs = 3_000 } = {}) {
    const clock = { skipMs: 0, monoMs: () => performance.now() + clock.skipMs, wallMs: () => Date.now() + clock.skipMs }
    const claims = new MarketClaims({
      ...{
        redis: client(),
        shown: 'redis://here',
        fleet: 'f',
        fleetName: 'desk',
        bot: name,
        label: `bot ${name}`,
        run,
      },
      ...{ weight: 1, leaseMs, restMs: () => restMs, clock },
    })
    all.push(claims)
    const told = new Map<ConditionId, NotOurs | undefined>()
    const resting = new Set<ConditionId>()
    claims.start({
      wants: () => MARKETS,
      holdsTokens: () => false,
      isClear: (conditionId) => !resting.has(conditionId),
      tell: (conditionId, whyNot) => {
        told.set(conditionId, whyNot)
      },
    })
    for (const conditionId of MARKETS) claims.selected({ conditionId })
    const held = () => MARKETS.filter((market) => claims.refusal(market) === undefined)
    return { claims, clock, told, held, resting }
  }
  const holds = (one: ReturnType<typeof bot>, count: number) =>
    vi.waitFor(() => expect(one.held()).toHaveLength(count), WAIT)

  it('are divided, handed over when nothing rests any more, and told', async () => {
    await opened()
    const a = bot('a')
    expect([...a.told.values()][0]?.detail).toBe('the book of the fleet has not been read yet')
    await holds(a, 4)
    for (const market of MARKETS) a.resting.add(market)
    const b = bot('b')
    await holds(a, 2)
    await vi.waitFor(() => expect([...b.told.values()].map((why) => why?.detail)).toContain('bot a quotes it'), WAIT)
    expect(b.held()).toEqual([])
    a.resting.clear()
    await holds(b, 2)
    expect(new Set([...a.held(), ...b.held()]).size).toBe(4)
    expect(b.claims.view).toMatchObject({
      ...{ name: 'desk', memory: 'sure', bots: 2, markets: { held: 2, others: 2, unclaimed: 0 } },
      shares: [
        { label: 'bot a', markets: 2 },
        { label: 'bot b', markets: 2 },
      ],
    })
    await a.claims.close(true)
    await holds(b, 4)
  })

  it('are not acted on without Redis, nor after a sleep, and are when it answers again', async () => {
    await opened()
    const a = bot('a')
    await holds(a, 4)
    redis.hold()
    await holds(a, 0)
    await vi.waitFor(() => {
      const details = [...a.told.values()].map((why) => why?.detail ?? '')
      for (const detail of details)
        expect(detail).toMatch(/^the fleet's book on redis:\/\/here could not be read since \d\d:\d\d:\d\d UTC: /)
    }, WAIT)
    redis.letGo()
    await holds(a, 4)
    a.clock.skipMs = 60_000
    expect(a.held()).toEqual([])
    await holds(a, 4)
  })

  it('outlive a flush, and stay those of a bot that is started again', async () => {
    await opened()
    const [a, b] = [bot('a'), bot('b')]
    await Promise.all([holds(a, 2), holds(b, 2)])
    const before = a.held()
    await redis.flush()
    await vi.waitFor(() => expect(a.claims.view.memory).toBe('told'), WAIT)
    expect(a.held()).toEqual(before)
    await vi.waitFor(() => expect(b.claims.view.memory).toBe('sure'), WAIT)
    const again = bot('a', { run: 2 })
    await holds(again, 2)
    expect(again.held()).toEqual(before)
    // the former process, were it still there
    await holds(a, 0)
    expect([...a.told.values()][0]?.detail).toContain('a later process takes part in the fleet for this bot')
  })

  it('of a dead bot are free at once where its watchdog says so, and not where it has looked since', async () => {
    await opened()
    const [a, b] = [bot('a', { restMs: 600_000 }), bot('b', { restMs: 600_000 })]
    await Promise.all([holds(a, 2), holds(b, 2)])
    const notes: string[] = []
    const word = new GoneNotice({ redis: client(), fleet: 'f', bot: 'a', note: (message) => notes.push(message) })
    word.hear({ event: 'fired' })
    await vi.waitFor(async () => expect(await versionOf('a')).toBeGreaterThan(30), WAIT)
    word.hear({ event: 'verified', isLast: true })
    await new Promise((done) => setTimeout(done, 300))
    expect(notes).toEqual([])

    // as if killed: nothing is looked at any more, and what rests is not clear
    clearClaims(a)
    for (const market of MARKETS) a.resting.add(market)
    await a.claims.close(false)
    word.hear({ event: 'fired' })
    await new Promise((done) => setTimeout(done, 300))
    word.hear({ event: 'verified', isLast: false })
    expect(notes).toEqual([])
    word.hear({ event: 'verified', isLast: true })
    await holds(b, 4)
    expect(notes).toEqual(["the bot's markets are free for the others of its fleet"])
    word.close()
  })

  async function versionOf(name: string): Promise<number> {
    const text = (await redis.client.get(marketBookKey('f'))) ?? ''
    return (JSON.parse(text) as { bots: Record<string, { version: number }> }).bots[name]?.version ?? 0
  }
  const clearClaims = ({ claims }: ReturnType<typeof bot>) => all.splice(all.indexOf(claims), 1)
})
