import { describe, expect, it } from 'vitest'
import { canOneWin, type End, endsOf, isExclusive, knownEnd } from '../../../src/domain/market/end.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { NO, YES } from '../../../src/domain/market/side.js'

const [A, B, C] = ['0xa', '0xb', '0xc'] as readonly string[] as readonly [ConditionId, ConditionId, ConditionId]

it('knows how a market has ended once its winner is told, or it was cancelled', () => {
  expect(endsOf({ status: 'OPEN' })).toEqual([YES, NO, 'neither'])
  expect(knownEnd({ status: 'CLOSED' })).toBeUndefined()
  expect(knownEnd({ status: 'RESOLVED' })).toBeUndefined()
  expect(knownEnd({ status: 'RESOLVED', winner: NO })).toBe(NO)
  expect(knownEnd({ status: 'RESOLVED', winner: YES })).toBe(YES)
  expect(knownEnd({ status: 'CANCELLED' })).toBe('neither')
})

it('lets one win while one may, and none that was cancelled stands beside it', () => {
  expect(canOneWin([undefined, NO])).toBe(true)
  expect(canOneWin([YES, NO])).toBe(true)
  expect(canOneWin([NO, NO])).toBe(false)
  expect(canOneWin([YES, YES])).toBe(false)
  expect(canOneWin([undefined, 'neither'])).toBe(false)
  expect(canOneWin([])).toBe(false)
})

describe('of these markets one wins', () => {
  const among = (
    members: number | undefined,
    ids: readonly ConditionId[],
    ...ended: [ConditionId, End | undefined][]
  ) => isExclusive(ids, members, new Map(ended))

  it('where somebody says so of as many', () => {
    expect(among(3, [A, B, C])).toBe(true)
    expect(among(undefined, [A, B, C])).toBe(false)
    expect(among(4, [A, B, C])).toBe(false)
    expect(among(2, [A, B, C])).toBe(false)
  })

  it('where the others have lost', () => {
    expect(among(3, [A, B], [C, NO])).toBe(true)
    expect(among(3, [A], [B, NO], [C, NO])).toBe(true)
    expect(among(3, [A, B], [C, YES])).toBe(false)
    expect(among(3, [A, B], [C, 'neither'])).toBe(false)
    expect(among(4, [A, B], [C, NO])).toBe(false)
  })

  it('not where another of the group is known to be in it, whatever number somebody says', () => {
    expect(among(2, [A, B], [A, undefined], [B, undefined])).toBe(true)
    expect(among(2, [A, B], [A, undefined], [C, undefined])).toBe(false)
    expect(among(3, [A, B], [C, undefined])).toBe(false)
  })

  it('where one of them has won, and not where all of them have lost', () => {
    expect(among(2, [A, B], [A, YES])).toBe(true)
    expect(among(2, [A, B], [A, NO])).toBe(true)
    expect(among(2, [A, B], [A, NO], [B, NO])).toBe(false)
    expect(among(2, [A, B], [A, 'neither'])).toBe(false)
  })
})
