import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LeaseLook } from '../../../src/fleet/lease/lease-look.js'
import { redisAddress } from '../../../src/fleet/redis-address.js'
import { redisClient } from '../../../src/fleet/redis-client.js'
import { hasRedis, startRedis, type TestRedis } from '../redis-server.js'

const WALLET = '1:0xab'
const KEY = `quoin:lease:${WALLET}`
const WAIT = { timeout: 20_000, interval: 20 }

describe.skipIf(!hasRedis)('a look at the lease', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.end())

  it('names a holder of another machine, nobody for our own lease or a free wallet, and cannot say while Redis is away', async () => {
    const quiet = { onAway: () => undefined, onBack: () => undefined }
    const look = new LeaseLook({
      redis: redisClient(redisAddress(redis.url, 'x'), quiet, { maxRetriesPerRequest: 1, commandTimeout: 300 }),
      ...{ wallet: WALLET, ownToken: () => 'mine' },
    })
    try {
      await redis.client.set(KEY, JSON.stringify({ token: 'theirs', name: 'two:2' }))
      await vi.waitFor(() => expect(look.other()).toBe('two:2'), WAIT)
      await redis.client.set(KEY, JSON.stringify({ token: 'mine', name: 'one:1' }))
      await vi.waitFor(() => expect(look.other()).toBe(null), WAIT)
      await redis.client.set(KEY, JSON.stringify({ token: 'theirs', name: 'two:2' }))
      await vi.waitFor(() => expect(look.other()).toBe('two:2'), WAIT)
      await redis.client.del(KEY)
      await vi.waitFor(() => expect(look.other()).toBe(null), WAIT)
      await redis.client.set(KEY, JSON.stringify({ token: 'theirs', name: 'two:2' }))
      await vi.waitFor(() => expect(look.other()).toBe('two:2'), WAIT)
      redis.hold()
      await vi.waitFor(() => expect(look.other()).toBe(undefined), WAIT)
    } finally {
      look.close()
    }
  })
})
