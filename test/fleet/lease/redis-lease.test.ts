import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type RedisLease, type RedisLeaseOptions, takeLease } from '../../../src/fleet/lease/redis-lease.js'
import { redisAddress } from '../../../src/fleet/redis-address.js'
import { redisClient } from '../../../src/fleet/redis-client.js'
import { createRealClock } from '../../../src/venue/transport/real-clock.js'
import { hasRedis, startRedis, type TestRedis } from '../redis-server.js'

const LEASE_MS = 1200
const WALLET = '1:0xab'
const WAIT = { timeout: 20_000, interval: 20 }

describe.skipIf(!hasRedis)('the lease in Redis', () => {
  let redis: TestRedis
  const held: RedisLease[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  // a wallet that Redis knows, of which nobody need wait for a forgotten holder
  beforeEach(async () => {
    await redis.flush()
    await redis.client.set(`quoin:lease:${WALLET}:fence`, '7')
    await redis.client.set(`quoin:lease:${WALLET}`, '')
  })
  afterEach(async () => {
    for (const lease of held.splice(0)) await lease.release()
  })
  afterAll(() => redis.end())

  async function take(change: Partial<RedisLeaseOptions> = {}): Promise<RedisLease> {
    const address = redisAddress(redis.url, 'x')
    const quiet = { onAway: () => undefined, onBack: () => undefined }
    const lease = await takeLease({
      redis: redisClient(address, quiet, { maxRetriesPerRequest: 1, commandTimeout: 200 }),
      ...{ shown: address.shown, wallet: WALLET, name: 'one:1', leaseMs: LEASE_MS, above: 0, whenHeld: 'refuse' },
      ...{ clock: createRealClock(), note: () => undefined, stopped: new Promise(() => undefined) },
      ...change,
    })
    held.push(lease)
    return lease
  }

  it('is held once, renewed for as long as its holder lives, and free at once when it is given back', async () => {
    const first = await take()
    const refused = await take({ name: 'two:2' }).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      code: 'journal-failed',
      message: expect.stringMatching(
        /one process per wallet, got a second one; one:1 holds 1:0xab, and renews its lease/,
      ),
    })
    await new Promise((done) => setTimeout(done, 2 * LEASE_MS))
    expect([first.lost(), first.unrenewed()]).toEqual([undefined, undefined])
    await first.release()
    expect((await take({ name: 'two:2' })).fence).toBeGreaterThan(first.fence)
  })

  it('has a number above those of the journal, of Redis and of the clock, also after a flush', async () => {
    const first = await take()
    expect(first.fence).toBeGreaterThan(Date.now() / 1000 - 60)
    await first.release()
    const second = await take({ above: 9_000_000_000 })
    expect(second.fence).toBe(9_000_000_001)
    await second.release()
    const third = await take()
    expect(third.fence).toBe(9_000_000_002)
    await third.release()
    await redis.flush()
    expect((await take({ above: 9_000_000_002 })).fence).toBe(9_000_000_003)
  })

  it('is put in again after a flush, and whoever comes meanwhile waits for that', async () => {
    const first = await take()
    await redis.flush()
    const notes: string[] = []
    await expect(take({ name: 'two:2', note: (text) => notes.push(text) })).rejects.toThrow('one:1 holds 1:0xab')
    expect(notes).toEqual([expect.stringContaining('knows of no holder')])
    expect([first.lost(), first.unrenewed()]).toEqual([undefined, undefined])
    expect(await redis.client.get(`quoin:lease:${WALLET}:fence`)).toBe(String(first.fence))
  })

  it('a holder that Redis does not answer sends nothing after a third of its time, and goes on where nobody took it', async () => {
    const first = await take()
    redis.hold()
    await vi.waitFor(
      () => expect(first.unrenewed()?.reason).toMatch(/could not be renewed for \d s \(.*\): nothing/),
      WAIT,
    )
    await vi.waitFor(() => expect(first.unrenewed()?.isOver).toBe(true), WAIT)
    expect(first.lost()).toBeUndefined()
    redis.letGo()
    await vi.waitFor(() => expect(first.unrenewed()).toBeUndefined(), WAIT)
    expect(first.lost()).toBeUndefined()
  })

  it('a holder that was away while another took it has lost it for good', async () => {
    const clock = createRealClock()
    const first = await take({ clock })
    // as after a partition: Redis lives, and this holder's lease ran out there
    await redis.client.set(`quoin:lease:${WALLET}`, JSON.stringify({ token: 'other', name: 'two:2' }), 'PX', 60_000)
    await vi.waitFor(() => expect(first.lost()).toMatch(/^two:2 has taken the wallet over/), WAIT)
    await redis.client.del(`quoin:lease:${WALLET}`)
    await new Promise((done) => setTimeout(done, LEASE_MS / 4))
    expect(first.lost()).toBeDefined()
  })

  it('knows by the number that another has had it, though it is free again', async () => {
    const first = await take()
    await redis.client
      .multi()
      .del(`quoin:lease:${WALLET}`)
      .set(`quoin:lease:${WALLET}:fence`, first.fence + 1)
      .exec()
    await vi.waitFor(() => expect(first.lost()).toContain('another process has taken the wallet over'), WAIT)
  })

  it('is waited for where that is wished, and taken over when its holder is dead', async () => {
    const key = `quoin:lease:${WALLET}`
    await redis.client.set(key, JSON.stringify({ token: 'dead', name: 'dead:3' }), 'PX', 700)
    const notes: string[] = []
    // a start that refuses to wait for a living holder waits for a dead one as well
    const second = await take({ whenHeld: 'refuse', note: (text) => notes.push(text) })
    expect(notes).toEqual([expect.stringContaining('dead:3 holds the wallet')])
    expect(second.lost()).toBeUndefined()
    await second.release()
    // of a former run on this machine, which its lock has shown to be dead
    await redis.client.set(key, JSON.stringify({ token: 'dead', name: 'dead:3' }), 'PX', 60_000)
    expect((await take({ former: { token: 'dead', fence: 1 } })).fence).toBeGreaterThan(second.fence)
  })

  it('of a former run that is dead is taken at once when its time is over, but not where another has had it since', async () => {
    await redis.client.del(`quoin:lease:${WALLET}`)
    const notes: string[] = []
    const note = (text: string) => notes.push(text)
    const first = await take({ former: { token: 'dead', fence: 7 }, note })
    expect(notes).toEqual([])
    await first.release()
    await redis.client.del(`quoin:lease:${WALLET}`)
    await take({ former: { token: 'dead', fence: 7 }, note })
    expect(notes).toEqual([expect.stringContaining('knows of no holder')])
  })

  it.each(['wait', 'refuse'] as const)(
    'is not taken from a living holder where Redis’s clock has jumped (%s)',
    async (whenHeld) => {
      const first = await take()
      const key = `quoin:lease:${WALLET}`
      // ahead by more than a lease: what was renewed a moment ago is over
      await redis.client.del(key)
      const later = [300, 700].map((ms) => setTimeout(() => void redis.client.del(key), ms))
      const stopped = new Promise((done) => setTimeout(done, 2 * LEASE_MS))
      const second = take({ name: 'two:2', whenHeld, stopped })
      await expect(second).rejects.toThrow(whenHeld === 'wait' ? 'stopped while it waited' : 'one:1 holds 1:0xab')
      for (const timer of later) clearTimeout(timer)
      expect([first.lost(), first.unrenewed()]).toEqual([undefined, undefined])
    },
  )

  it('of a dead holder does not last longer where Redis’s clock has jumped back', async () => {
    const dead = JSON.stringify({ token: 'dead', name: 'dead:3' })
    await redis.client.set(`quoin:lease:${WALLET}`, dead, 'PX', 3_600_000)
    const since = Date.now()
    expect((await take({ whenHeld: 'wait' })).lost()).toBeUndefined()
    expect(Date.now() - since).toBeGreaterThanOrEqual(LEASE_MS)
  })

  it('ends a wait when it is told to, and says where Redis is away', async () => {
    await redis.client.set(`quoin:lease:${WALLET}`, JSON.stringify({ token: 'x', name: 'x:1' }), 'PX', 60_000)
    const stopped = new Promise((done) => setTimeout(done, 300))
    await expect(take({ whenHeld: 'wait', stopped })).rejects.toThrow('stopped while it waited')
    await redis.kill()
    await expect(take()).rejects.toMatchObject({ code: 'unreachable' })
    await redis.start()
  })

  it('is waited for over an outage by who stands by, and the silence of its holder counts from the end of it', async () => {
    const key = `quoin:lease:${WALLET}`
    await redis.client.set(key, JSON.stringify({ token: 'x', name: 'x:1' }))
    const notes: string[] = []
    const second = take({ name: 'two:2', whenHeld: 'wait', note: (text) => notes.push(text) })
    await vi.waitFor(() => expect(notes).toEqual([expect.stringContaining('x:1 holds the wallet')]), WAIT)
    redis.hold()
    await vi.waitFor(() => expect(notes.at(-1)).toMatch(/^redis .*: waiting until it answers again$/), WAIT)
    await new Promise((done) => setTimeout(done, LEASE_MS))
    redis.letGo()
    await vi.waitFor(() => expect(notes.at(-1)).toContain('x:1 holds the wallet'), WAIT)
    const answeredMs = Date.now()
    expect((await second).lost()).toBeUndefined()
    // a look and its answer may lie between the two
    expect(Date.now() - answeredMs).toBeGreaterThan(LEASE_MS / 2)
    expect(notes).toHaveLength(3)
  })

  it('a Redis that has just been started may remember too little: it is waited for', async () => {
    await redis.client.set(`quoin:lease:${WALLET}:fence`, '7')
    const notes: string[] = []
    // as young as it is, for a lease of an hour
    const stopped = new Promise((done) => setTimeout(done, 300))
    const young = take({ leaseMs: 3_600_000, note: (text) => notes.push(text), stopped })
    await expect(young).rejects.toThrow('stopped while it waited')
    expect(notes).toEqual([expect.stringContaining('has just been started')])
  })
})
