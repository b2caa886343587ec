// Written is not told: what a disk has not taken is held back, and meanwhile the server goes on.

import fs, { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { type RunningServer, startServer } from '../../../../src/server/http/start-server.js'
import { serverConfig } from '../../../../src/server/schema.js'
import { CheckpointThread } from '../../../../src/server/store/commits/checkpoint-thread.js'
import { CommitBatch } from '../../../../src/server/store/commits/commit-batch.js'
import { CommitCount } from '../../../../src/server/store/commits/commit-count.js'
import { CommitLog } from '../../../../src/server/store/commits/commit-log.js'
import { DiskSync } from '../../../../src/server/store/commits/disk-sync.js'
import { FileStore } from '../../../../src/server/store/file-store.js'
import { openDataFile } from '../../../../src/server/store/files/data-file.js'
import { Trader } from '../acknowledged-load.js'
import { KEY } from '../kept-server.js'
import { freshPath, removeFiles } from '../kept-venue.js'

type Synced = (failure: Error | null) => void

/** A disk that can be held, and can fail. */
const disk: { isHeld: boolean; waiting: Synced[] } = { isHeld: false, waiting: [] }
const { fdatasync } = fs
vi.spyOn(fs, 'fdatasync').mockImplementation((file: number, done: Synced) => {
  if (disk.isHeld) disk.waiting.push(done)
  else fdatasync(file, done)
})

function letGo(failure: Error | null = null): void {
  disk.isHeld = false
  for (const done of disk.waiting.splice(0)) done(failure)
}

let server: RunningServer | undefined

afterEach(async () => {
  letGo()
  await server?.close()
  server = undefined
  removeFiles()
})

afterAll(() => {
  vi.restoreAllMocks()
})

async function tradingServer(onFault: (error: unknown) => void = () => undefined) {
  const trader = new Trader()
  const config = serverConfig.parse({
    port: 0,
    keys: [{ name: 'tests', tier: 'INTERNAL', key: KEY }],
    accounts: [{ address: trader.account.address, collateral: 1000 }],
  })
  server = await startServer({ config, dataFile: freshPath(), onFault })
  await trader.connect(server.url)
  const resting = () => {
    const market = server!.api.markets.all()[0]!
    return [...server!.api.exchange.restingOrders(market.conditionId)].length
  }
  return { trader, resting }
}

describe('a server on a disk that is busy', () => {
  it('carries further requests out, and answers none of them before the disk has what they tell', async () => {
    const { trader, resting } = await tradingServer()
    disk.isHeld = true
    const answers: number[] = []
    // of one outcome: two bids of one wallet that would match are not both taken
    const first = trader.order(0).then((status) => answers.push(status))
    await vi.waitFor(() => expect([disk.waiting.length, resting()]).toEqual([1, 1]))
    const second = trader.order(0).then((status) => answers.push(status))
    const read = trader.ask('GET', '/me/orders').then(({ status }) => answers.push(status))
    await vi.waitFor(() => expect(resting()).toBe(2))
    expect(answers).toEqual([])
    letGo()
    await Promise.all([first, second, read])
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 201, 201])
  })

  it('refuses everything for good when the disk fails, since what it lost it would not say again', async () => {
    const faults: string[] = []
    const { trader } = await tradingServer((error) => faults.push(String(error)))
    disk.isHeld = true
    const refused = trader.order()
    await vi.waitFor(() => expect(disk.waiting).toHaveLength(1))
    letGo(new Error('EIO: i/o error'))
    expect(await refused).toBe(503)
    // the gate tries again in between
    await sleep(700)
    expect(await trader.order()).toBe(503)
    expect((await trader.ask('GET', '/me/balances')).body.code).toBe('store_unavailable')
    expect(faults.join()).toContain('was not synced, restart the server: EIO: i/o error')
  })
})

describe('the log of a data file', () => {
  it('is copied into the file beside the work, and begun anew: it does not grow with what is written', async () => {
    const path = freshPath()
    const store = new FileStore(path)
    const body = 'x'.repeat(500)
    for (let n = 0; n < 300; n++) {
      for (let i = 0; i < 100; i++) store.values.put('test', `${n}/${i}`, body)
      store.commit()
      await new Promise<void>((done) => store.sync(() => done()))
    }
    const megabytes = (name: string) => statSync(name).size / 2 ** 20
    expect(megabytes(path)).toBeGreaterThan(10)
    expect(megabytes(`${path}-wal`)).toBeLessThan(10)
    store.close()
    const again = new FileStore(path)
    expect(again.values.all('test')).toHaveLength(30_000)
    again.close()
  })

  it('is copied twice: once beside further commits, once while the next one waits', () => {
    const path = freshPath()
    const copies: (() => void)[] = []
    const thread = new CheckpointThread(path)
    vi.spyOn(thread, 'run').mockImplementation((done) => copies.push(done))
    const file = openDataFile(path)
    const count = new CommitCount(file)
    const log = new CommitLog(path)
    const batch = new CommitBatch({ file, count, log })
    const sync = new DiskSync({ path, log, batch, checkpoints: thread })
    disk.isHeld = true
    let synced = 0
    const round = (rows: number) => {
      sync.note(rows)
      sync.sync(() => {
        synced += 1
      })
      // of the commits, then of what was folded
      while (disk.waiting.length > 0) for (const done of disk.waiting.splice(0)) done(null)
    }
    round(1999)
    expect([synced, copies.length]).toEqual([1, 0])
    round(1)
    expect([synced, copies.length]).toEqual([2, 1])
    round(5000)
    expect([synced, copies.length]).toEqual([3, 1])
    copies[0]?.()
    round(1)
    expect([synced, copies.length]).toEqual([3, 2])
    copies[1]?.()
    expect(synced).toBe(4)
    round(1)
    expect([synced, copies.length]).toEqual([5, 2])
    sync.close()
    file.close()
  })
})

describe('CheckpointThread', () => {
  it('calls back even when it cannot work', async () => {
    const thread = new CheckpointThread('/nowhere/at/all/venue.db')
    await new Promise<void>((done) => thread.run(done))
    await new Promise<void>((done) => thread.run(done))
    thread.close()
  })
})
