// Files that are damaged, in use or another venue's: refused by name, never begun anew.

import { copyFileSync, linkSync, readFileSync, symlinkSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import Database from 'libsql'
import { afterAll, describe, expect, it } from 'vitest'
import type { QuoinError } from '../../../../src/domain/error.js'
import { startServer } from '../../../../src/server/http/start-server.js'
import { serverConfig } from '../../../../src/server/schema.js'
import { FileStore } from '../../../../src/server/store/file-store.js'
import { ALICE } from '../../api/venue-driver.js'
import { freshPath, KeptVenue, removeFiles } from '../kept-venue.js'

afterAll(removeFiles)

/** A file with a venue in it, nobody's. */
function filled(): string {
  const path = freshPath()
  const venue = new KeptVenue(path)
  for (let i = 0; i < 20; i++) venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
  venue.store.commit()
  venue.die()
  return path
}

function refusalOf(path: string): QuoinError {
  try {
    new FileStore(path).close()
  } catch (error) {
    return error as QuoinError
  }
  throw new Error('not refused')
}

describe('a data file', () => {
  it.each([
    ['cut short', (path: string) => truncateSync(path, 20_000)],
    ['of something else', (path: string) => writeFileSync(path, 'no database, but long enough to look at'.repeat(50))],
    ['with pages overwritten', (path: string) => writeFileSync(path, readFileSync(path).fill(0x5a, 8192))],
    [
      'of a later format',
      (path: string) => {
        const file = new Database(path)
        file.exec('PRAGMA user_version = 99')
        file.close()
      },
    ],
    [
      'of another program',
      (path: string) => {
        const file = new Database(path)
        file.exec('PRAGMA user_version = 0')
        file.close()
      },
    ],
  ])('%s is refused, and stays as it is', (_name, ruin) => {
    const path = filled()
    ruin(path)
    const before = readFileSync(path)
    const { code, message } = refusalOf(path)
    expect(code).toBe('journal-failed')
    expect(message).toContain(path)
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('in use is refused until the other lets it go', () => {
    const path = freshPath()
    const store = new FileStore(path)
    expect(refusalOf(path).message).toMatch(/another server may hold it: database is locked/)
    store.close()
    new FileStore(path).close()
  })

  it('in use is refused under any other name of it', () => {
    const path = freshPath()
    const [hard, soft] = [freshPath(), freshPath()]
    const store = new FileStore(path)
    linkSync(path, hard)
    symlinkSync(path, soft)
    expect(refusalOf(hard).message).toContain(`data file ${hard}: expected one name`)
    expect(refusalOf(soft).message).toMatch(/expected one name/)
    unlinkSync(hard)
    expect(refusalOf(soft).message).toMatch(/another server may hold it/)
    store.close()
    const again = new FileStore(soft)
    expect(refusalOf(path).message).toMatch(/another server may hold it/)
    again.close()
  })

  it('in a folder that does not exist is refused', () => {
    expect(refusalOf('/nowhere/at/all/venue.db')).toMatchObject({ code: 'journal-failed' })
  })

  it('with a log torn in its last record holds what was committed before', () => {
    const path = freshPath()
    const venue = new KeptVenue(path)
    const hash = venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    venue.store.commit()
    const torn = freshPath()
    copyFileSync(path, torn)
    const whole = readFileSync(`${path}-log`)
    venue.rest({ maker: ALICE, side: 'BUY', price: 41, size: 100 })
    venue.store.commit()
    // the second commit lacks its end
    const log = readFileSync(`${path}-log`)
    expect(log.length).toBeGreaterThan(whole.length)
    writeFileSync(`${torn}-log`, log.subarray(0, log.length - 100))
    venue.die()
    const again = new KeptVenue(torn, {}, venue.nowMs)
    const { accessToken: token } = again.signIn(ALICE)
    const { orders } = again.get('/me/orders', { token }).body
    expect(orders.map(({ orderHash }: { orderHash: string }) => orderHash)).toEqual([hash])
    again.die()
  })

  it.each([
    [{ chain: { chainId: 424242 } }, /chain\.chainId: expected \d+, as in the data file, got 424242/],
    [{ seed: 77 }, /seed: expected 1, as in the data file, got 77/],
  ])('of a venue with other settings is refused by the name of the setting', (config, message) => {
    expect(() => new KeptVenue(filled(), config)).toThrow(message)
  })
})

describe('a server on a data file', () => {
  it('lets the file go when it cannot start, and when it closes', async () => {
    const path = filled()
    const started = startServer({ config: serverConfig.parse({ port: 0, seed: 77 }), dataFile: path })
    await expect(started).rejects.toThrow(/seed: expected 1, as in the data file/)
    for (let i = 0; i < 2; i++) {
      const config = serverConfig.parse({ port: 0 })
      const server = await startServer({ config, dataFile: path })
      expect(server.api.exchange.ordersHeld).toBe(20)
      await server.close()
      await server.close()
    }
  })
})
