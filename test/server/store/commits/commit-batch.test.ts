// Commits on both sides of a fold: what is in the file, what is in the log, and what a failing disk does to either.

import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import Database from 'libsql'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { CommitBatch } from '../../../../src/server/store/commits/commit-batch.js'
import { CommitCount } from '../../../../src/server/store/commits/commit-count.js'
import { CommitLog } from '../../../../src/server/store/commits/commit-log.js'
import { FileStore } from '../../../../src/server/store/file-store.js'
import { FileValues } from '../../../../src/server/store/file-values.js'
import { backUp } from '../../../../src/server/store/files/back-up.js'
import { openDataFile } from '../../../../src/server/store/files/data-file.js'
import { freshPath, removeFiles } from '../kept-venue.js'

afterAll(removeFiles)

const ENDS = ['', '-wal', '-log', '-acked']

/** A killed server's files; folded once after 2000 of the rows, then some more in the log. */
async function killed(): Promise<string> {
  const path = freshPath()
  const store = new FileStore(path)
  for (let n = 0; n < 25; n++) {
    for (let i = 0; i < 100; i++) store.values.put('test', `${n}/${i}`, n)
    store.commit()
    store.values.written()
    await new Promise<void>((done) => store.sync(() => done()))
    if (n === 20) expect(statSync(`${path}-log`).size).toBeLessThan(10_000)
  }
  const copy = freshPath()
  for (const end of ENDS) copyFileSync(`${path}${end}`, `${copy}${end}`)
  store.close()
  return copy
}

function valuesIn(path: string): number {
  const store = new FileStore(path)
  const { length } = store.values.all('test')
  store.close()
  return length
}

describe('a file whose server was killed after a fold', () => {
  it('is read from the file and from its log, and is whole by itself after the next clean stop', async () => {
    const path = await killed()
    expect(valuesIn(path)).toBe(2500)
    expect(['-log', '-acked'].filter((end) => existsSync(`${path}${end}`))).toEqual([])
    expect(valuesIn(path)).toBe(2500)
  })

  it('is refused without its log, whether it says what was acknowledged or not', async () => {
    const path = await killed()
    rmSync(`${path}-log`)
    expect(() => new FileStore(path)).toThrow(/\d+ of 26 acknowledged commits are missing/)
    rmSync(`${path}-acked`)
    expect(() => new FileStore(path)).toThrow(/copied without its log/)
  })
})

function opened(onRestored: () => void = () => undefined) {
  const path = freshPath()
  const file = openDataFile(path)
  const log = new CommitLog(path)
  const batch = new CommitBatch({ file, count: new CommitCount(file), log, onRestored })
  const values = new FileValues(file)
  const put = (id: string) => batch.write({ values: [['test', id, id]], orders: [], trades: [] })
  const ids = () => values.all('test').map(([id]) => id)
  return { file, log, batch, put, ids }
}

describe('CommitBatch', () => {
  it('shows what is committed and not folded, and has it again after a disk that was full', () => {
    const { file, log, batch, put, ids } = opened()
    put('a')
    put('b')
    const exec = file.exec.bind(file)
    vi.spyOn(file, 'exec').mockImplementationOnce(() => {
      exec('ROLLBACK')
      throw new Error('database or disk is full')
    })
    expect(() => batch.fold()).toThrow('disk is full')
    expect([batch.failure, ids()]).toEqual([undefined, ['a', 'b']])
    put('c')
    batch.fold()
    log.beginAnew()
    put('d')
    expect([ids(), file.inTransaction]).toEqual([['a', 'b', 'c', 'd'], true])
    file.close()
    log.close()
  })

  it('tells that what was done alongside its commits is undone', () => {
    const onRestored = vi.fn()
    const { file, log, batch, put } = opened(onRestored)
    put('a')
    batch.fold()
    expect(onRestored).not.toHaveBeenCalled()
    put('b')
    vi.spyOn(file, 'exec').mockImplementationOnce(() => {
      throw new Error('database or disk is full')
    })
    expect(() => batch.fold()).toThrow('disk is full')
    expect(onRestored).toHaveBeenCalledTimes(1)
    file.close()
    log.close()
  })

  it('keeps no part of a commit that failed', () => {
    const { file, log, batch, put, ids } = opened()
    put('a')
    const { size } = log
    // the second value cannot be bound
    const bad = {
      values: [
        ['test', 'b', 1],
        ['test', {} as string, 1],
      ] as const,
      orders: [],
      trades: [],
    }
    expect(() => batch.write(bad)).toThrow()
    expect([log.size, ids(), batch.failure]).toEqual([size, ['a'], undefined])
    file.close()
    log.close()
  })

  it('says so when SQLite gave the open transaction up by itself, and takes nothing more', () => {
    const { file, log, batch, put } = opened()
    put('a')
    file.exec('ROLLBACK')
    expect(batch.failure?.message).toContain('given up')
    expect(() => put('b')).toThrow('given up')
    file.close()
    log.close()
  })
})

describe('a file of a former format', () => {
  it.each([1, 2])('%i is taken over', (format) => {
    const path = freshPath()
    const store = new FileStore(path)
    store.values.put('test', 'a', 1)
    store.commit()
    store.close()
    const file = new Database(path)
    for (const table of ['kept', 'orders', 'trades']) file.exec(`ALTER TABLE ${table} DROP COLUMN sum`)
    file.exec(`PRAGMA user_version = ${format}`)
    file.close()
    expect(valuesIn(path)).toBe(1)
    // as large a number at the same place of the head
    expect(readFileSync(path).readUInt32BE(60)).toBe(3)
    writeFileSync(`${path}-log`, 'of nobody')
    expect(valuesIn(path)).toBe(1)
  })

  it('2 is taken over with what its log holds beyond it, also into a backup', () => {
    const path = freshPath()
    const store = new FileStore(path)
    store.values.put('test', 'a', 1)
    store.commit()
    store.syncNow()
    const [killed, copy] = [freshPath(), freshPath()]
    for (const end of ['', '-wal', '-log', '-acked']) copyFileSync(`${path}${end}`, `${killed}${end}`)
    store.close()
    const file = new Database(killed)
    for (const table of ['kept', 'orders', 'trades']) file.exec(`ALTER TABLE ${table} DROP COLUMN sum`)
    file.exec('PRAGMA user_version = 2')
    file.close()
    backUp(killed, copy)
    expect(valuesIn(copy)).toBe(1)
    expect(valuesIn(killed)).toBe(1)
  })
})
