import { beforeEach, expect, it } from 'vitest'
import { Budget } from '../../../src/execution/budget/budget.js'
import { firstOf, WriteRoom } from '../../../src/execution/planning/write-room.js'
import { A, B, quote } from '../../risk/builders.js'

let isSomeUnknown: boolean
let room: WriteRoom

beforeEach(() => {
  const budget = new Budget()
  budget.hear({ kind: 'budget', routeClass: 'write', perSecond: 10, perMinute: 100 }, 0)
  isSomeUnknown = false
  room = new WriteRoom(budget, () => isSomeUnknown)
})

it('is all that the budget has, less a tenth while an order may have to be sent again', () => {
  expect([room.free(0), room.perMinute]).toEqual([10, 100])
  isSomeUnknown = true
  expect(room.free(0)).toBe(9)
})

it('tells when there is more by the same rule', () => {
  expect(room.take(A, 9, 0)).toHaveLength(9)
  expect(room.nextMonoMs(0)).toBe(0)
  isSomeUnknown = true
  expect(room.nextMonoMs(0)).toBeGreaterThan(0)
})

it('keeps what a market is promised from the others until it has taken it', () => {
  room.promise(A, 4, 0)
  expect([room.freeFor(A, 1), room.freeFor(B, 1), room.freeFor(undefined, 1)]).toEqual([10, 6, 6])
  room.take(A, 4, 1)
  expect(room.freeFor(B, 1)).toBe(6)
  room.take(B, 6, 1)
  room.promise(A, 4, 1)
  expect(room.freeFor(B, 1)).toBe(0)
})

it('goes first to those whose predecessor is cancelled, and is taken in the order of all where there is enough', () => {
  const [one, two, three] = [quote('BUY YES', 50, 10), quote('BUY NO', 45, 10), quote('SELL YES', 60, 10)]
  const all = [one, two, three]
  expect(firstOf(all, new Set([two]), 3)).toEqual(all)
  expect(firstOf(all, new Set([three]), 2)).toEqual([three, one])
  expect(firstOf(all, new Set([two, three]), 1)).toEqual([two])
  expect(firstOf(all, new Set([two]), 0)).toEqual([])
})
