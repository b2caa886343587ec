import { expect, it } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { NO } from '../../../src/domain/market/side.js'
import { EndedMembers } from '../../../src/state/market/ended-members.js'
import { market } from '../../risk/builders.js'

const [A, B] = ['0xa', '0xb'] as readonly string[] as readonly [ConditionId, ConditionId]

it('remembers how the markets of a group have ended, once it is known, and hands each market back', () => {
  const ended = new EndedMembers()
  const unknown = market(A, { groupId: 'g', status: 'RESOLVED' })
  expect(ended.seen(unknown)).toBe(unknown)
  expect([...ended.of('g')]).toEqual([])
  ended.seen({ ...unknown, winner: NO })
  ended.seen(market(B, { groupId: 'g', status: 'CANCELLED' }))
  expect([...ended.of('g')]).toEqual([
    [A, NO],
    [B, 'neither'],
  ])
  expect([...ended.of('h')]).toEqual([])
})

it('takes from the venue how others had ended before, and goes on', () => {
  const ended = new EndedMembers()
  ended.told('g', [{ conditionId: A, end: NO }])
  ended.seen(market(B, { groupId: 'g', status: 'RESOLVED', winner: NO }))
  expect([...ended.of('g').keys()]).toEqual([A, B])
})

it('counts no market without a group', () => {
  const ended = new EndedMembers()
  ended.seen(market(A, { status: 'RESOLVED', winner: NO }))
  expect([...ended.of('')]).toEqual([])
})
