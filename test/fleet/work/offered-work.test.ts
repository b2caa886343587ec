import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { OfferedWork } from '../../../src/fleet/work/offered-work.js'
import { takeWork } from '../../../src/fleet/work/work-taker.js'
import { hasRedis, startRedis, type TestRedis } from '../redis-server.js'

describe.skipIf(!hasRedis)('offered work', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.end())

  const offered = (id: string): OfferedWork =>
    new OfferedWork({
      redis: redis.client,
      offer: { id, sinceMs: 1, body: 0 },
      onLookers: () => undefined,
      onError: () => undefined,
    })
  const taker = (id: string, handle: (data: unknown) => Promise<string>) =>
    takeWork({ redis: redis.client, id, atOnce: 2, handle, onError: () => undefined })

  it('is answered job by job, and leaves nothing behind', async () => {
    const work = offered('plain')
    const { close } = taker('plain', async (data) => JSON.stringify(data))
    const answers = await Promise.all([1, 2, 3].map((n) => work.run({ n: n / 3 })))
    expect(answers).toEqual([1, 2, 3].map((n) => ({ kind: 'answered', answer: JSON.stringify({ n: n / 3 }) })))
    await close()
    const left = work.run('nobody')
    await work.close()
    expect(await left).toEqual({ kind: 'closed' })
    expect(await work.run('late')).toEqual({ kind: 'closed' })
    expect(await redis.client.keys('*')).toEqual([])
  })

  it.each([
    ['flushed', () => redis.flush()],
    ['started anew', () => redis.kill().then(() => redis.start())],
  ])('is put in again after Redis was %s', async (id, lose) => {
    const work = offered(id.replace(' ', '-'))
    const answers = Promise.all([1, 2].map((n) => work.run(n)))
    const waiting = () => redis.client.llen(`quoin:work-${id.replace(' ', '-')}:wait`)
    await vi.waitFor(async () => expect(await waiting()).toBe(2), 10_000)
    await lose()
    const { close } = taker(id.replace(' ', '-'), async (data) => `done ${String(data)}`)
    expect(await answers).toEqual([
      { kind: 'answered', answer: 'done 1' },
      { kind: 'answered', answer: 'done 2' },
    ])
    await Promise.all([close(), work.close()])
  })

  it('ends soon where Redis does not answer', async () => {
    const work = offered('held')
    const never = work.run(1)
    redis.hold()
    await work.close()
    redis.letGo()
    expect(await never).toEqual({ kind: 'closed' })
  })
})
