import { expect, it } from 'vitest'
import { LATE_BOOK, LateRooms, lateBook } from '../../../../src/venue/session/socket/late-rooms.js'
import { A, B } from '../../../risk/builders.js'

const change = { kind: 'change', conditionId: A } as const
const snapshot = { kind: 'snapshot', conditionId: A } as const

it('loses a book whose change comes too late, and takes nothing of it until something is fresh', () => {
  const rooms = new LateRooms(3000)
  expect(rooms.heard({ ...change, lagMs: 3000 })).toBe('taken')
  expect(rooms.heard({ ...change, lagMs: 3001 })).toBe('lost')
  expect(rooms.heard({ ...change, lagMs: 9000 })).toBe('left out')
  expect(rooms.heard({ ...snapshot, lagMs: 9000 })).toBe('left out')
  expect(rooms.heard({ ...change, conditionId: B, lagMs: 9000 })).toBe('lost')
  expect(rooms.heard({ ...snapshot, lagMs: 0 })).toBe('taken')
  expect(rooms.heard({ ...change, lagMs: 0 })).toBe('taken')
})

it('takes a snapshot for the stamp of its last change where no change was late', () => {
  const rooms = new LateRooms(3000)
  expect(rooms.heard({ ...snapshot, lagMs: 3_600_000 })).toBe('taken')
  expect(rooms.heard({ ...change, lagMs: 0 })).toBe('taken')
})

it('takes a late book for fresh again only well within the bound', () => {
  const rooms = new LateRooms(3000)
  rooms.heard({ ...change, lagMs: 3001 })
  expect(rooms.heard({ ...change, lagMs: 2900 })).toBe('left out')
  expect(rooms.heard({ ...snapshot, lagMs: 1500 })).toBe('taken')
  expect(rooms.heard({ ...change, lagMs: 2900 })).toBe('taken')
})

it('judges anew on another connection, and a room that was left and joined again', () => {
  const rooms = new LateRooms(3000)
  rooms.heard({ ...change, lagMs: 9000 })
  rooms.connectionLost()
  expect(rooms.heard({ ...snapshot, lagMs: 9000 })).toBe('taken')
  expect(rooms.heard({ ...change, lagMs: 9000 })).toBe('lost')
  rooms.forget(A)
  expect(rooms.heard({ ...change, lagMs: 9000 })).toBe('lost')
})

it('says how far behind', () => {
  expect(lateBook(8040)).toBe(`${LATE_BOOK} by 8.0 s`)
})
