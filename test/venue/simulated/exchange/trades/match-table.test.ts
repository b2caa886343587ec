import { expect, test } from 'vitest'
import { NONE } from '../../../../../src/venue/simulated/exchange/slot.js'
import { MatchTable } from '../../../../../src/venue/simulated/exchange/trades/match-table.js'

const COUNT = 200

test('every match is read as it was written', () => {
  const table = new MatchTable()
  const slots = Array.from({ length: COUNT }, (_, i) => table.add(i, 2 * i, i + 1))
  for (const [i, slot] of slots.entries()) {
    table.setTerms(slot, 3 * i, 4 * i)
    table.setTimes(slot, 5 * i, 6 * i)
    table.setRates(slot, 7, i)
    table.setNext(slot, i - 1)
    table.setOlder(slot, i - 2, i - 3)
    if (i % 2 === 1) table.setStatus(slot, i % 3 === 0 ? 'failed' : 'settled')
  }
  for (const [i, slot] of slots.entries()) {
    expect([table.maker(slot), table.taker(slot), table.number(slot)]).toEqual([i, 2 * i, i + 1])
    expect([table.price(slot), table.sizeLots(slot), table.venueMs(slot), table.dueMs(slot)]).toEqual(
      [3, 4, 5, 6].map((times) => times * i),
    )
    expect([table.makerBps(slot), table.takerBps(slot)]).toEqual([7, i])
    expect([table.next(slot), table.olderOfMaker(slot), table.olderOfTaker(slot)]).toEqual([i - 1, i - 2, i - 3])
    expect(table.status(slot)).toBe(i % 2 === 0 ? 'pending' : i % 3 === 0 ? 'failed' : 'settled')
  }
})

test('a row that is free is the next match’s, and nothing of the old one is left', () => {
  const table = new MatchTable()
  const first = table.add(1, 2, 3)
  table.setStatus(first, 'settled')
  table.setNext(first, 9)
  table.setOlder(first, 8, 7)
  table.free(first)
  const second = table.add(4, 5, 6)
  expect(second).toBe(first)
  expect([table.status(second), table.next(second), table.olderOfMaker(second), table.olderOfTaker(second)]).toEqual([
    ...['pending', NONE, NONE, NONE],
  ])
  expect(table.add(1, 2, 7)).not.toBe(second)
})
