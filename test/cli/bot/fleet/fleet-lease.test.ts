import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { heldEverywhere } from '../../../../src/cli/bot/fleet/fleet-lease.js'
import { lockWallet, walletFile } from '../../../../src/execution/journal/lock/wallet-lock.js'
import { createRealClock } from '../../../../src/venue/transport/real-clock.js'
import { cutProxy } from '../../../fleet/cut-proxy.js'
import { hasRedis, startRedis, type TestRedis } from '../../../fleet/redis-server.js'
import { configWith } from '../../../keys/bot-file.js'

const account = `0x${'ab'.repeat(20)}` as const
const folder = mkdtempSync(join(tmpdir(), 'quoin-fleet-lease-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined }
const stopped = new Promise(() => undefined)
const wait = { whenHeld: 'refuse' as const, note: () => undefined, stopped }
const around = { clock: createRealClock(), wait }

it('is the lock of this machine alone without a Redis', async () => {
  const place = { folder, chainId: 1, account }
  const local = await lockWallet(place)
  const logger = Object.assign(silent)
  expect(await heldEverywhere(local, place, { config: configWith({}), logger, ...around })).toBe(local)
  await local.release()
})

describe.skipIf(!hasRedis)('with a Redis', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
    await redis.client.set(`quoin:lease:2:${account}:fence`, '1')
  })
  afterAll(() => redis.end())

  it('a run that was killed on this machine is followed at once, and its number raises the next one here', async () => {
    const place = { folder, chainId: 2, account }
    const config = configWith({ 'fleet.redis.url': redis.url, 'fleet.leaseSec': 3 })
    const parts = { config, logger: Object.assign(silent), ...around }
    const first = await heldEverywhere(await lockWallet(place), place, parts)
    const token = readFileSync(walletFile(place, 'token'), 'utf8')
    await first.release()
    // as a kill leaves it
    const held = JSON.stringify({ token, name: 'one:1' })
    await redis.client.set(`quoin:lease:2:${account}`, held, 'PX', 60_000)
    const second = await heldEverywhere(await lockWallet(place), place, parts)
    expect(second.fence).toBeGreaterThan(first.fence)
    expect([second.lost(), second.unrenewed?.()]).toEqual([undefined, undefined])
    await second.release()
    expect(await redis.client.get(`quoin:lease:2:${account}`)).toBe('')
    const local = await lockWallet(place)
    expect(local.fence).toBe(second.fence + 1)
    await local.release()
  })

  it('takes it over a way on which a command is answered in time, and the handshake before it is not', async () => {
    const place = { folder, chainId: 4, account }
    await redis.client.set(`quoin:lease:4:${account}`, '')
    await redis.client.set(`quoin:lease:4:${account}:fence`, '1')
    const way = await cutProxy(Number(new URL(redis.url).port), 280)
    const config = configWith({ 'fleet.redis.url': way.url, 'fleet.leaseSec': 6 })
    const parts = { config, logger: Object.assign(silent), ...around }
    const lease = await heldEverywhere(await lockWallet(place), place, parts)
    expect([lease.lost(), lease.unrenewed?.()]).toEqual([undefined, undefined])
    await lease.release()
    await way.close()
  })

  it('tells whom it waits for', async () => {
    const place = { folder, chainId: 3, account }
    await redis.client.set(`quoin:lease:3:${account}`, JSON.stringify({ token: 'theirs', name: 'two:2' }), 'PX', 700)
    await redis.client.set(`quoin:lease:3:${account}:fence`, '1')
    const told: string[] = []
    const config = configWith({ 'fleet.redis.url': redis.url, 'fleet.leaseSec': 3 })
    const patient = { whenHeld: 'wait' as const, note: (reason: string) => told.push(reason), stopped }
    const parts = { config, logger: Object.assign(silent), ...around, wait: patient }
    const lease = await heldEverywhere(await lockWallet(place), place, parts)
    expect(told).toEqual([expect.stringMatching(/^two:2 holds the wallet/)])
    await lease.release()
  })
})
