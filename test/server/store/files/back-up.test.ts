import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { FileStore } from '../../../../src/server/store/file-store.js'
import { backUp } from '../../../../src/server/store/files/back-up.js'
import { ALICE } from '../../api/venue-driver.js'
import { freshPath, KeptVenue, removeFiles } from '../kept-venue.js'

afterAll(removeFiles)

const order = { maker: ALICE, side: 'BUY', price: 40, size: 100 } as const

function ordersIn(path: string): number {
  const store = new FileStore(path)
  const count = store.saved?.orders.length ?? 0
  store.close()
  return count
}

describe('backUp', () => {
  it('copies a file in use, while its server goes on', () => {
    const path = freshPath()
    const copy = `${freshPath()}.backup`
    const venue = new KeptVenue(path)
    for (let i = 0; i < 20; i++) venue.rest(order)
    venue.store.commit()
    venue.store.syncNow()
    const commits = backUp(path, copy)
    venue.rest(order)
    venue.store.commit()
    venue.store.syncNow()
    expect(backUp(path, `${copy}2`)).toBe(commits + 1)
    venue.die()
    expect([ordersIn(copy), ordersIn(`${copy}2`), ordersIn(path)]).toEqual([20, 21, 21])
    expect(existsSync(`${copy}-draft`)).toBe(false)
  })

  it('writes over nothing, and names a file that is not there', () => {
    const path = freshPath()
    new FileStore(path).close()
    const copy = freshPath()
    writeFileSync(copy, 'mine')
    expect(() => backUp(path, copy)).toThrow(`backup ${copy}: expected a new name, it exists`)
    expect(readFileSync(copy, 'utf8')).toBe('mine')
    expect(() => backUp(`${path}x`, `${copy}2`)).toThrow(/expected one, there is none/)
    expect(existsSync(`${path}x`)).toBe(false)
  })

  it('makes no copy of a file that has lost something', () => {
    const path = freshPath()
    const venue = new KeptVenue(path)
    for (let i = 0; i < 20; i++) {
      venue.rest(order)
      venue.store.commit()
      venue.store.syncNow()
    }
    const killed = freshPath()
    for (const end of ['', '-wal', '-log', '-acked']) copyFileSync(`${path}${end}`, `${killed}${end}`)
    venue.die()
    const log = readFileSync(`${killed}-log`)
    log[log.length >> 1] = (log[log.length >> 1] ?? 0) ^ 1
    writeFileSync(`${killed}-log`, log)
    const copy = freshPath()
    expect(() => backUp(killed, copy)).toThrow(/acknowledged commits are missing/)
    expect(existsSync(copy)).toBe(false)
    expect(statSync(`${killed}-log`).size).toBe(log.length)
  })
})
