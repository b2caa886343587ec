import { expect, it } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { NO } from '../../../src/domain/market/side.js'
import { GroupMembers } from '../../../src/state/market/group-members.js'
import { market } from '../../risk/builders.js'

const [A, B, C] = ['0xa', '0xb', '0xc'] as readonly string[] as readonly [ConditionId, ConditionId, ConditionId]

it('remembers how the markets of a group have ended, once it is known, and hands each market back', () => {
  const ended = new GroupMembers()
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
  const ended = new GroupMembers()
  ended.told('g', [{ conditionId: A, end: NO }])
  ended.seen(market(B, { groupId: 'g', status: 'RESOLVED', winner: NO }))
  expect([...ended.of('g').keys()]).toEqual([A, B])
})

it('knows who is still in it as the last list says, and takes no end back', () => {
  const ended = new GroupMembers()
  ended.told('g', [{ conditionId: A }, { conditionId: B, end: NO }])
  expect(new Map(ended.of('g'))).toEqual(
    new Map<ConditionId, unknown>([
      [A, undefined],
      [B, NO],
    ]),
  )
  ended.seen(market(A, { groupId: 'g', status: 'CANCELLED' }))
  ended.told('g', [{ conditionId: A }, { conditionId: C }])
  expect(new Map(ended.of('g'))).toEqual(
    new Map<ConditionId, unknown>([
      [A, 'neither'],
      [B, NO],
      [C, undefined],
    ]),
  )
  ended.told('g', [{ conditionId: A }])
  expect(new Set(ended.of('g').keys())).toEqual(new Set([A, B]))
})

it('counts no market without a group', () => {
  const ended = new GroupMembers()
  ended.seen(market(A, { status: 'RESOLVED', winner: NO }))
  expect([...ended.of('')]).toEqual([])
})
