import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { redisAddress } from '../../src/fleet/redis-address.js'
import { redisClient } from '../../src/fleet/redis-client.js'
import { jumpOf, SharedBook } from '../../src/fleet/shared-book.js'
import { hasRedis, startRedis, type TestRedis } from './redis-server.js'

describe.skipIf(!hasRedis)('a book that several keep', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.end())

  it('loses nothing that two write at once, and ends when nobody does', async () => {
    const quiet = { onAway: () => undefined, onBack: () => undefined }
    const open = () => {
      const client = redisClient(redisAddress(redis.url, 'x'), quiet)
      return { client, book: new SharedBook<{ n: number }>({ redis: client, key: 'quoin:test', lifeMs: 5000 }) }
    }
    const [one, two] = [open(), open()]
    const add = ({ book }: typeof one) => book.write((found) => ({ book: { n: (found?.n ?? 0) + 1 } }))
    await Promise.all([add(one), add(two), add(one), add(two)])
    expect(await redis.client.get('quoin:test')).toBe('{"n":4}')
    expect(await redis.client.pttl('quoin:test')).toBeGreaterThan(0)
    for (const { client } of [one, two]) client.disconnect()
  })
})

it('knows a jump of the clock by what cannot have passed', () => {
  const writtenMs = 10_000
  expect(jumpOf({ writtenMs }, 11_500, { agoMs: 1000 })).toBe(0)
  expect(jumpOf({ writtenMs }, 90_000, { agoMs: 1000 })).toBe(77_000)
  expect(jumpOf({ writtenMs }, 4_000, { agoMs: 1000 })).toBe(-6_000)
  // who has never looked cannot know
  expect(jumpOf({ writtenMs }, 90_000, undefined)).toBe(0)
})
