import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { redisAddress } from '../../src/fleet/redis-address.js'
import { handshaken, reachedRedis, reasonOf, redisClient } from '../../src/fleet/redis-client.js'
import { cutProxy } from './cut-proxy.js'
import { hasRedis, startRedis, type TestRedis } from './redis-server.js'

const NOBODY = { onAway: () => undefined, onBack: () => undefined }

it('says where nobody answers, and why', async () => {
  const address = redisAddress('redis://:quite-secret@127.0.0.1:1', 'x')
  await expect(reachedRedis(address, NOBODY)).rejects.toMatchObject({
    code: 'unreachable',
    message: 'redis redis://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1',
  })
})

it('names every reason of several', () => {
  expect(reasonOf(new AggregateError([new Error('a'), new Error('b')]))).toBe('a; b')
  expect(reasonOf('c')).toBe('c')
  // what ioredis says of a command that found none names an option of its own
  expect(reasonOf(Object.assign(new Error('Reached the max'), { name: 'MaxRetriesPerRequestError' }))).toBe(
    'no connection',
  )
})

describe.skipIf(!hasRedis)('with a Redis', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis('the right one')
  })
  afterAll(() => redis.end())

  it('is refused a wrong password, which is not repeated', async () => {
    const wrong = redisAddress(redis.url.replace('right', 'wrong'), 'x')
    const refused = await reachedRedis(wrong, NOBODY).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'unreachable', message: expect.stringMatching(/WRONGPASS|NOAUTH/) })
    expect(String(refused)).not.toContain('the wrong one')
  })

  it('comes back by itself, says both once, and commands wait for it', async () => {
    const [onAway, onBack] = [vi.fn(), vi.fn()]
    const client = await reachedRedis(redisAddress(redis.url, 'x'), { onAway, onBack })
    await redis.kill()
    const waiting = client.ping()
    await vi.waitFor(() => expect(onAway).toHaveBeenCalled(), 10_000)
    await redis.start()
    expect(await waiting).toBe('PONG')
    expect([onAway.mock.calls.length, onBack.mock.calls.length]).toEqual([1, 1])
    client.disconnect()
  })

  it('answers the first command over a way that is slow and not too slow, once it has shaken hands', async () => {
    const { port, password } = new URL(redis.url)
    const proxy = await cutProxy(Number(port), 250)
    const address = redisAddress(proxy.url.replace('redis://', `redis://:${password}@`), 'x')
    const options = { maxRetriesPerRequest: 1, commandTimeout: 800 }
    const hasty = redisClient(address, NOBODY, options)
    await expect(hasty.ping()).rejects.toThrow('Command timed out')
    hasty.disconnect()
    const client = redisClient(address, NOBODY, options)
    await handshaken(client)
    expect(await client.ping()).toBe('PONG')
    client.disconnect()
    await proxy.close()
  })

  it('shakes hands with nobody, and fails', async () => {
    const client = redisClient(redisAddress('redis://127.0.0.1:1', 'x'), NOBODY, { maxRetriesPerRequest: 1 })
    await handshaken(client)
    await expect(client.ping()).rejects.toThrow()
    client.disconnect()
  })

  it('takes another connection where one carries nothing any more, and nobody has closed it', async () => {
    const { port, password } = new URL(redis.url)
    const proxy = await cutProxy(Number(port))
    const address = redisAddress(proxy.url.replace('redis://', `redis://:${password}@`), 'x')
    const client = redisClient(address, NOBODY, { maxRetriesPerRequest: 1, commandTimeout: 200 })
    await vi.waitFor(async () => expect(await client.ping()).toBe('PONG'), 5000)
    proxy.forget()
    await expect(client.ping()).rejects.toThrow('Command timed out')
    await vi.waitFor(async () => expect(await client.ping()).toBe('PONG'), 5000)
    client.disconnect()
    await proxy.close()
  })
})
