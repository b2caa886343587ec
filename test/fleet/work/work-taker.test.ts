import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { OfferedWork } from '../../../src/fleet/work/offered-work.js'
import { dropWork, takeWork } from '../../../src/fleet/work/work-taker.js'
import { hasRedis, startRedis, type TestRedis } from '../redis-server.js'

describe.skipIf(!hasRedis)('who takes work', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.end())

  const quiet = { onError: () => undefined }
  const work = (id: string) =>
    new OfferedWork({ redis: redis.client, offer: { id, sinceMs: 1, body: 0 }, onLookers: () => undefined, ...quiet })
  const taker = (id: string, atOnce: number, handle: (data: unknown) => Promise<string>) =>
    takeWork({ redis: redis.client, id, atOnce, handle, ...quiet })

  it('gives back at its end what it has not done, and another does it', async () => {
    const offered = work('given-back')
    const taken = vi.fn()
    let end: (why: Error) => void = () => undefined
    const first = taker('given-back', 1, (data) => {
      taken(data)
      return new Promise((_done, fail) => {
        end = fail
      })
    })
    const answer = offered.run('precious')
    await vi.waitFor(() => expect(taken).toHaveBeenCalledWith('precious'), 10_000)
    const closing = first.close()
    end(new Error('the worker ends'))
    await closing
    const second = taker('given-back', 1, async () => 'done')
    expect(await answer).toEqual({ kind: 'answered', answer: 'done' })
    await Promise.all([second.close(), offered.close()])
  })

  it('does as many beside each other as it was told', async () => {
    const offered = work('beside')
    let [now, most] = [0, 0]
    const { close } = taker('beside', 3, async () => {
      now += 1
      most = Math.max(most, now)
      await new Promise((done) => setTimeout(done, 20))
      now -= 1
      return ''
    })
    await Promise.all(Array.from({ length: 12 }, (_, n) => offered.run(n)))
    expect(most).toBe(3)
    await Promise.all([close(), offered.close()])
  })

  it('leaves nothing of work that is over, though the queue was written to after its end', async () => {
    const offered = work('over')
    const { close } = taker('over', 1, async () => 'done')
    await offered.run(1)
    await offered.close()
    // the look for the dead comes every four seconds
    await vi.waitFor(async () => expect(await redis.client.exists('quoin:work-over:meta')).toBe(1), 10_000)
    await close()
    await Promise.all([dropWork(redis.client, 'over'), dropWork(redis.client, 'over')])
    expect(await redis.client.keys('*over*')).toEqual([])
  })

  it('takes no work from somebody who renews it after all', async () => {
    const offered = work('renewed')
    const answer = offered.run(1)
    await vi.waitFor(async () => expect(await redis.client.exists('quoin:work-renewed:wait')).toBe(1), 10_000)
    await dropWork(redis.client, 'renewed')
    const { close } = taker('renewed', 1, async () => 'done')
    expect(await answer).toEqual({ kind: 'answered', answer: 'done' })
    await Promise.all([close(), offered.close()])
  })

  it('drops work that nobody renews, with all of its jobs', async () => {
    const offered = work('left')
    void offered.run(1)
    await vi.waitFor(async () => expect(await redis.client.exists('quoin:work-left:wait')).toBe(1), 10_000)
    await dropWork(redis.client, 'left')
    expect((await redis.client.keys('*left*')).filter((key) => key !== 'quoin:work:left')).toEqual([])
    await offered.close()
  })
})
