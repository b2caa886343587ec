import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { KeySharers, type KeySharing } from '../../../src/fleet/budget/key-sharers.js'
import { redisAddress } from '../../../src/fleet/redis-address.js'
import { redisClient } from '../../../src/fleet/redis-client.js'
import { hasRedis, startRedis, type TestRedis } from '../redis-server.js'

const QUIET = { onAway: () => undefined, onBack: () => undefined }

describe.skipIf(!hasRedis)('bots that share a key', () => {
  let redis: TestRedis
  const all: KeySharers[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterEach(async () => {
    for (const sharers of all.splice(0)) sharers.close()
    await redis.flush()
  })
  afterAll(() => redis.end())

  function bot(keyHash = 'aa', atLeast = 2) {
    const clock = { now: 0, monoMs: () => clock.now }
    const heard: KeySharing[] = []
    const client = redisClient(redisAddress(redis.url, 'x'), QUIET, { maxRetriesPerRequest: 1, commandTimeout: 300 })
    const sharers = new KeySharers({ redis: client, keyHash, atLeast, clock, onChange: (shared) => heard.push(shared) })
    all.push(sharers)
    return { clock, heard, sharers }
  }

  it('count each other, and nobody of another key', async () => {
    const [one, two, other] = [bot(), bot(), bot('bb')]
    await one.sharers.show()
    expect(one.sharers.sharing).toEqual({ bots: 1, isKnown: true })
    await two.sharers.show()
    await one.sharers.show()
    await other.sharers.show()
    expect(one.heard).toEqual([
      { bots: 1, isKnown: true },
      { bots: 2, isKnown: true },
    ])
    expect([two.sharers.sharing.bots, other.sharers.sharing.bots]).toEqual([2, 1])
  })

  it('take more only when fewer have been there for a minute, also after a flush', async () => {
    const [one, two] = [bot(), bot()]
    await two.sharers.show()
    await one.sharers.show()
    two.sharers.close()
    await redis.flush()
    one.clock.now = 30_000
    await one.sharers.show()
    expect(one.sharers.sharing.bots).toBe(2)
    one.clock.now = 66_000
    await one.sharers.show()
    expect(one.sharers.sharing.bots).toBe(1)
  })

  it('keep their parts while Redis is away, and assume some where it never spoke', async () => {
    const [one, two, three] = [bot('aa', 1), bot('aa', 1), bot('cc', 4)]
    await two.sharers.show()
    await one.sharers.show()
    redis.hold()
    for (const { sharers } of [one, three]) {
      await vi.waitFor(async () => {
        await sharers.show()
        expect(sharers.sharing.isKnown).toBe(false)
      })
    }
    expect([one.sharers.sharing.bots, three.sharers.sharing.bots]).toEqual([2, 4])
    redis.letGo()
    await vi.waitFor(async () => {
      await three.sharers.show()
      expect(three.sharers.sharing).toEqual({ bots: 1, isKnown: true })
    })
  })
})
