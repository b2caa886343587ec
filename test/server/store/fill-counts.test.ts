// The length of a list of fills is kept, and is right whatever comes and leaves.

import Database from 'libsql'
import { afterAll, describe, expect, it } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { DataFile } from '../../../src/server/store/files/open-file.js'
import { FillCounts } from '../../../src/server/store/fill-counts.js'
import { tablesIn } from '../../../src/server/store/venue-tables.js'
import { ALICE, BOB } from '../api/venue-driver.js'
import { freshPath, KeptVenue, removeFiles } from './kept-venue.js'

afterAll(removeFiles)

const WHOLE = { offset: 0, size: Number.POSITIVE_INFINITY }
const HERE = '0x01' as ConditionId
const THERE = '0x02' as ConditionId

describe('a count', () => {
  function opened(): { file: DataFile; counts: FillCounts; add: (seq: number, condition?: string) => void } {
    const file = new Database(':memory:')
    file.exec(tablesIn('main'))
    const put = file.prepare('INSERT INTO fills (account, seq, condition) VALUES (?, ?, ?)')
    return {
      file,
      counts: new FillCounts(file),
      add: (seq, condition: string = HERE) => put.run(ALICE, seq, condition),
    }
  }

  it('is of one account, in all or in one market', () => {
    const { counts, add } = opened()
    for (const seq of [1, 3, 4]) add(seq)
    add(5, THERE)
    expect(counts.of({ account: ALICE })).toBe(4)
    expect(counts.of({ account: ALICE, conditionId: HERE })).toBe(3)
    expect(counts.of({ account: ALICE, conditionId: THERE })).toBe(1)
    expect(counts.of({ account: BOB })).toBe(0)
    add(9, THERE)
    expect(counts.of({ account: ALICE })).toBe(5)
    expect(counts.of({ account: ALICE, conditionId: HERE })).toBe(3)
    expect(counts.of({ account: ALICE, conditionId: THERE })).toBe(2)
  })

  it('is taken once, and again when fills have left', () => {
    const { file, counts, add } = opened()
    for (let seq = 1; seq <= 10; seq++) add(seq)
    expect(counts.of({ account: ALICE })).toBe(10)
    // nobody tells: what was counted is not looked at again, only what is newer
    file.exec('DELETE FROM fills WHERE seq <= 4')
    add(11)
    expect(counts.of({ account: ALICE })).toBe(11)
    counts.forget(BOB)
    expect(counts.of({ account: ALICE })).toBe(11)
    counts.forget(ALICE)
    expect(counts.of({ account: ALICE })).toBe(7)
    file.exec('DELETE FROM fills WHERE seq = 11')
    counts.forgetAll()
    expect(counts.of({ account: ALICE })).toBe(6)
  })
})

it.each([
  ['a data file', () => freshPath()],
  ['the scratch file', () => undefined],
])(
  "every account's list in %s is as long as it says, while old fills of the sandbox's own traders leave",
  (_name, pathOf) => {
    const venue = new KeptVenue(pathOf(), { keepEndedHours: 0.01, world: 'demo' })
    const lengths = new Map<string, number>()
    let shortened = 0
    for (let round = 0; round < 12; round++) {
      venue.pass(8000)
      venue.store.commit()
      for (const account of venue.api.exchange.ledger.accounts()) {
        const { items, total } = venue.store.archive.fills({ account }, WHOLE)
        expect(total).toBe(items.length)
        if (total < (lengths.get(account) ?? 0)) shortened += 1
        lengths.set(account, total)
        const conditionId = items[0]?.conditionId
        if (conditionId === undefined) continue
        const there = items.filter((fill) => fill.conditionId === conditionId)
        expect(venue.store.archive.fills({ account, conditionId }, { offset: 0, size: 1 }).total).toBe(there.length)
      }
    }
    expect(shortened).toBeGreaterThan(0)
    venue.die()
  },
)
