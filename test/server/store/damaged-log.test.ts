// What a server acknowledged and its file no longer holds is said at the start, with its count; a tail nobody was told of is not.

import { copyFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { QuoinError } from '../../../src/domain/error.js'
import { FileStore } from '../../../src/server/store/file-store.js'
import { ALICE } from '../api/venue-driver.js'
import { DEPOSIT, Trader } from './acknowledged-load.js'
import { cleanUp, keptServer, serverFiles } from './kept-server.js'
import { freshPath, KeptVenue, removeFiles } from './kept-venue.js'

afterEach(cleanUp)
afterAll(removeFiles)

const FILES = ['', '-wal', '-log', '-acked']

/** Files as a killed server leaves them: so many acknowledged orders in the log. */
function killed(orders: number): { path: string; nowMs: number } {
  const path = freshPath()
  const venue = new KeptVenue(path)
  for (let i = 0; i < orders; i++) {
    venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    venue.store.commit()
    venue.store.syncNow()
  }
  const copy = freshPath()
  for (const end of FILES) copyFileSync(`${path}${end}`, `${copy}${end}`)
  venue.die()
  return { path: copy, nowMs: venue.nowMs }
}

function flipByte(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

function refusalOf(path: string): QuoinError {
  try {
    new FileStore(path).close()
  } catch (error) {
    return error as QuoinError
  }
  throw new Error('not refused')
}

const ordersIn = (path: string) => {
  const store = new FileStore(path)
  const count = store.saved?.orders.length ?? 0
  store.close()
  return count
}

describe('a log that ended early', () => {
  it.each([
    ['with a flipped byte', (log: string) => flipByte(log, Math.floor(statSync(log).size / 2))],
    ['with a flipped byte in its first bytes', (log: string) => flipByte(log, 20)],
    ['cut short', (log: string) => truncateSync(log, Math.floor(statSync(log).size / 2))],
    ['emptied', (log: string) => truncateSync(log, 0)],
    ['that is gone', (log: string) => rmSync(log)],
  ])('%s is refused with the count of what is missing, and stays as it is', (_name, ruin) => {
    const { path } = killed(20)
    ruin(`${path}-log`)
    const before = FILES.map((end) => existsSync(`${path}${end}`) && readFileSync(`${path}${end}`).toString('base64'))
    const { code, message } = refusalOf(path)
    expect(code).toBe('journal-failed')
    expect(message).toMatch(/: (\d+) of (\d+) acknowledged commits are missing/)
    const [, missing = '', all = ''] = /: (\d+) of (\d+)/.exec(message) ?? []
    expect(Number(missing)).toBeGreaterThan(0)
    expect(Number(all)).toBeGreaterThanOrEqual(20)
    const after = FILES.map((end) => existsSync(`${path}${end}`) && readFileSync(`${path}${end}`).toString('base64'))
    expect(after).toEqual(before)
    // whoever has no backup can say so
    rmSync(`${path}-acked`)
    if (existsSync(`${path}-log`) && statSync(`${path}-log`).size > 0) expect(ordersIn(path)).toBeLessThan(20)
    else expect(refusalOf(path).message).toContain('copied without its log')
  })

  it('whose last commit nobody was told of is none', () => {
    const path = freshPath()
    const venue = new KeptVenue(path)
    venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    venue.store.commit()
    venue.store.syncNow()
    venue.rest({ maker: ALICE, side: 'BUY', price: 41, size: 100 })
    venue.store.commit()
    const copy = freshPath()
    for (const end of FILES) copyFileSync(`${path}${end}`, `${copy}${end}`)
    venue.die()
    truncateSync(`${copy}-log`, statSync(`${copy}-log`).size - 100)
    expect(ordersIn(copy)).toBe(1)
  })

  it('of a real server that was killed is refused by exit code 8', {
    timeout: 60_000,
  }, async () => {
    const trader = new Trader()
    const files = serverFiles({ accounts: [{ address: trader.account.address, collateral: DEPOSIT }] })
    const server = await keptServer(files)
    await trader.connect(server.url)
    for (let i = 0; i < 15; i++) await trader.order(0)
    await server.kill()
    const log = `${files.data}-log`
    flipByte(log, Math.floor(statSync(log).size / 2))
    await expect(keptServer(files)).rejects.toThrow(
      /server ended with 8: .*\d+ of \d+ acknowledged commits are missing/,
    )
  })
})

describe('a file after a clean stop', () => {
  it('is whole by itself: its log is empty, and a copy of it is the same venue', () => {
    const path = freshPath()
    const venue = new KeptVenue(path)
    for (let i = 0; i < 20; i++) venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    venue.store.commit()
    venue.die()
    expect(existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0).toBe(0)
    const copy = freshPath()
    copyFileSync(path, copy)
    expect(ordersIn(copy)).toBe(20)
  })

  it('put in the place of a later one is believed: its owner brought it back', () => {
    const { path: later } = killed(5)
    const backup = freshPath()
    const venue = new KeptVenue(backup)
    venue.rest({ maker: ALICE, side: 'BUY', price: 40, size: 100 })
    venue.store.commit()
    venue.die()
    rmSync(`${later}-wal`, { force: true })
    copyFileSync(backup, later)
    expect(ordersIn(later)).toBe(1)
  })
})
