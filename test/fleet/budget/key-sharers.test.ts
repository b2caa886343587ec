import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ByClass, ClassUse, KeyPart } from '../../../src/domain/permit.js'
import { KeySharers, type KeySharing } from '../../../src/fleet/budget/key-sharers.js'
import type { PartBook } from '../../../src/fleet/budget/part-book.js'
import { redisAddress } from '../../../src/fleet/redis-address.js'
import { redisClient } from '../../../src/fleet/redis-client.js'
import { plainRedis } from '../plain-redis.js'
import { hasRedis, startRedis, type TestRedis } from '../redis-server.js'

const QUIET = { onAway: () => undefined, onBack: () => undefined }
const LIMIT = { perSecond: 5, perMinute: 150 }
const NONE = { perSecond: 0, perMinute: 0 }

it('tells which process it is, and takes the least part of one that is not there any more', async () => {
  const { redis, clock, textAt } = plainRedis()
  const one: ClassUse = { limit: LIMIT, learned: LIMIT, used: NONE, ending: [], part: NONE }
  const opened = (process: string) =>
    new KeySharers({
      ...{ redis, keyHash: 'aa', atLeast: 2, clock, onChange: () => undefined },
      ...{ process, isGone: (other: string) => other === 'killed' },
      uses: () => ({ read: one, write: one, cancel: one, account: one }),
    })
  const least = (): Record<string, number> => {
    const { members } = JSON.parse(textAt('quoin:key-parts:aa') ?? '{}') as PartBook
    return Object.fromEntries(Object.values(members).map((bot) => [bot.process ?? '', bot.least.write.perMinute]))
  }
  const [killed, cutOff, living] = [opened('killed'), opened('cut off'), opened('living')]
  for (let second = 0; second < 6; second++) {
    for (const bot of [killed, cutOff, living]) await bot.show()
    clock.advance(1000)
  }
  expect(Math.min(...Object.values(least()))).toBeGreaterThan(0)
  clock.advance(6000)
  await living.show()
  const after = least()
  expect(after['killed']).toBe(0)
  expect(after['cut off']).toBeGreaterThan(0)
  for (const bot of [killed, cutOff, living]) await bot.close()
})

describe.skipIf(!hasRedis)('bots that share a key', () => {
  let redis: TestRedis
  const all: KeySharers[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterEach(async () => {
    await Promise.all(all.splice(0).map((sharers) => sharers.close()))
    await redis.flush()
  })
  afterAll(() => redis.end())

  function bot({ keyHash = 'aa', atLeast = 2, used = 0, counts = true } = {}) {
    const clock = { now: 0, monoMs: () => clock.now }
    const heard: { readonly shared: KeySharing; readonly part: KeyPart | undefined }[] = []
    const part = () => heard.at(-1)?.part?.limits.write ?? { perSecond: 0, perMinute: 0 }
    const use = () => {
      const spent = { perSecond: 0, perMinute: used }
      const one: ClassUse = { limit: LIMIT, learned: LIMIT, used: spent, ending: [], part: part() }
      return { read: one, write: one, cancel: one, account: one } satisfies ByClass<ClassUse>
    }
    const client = redisClient(redisAddress(redis.url, 'x'), QUIET, { maxRetriesPerRequest: 1, commandTimeout: 300 })
    const sharers = new KeySharers({
      ...{ redis: client, keyHash, atLeast, clock, uses: () => (counts ? use() : undefined) },
      onChange: (shared, one) => heard.push({ shared, part: one }),
    })
    all.push(sharers)
    return { clock, heard, part, sharers }
  }

  it('count each other, and nobody of another key', async () => {
    const [one, two, other] = [bot(), bot(), bot({ keyHash: 'bb' })]
    await one.sharers.show()
    expect(one.sharers.sharing).toEqual({ bots: 1, isKnown: true })
    await two.sharers.show()
    await one.sharers.show()
    await other.sharers.show()
    expect(one.heard.map(({ shared }) => shared.bots)).toEqual([1, 2])
    expect([two.sharers.sharing.bots, other.sharers.sharing.bots]).toEqual([2, 1])
  })

  it('get parts once Redis has had time to hear of all, and give them back by leaving', async () => {
    const [one, two] = [bot({ used: 90 }), bot()]
    await vi.waitFor(
      async () => {
        await Promise.all([one.sharers.show(), two.sharers.show()])
        expect(one.part().perMinute).toBeGreaterThanOrEqual(90)
        expect(two.part().perMinute).toBeGreaterThan(5)
      },
      { timeout: 20_000 },
    )
    expect(one.part().perMinute + two.part().perMinute).toBeLessThanOrEqual(150)
    await two.sharers.close()
    await one.sharers.show()
    expect(one.sharers.sharing.bots).toBe(1)
  })

  it('hold next to nothing for one that ended before it counted', async () => {
    const one = bot({ counts: false })
    await one.sharers.show()
    await one.sharers.close()
    const book = JSON.parse((await redis.client.get('quoin:key-parts:aa')) ?? '{}')
    const NONE = { perSecond: 0, perMinute: 0 }
    const held = { read: { perSecond: 1, perMinute: 1 }, write: NONE, cancel: NONE, account: NONE }
    expect(Object.values(book.members)).toEqual([expect.objectContaining({ held, seenMs: book.writtenMs - 8000 })])
  })

  it('all find a book that is written at once', async () => {
    const bots = Array.from({ length: 6 }, () => bot())
    // who has lost a race too often tries again at its next look
    await vi.waitFor(
      async () => {
        await Promise.all(bots.map(({ sharers }) => sharers.show()))
        expect(bots.map(({ sharers }) => sharers.sharing)).toEqual(bots.map(() => ({ bots: 6, isKnown: true })))
      },
      { timeout: 20_000 },
    )
  })

  it('remember each other where Redis has forgotten them', async () => {
    const [one, two] = [bot(), bot()]
    await two.sharers.show()
    await one.sharers.show()
    await two.sharers.close()
    await redis.flush()
    await one.sharers.show()
    const book = JSON.parse((await redis.client.get('quoin:key-parts:aa')) ?? '{}')
    expect(Object.keys(book.members)).toHaveLength(2)
  })

  it('keep a part for a while when Redis is away, and assume some bots where it never spoke', async () => {
    const [one, two, three] = [bot({ atLeast: 1 }), bot({ atLeast: 1 }), bot({ keyHash: 'cc', atLeast: 4 })]
    await two.sharers.show()
    await one.sharers.show()
    redis.hold()
    for (const { sharers } of [one, three]) {
      await vi.waitFor(
        async () => {
          await sharers.show()
          expect(sharers.sharing.isKnown).toBe(false)
        },
        { timeout: 10_000 },
      )
    }
    expect([one.sharers.sharing.bots, three.sharers.sharing.bots]).toEqual([2, 4])
    expect(one.heard.at(-1)?.part?.untilMonoMs).toBe(8_000)
    expect(three.heard.at(-1)?.part).toBeUndefined()
    redis.letGo()
    await vi.waitFor(
      async () => {
        await three.sharers.show()
        expect(three.sharers.sharing).toEqual({ bots: 1, isKnown: true })
      },
      { timeout: 10_000 },
    )
  })
})
