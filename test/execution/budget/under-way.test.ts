import { expect, it } from 'vitest'
import { MOST_UNDER_WAY } from '../../../src/domain/permit.js'
import { roomUnderWay } from '../../../src/execution/budget/under-way.js'

const FAST = { taken: 0, unheard: 0, perSecond: 200 }

it('lets as many orders, and as many urgent reads, go as have a connection to themselves', () => {
  expect(roomUnderWay('write', { priority: 'urgent' }, { ...FAST, unheard: 90 })).toBe(MOST_UNDER_WAY)
  expect(roomUnderWay('write', { priority: 'urgent' }, { ...FAST, taken: 60 })).toBe(MOST_UNDER_WAY - 60)
  expect(roomUnderWay('read', { priority: 'urgent' }, { ...FAST, taken: MOST_UNDER_WAY })).toBe(0)
  expect(roomUnderWay('read', { priority: 'urgent', reserve: 1 }, FAST)).toBe(0.75 * MOST_UNDER_WAY)
})

it("leaves half a second's reads unanswered where nothing urgent is asked, those that were given up among them", () => {
  expect(roomUnderWay('read', { priority: 'routine' }, FAST)).toBe(0.75 * MOST_UNDER_WAY)
  expect(roomUnderWay('read', { priority: 'routine' }, { ...FAST, taken: 48, unheard: 10 })).toBe(0)
  expect(roomUnderWay('read', { priority: 'routine' }, { taken: 2, unheard: 1, perSecond: 10 })).toBe(2)
  expect(roomUnderWay('read', { priority: 'routine' }, { taken: 0, unheard: 0, perSecond: 1 })).toBe(1)
})

it('never holds up a cancel, a sign-in, or what an emergency asks', () => {
  const many = { taken: 500, unheard: 500, perSecond: 10 }
  expect(roomUnderWay('cancel', { priority: 'routine' }, many)).toBe(Number.POSITIVE_INFINITY)
  expect(roomUnderWay('account', { priority: 'routine' }, many)).toBe(Number.POSITIVE_INFINITY)
  expect(roomUnderWay('read', { priority: 'emergency' }, many)).toBe(Number.POSITIVE_INFINITY)
})
