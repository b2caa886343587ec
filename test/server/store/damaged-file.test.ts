// A bit that turned in a data file that nobody uses is said at the start, or changed nothing that the file tells.

import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import Database from 'libsql'
import { afterAll, describe, expect, it } from 'vitest'
import { QuoinError } from '../../../src/domain/error.js'
import { checkFile, openDataFile } from '../../../src/server/store/files/data-file.js'
import { ALICE, BOB } from '../api/venue-driver.js'
import { freshPath, KeptVenue, removeFiles } from './kept-venue.js'

afterAll(removeFiles)

/** After a clean stop: orders at rest, matched, settled and cancelled. */
function filled(): string {
  const path = freshPath()
  const venue = new KeptVenue(path)
  for (let i = 0; i < 30; i++) {
    venue.rest({ maker: ALICE, side: 'BUY', outcome: 0, price: 30 + i, size: 100 })
    if (i % 3 === 0) venue.submit({ maker: BOB, side: 'BUY', outcome: 1, price: 70, size: 150, type: 'FAK' })
    if (i % 10 === 0) venue.pass(4000)
  }
  venue.store.commit()
  venue.die()
  return path
}

const TABLES = ['kept', 'orders', 'trades', 'fills']

function contents(path: string): unknown[] {
  const file = new Database(path)
  const rows = TABLES.map((table) => file.prepare(`SELECT * FROM ${table}`).raw().all())
  file.close()
  return rows
}

describe('a data file after a clean stop', () => {
  it('with any bit turned is refused by name, or tells the same', { timeout: 60_000 }, () => {
    const path = filled()
    const bytes = readFileSync(path)
    const whole = contents(path)
    const copy = freshPath()
    let refused = 0
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const damaged = Buffer.from(bytes)
        damaged[at]! ^= 1 << bit
        writeFileSync(copy, damaged)
        try {
          openDataFile(copy).close()
        } catch (error) {
          refused += 1
          expect(error).toBeInstanceOf(QuoinError)
          expect(error).toMatchObject({ code: 'journal-failed', message: expect.stringContaining(copy) })
          return
        }
        expect(contents(copy)).toEqual(whole)
      }),
      { numRuns: 300 },
    )
    expect(refused).toBeGreaterThan(100)
  })

  it.each([
    ['orders', `UPDATE orders SET body = replace(body, '"price":30', '"price":31')`],
    ['orders', `UPDATE orders SET status = CAST(status AS BLOB) WHERE seq = 1`],
    ['trades', `UPDATE trades SET status = 'pending'`],
    ['kept', `UPDATE kept SET body = '1' WHERE kind = 'exchange'`],
  ])('with another value in %s names the table and the row', (table, sql) => {
    const path = filled()
    const file = new Database(path)
    expect(file.prepare(sql).run().changes).toBeGreaterThan(0)
    expect(() => checkFile(file, path)).toThrow(new RegExp(`data file ${path}: damaged: ${table}, row \\d+$`))
    file.close()
  })
})
