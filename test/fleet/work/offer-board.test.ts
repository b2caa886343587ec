import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OfferBoard } from '../../../src/fleet/work/offer-board.js'
import { hasRedis, startRedis, type TestRedis } from '../redis-server.js'

describe.skipIf(!hasRedis)('the board of offers', () => {
  let redis: TestRedis
  let board: OfferBoard
  beforeAll(async () => {
    redis = await startRedis()
    board = new OfferBoard(redis.client)
  })
  beforeEach(() => redis.flush())
  afterAll(() => redis.end())

  it('shows offers, oldest first, until they are taken away', async () => {
    await board.put({ id: 'later', sinceMs: 2, body: { a: 1 } })
    await board.put({ id: 'sooner', sinceMs: 1, body: 0 })
    expect((await board.list()).alive.map(({ id }) => id)).toEqual(['sooner', 'later'])
    await board.remove('sooner')
    expect(await board.list()).toEqual({ alive: [{ id: 'later', sinceMs: 2, body: { a: 1 } }], dead: [] })
  })

  it('tells whether an offer was still there, and names those that nobody renews', async () => {
    const offer = { id: 'one', sinceMs: 1, body: 0 }
    expect([await board.put(offer), await board.put(offer)]).toEqual([false, true])
    expect(await redis.client.pttl('quoin:work:one')).toBeGreaterThan(0)
    await redis.client.del('quoin:work:one')
    expect(await board.list()).toEqual({ alive: [], dead: ['one'] })
  })

  it('leaves out what is no offer', async () => {
    await redis.client.sadd('quoin:work', 'odd', 'torn')
    await redis.client.mset('quoin:work:odd', '{"id":"a b"}', 'quoin:work:torn', '{')
    expect(await board.list()).toEqual({ alive: [], dead: [] })
  })

  it('shows who looked a moment ago, and why somebody refuses', async () => {
    await board.look('one', { name: 'a:1', threads: 2 })
    await board.look('one', { name: 'b:2', threads: 0, refusal: 'no tape' })
    await redis.client.hset('quoin:work:one:seen', { 'c:3': '{"atMs":1,"threads":4}', 'd:4': 'nonsense' })
    const seen = [...(await board.lookers('one'))].sort((a, b) => a.name.localeCompare(b.name))
    expect(seen).toEqual([
      { name: 'a:1', threads: 2 },
      { name: 'b:2', threads: 0, refusal: 'no tape' },
    ])
    await board.leave('one', 'a:1')
    expect((await board.lookers('one')).map(({ name }) => name)).toEqual(['b:2'])
  })
})
