// What a bot chose from: every market that was there, with the first time, the choice and the reason.

import { expect, it } from 'vitest'
import { MarketsSeen } from '../../../src/report/run/markets-seen.js'

const named = (id: string) => ({ id, conditionId: `0x${id}`, question: `Q ${id}?` })
const late = { ...named('late'), reason: 'time left: expected at least 60000 ms, got 900 ms' }

it('keeps those that were never chosen, with the reason of the first look', () => {
  const seen = new MarketsSeen({ max: 1 })
  seen.note({ chosen: [named('a')], spare: [named('b')], refused: [late] }, 1000)
  seen.note({ chosen: [named('a')], spare: [named('b')], refused: [{ ...late, reason: 'got 100 ms' }] }, 2000)
  expect(seen.all()).toEqual([
    { ...named('a'), seenMs: 1000, chosenMs: 1000 },
    { ...named('b'), seenMs: 1000, leftMs: 1000, reason: 'max: 1 were chosen before it' },
    { ...named('late'), seenMs: 1000, leftMs: 1000, reason: late.reason },
  ])
})

it('tells when one was taken up later, and when it was let go', () => {
  const seen = new MarketsSeen({ max: 5 })
  seen.note({ chosen: [], spare: [named('wide')], refused: [] }, 1000)
  expect(seen.all()).toMatchObject([{ leftMs: 1000, reason: expect.stringContaining('had not its turn') }])
  seen.note({ chosen: [named('wide')], spare: [], refused: [] }, 2000)
  expect(seen.all()).toEqual([{ ...named('wide'), seenMs: 1000, chosenMs: 2000 }])
  seen.note({ chosen: [], spare: [], refused: [{ ...named('wide'), reason: 'status: CLOSED' }] }, 3000)
  expect(seen.all()).toMatchObject([{ chosenMs: 2000, leftMs: 3000, reason: 'status: CLOSED' }])
})

it('says why one was left once its book was looked at, and since when', () => {
  const seen = new MarketsSeen({ max: 5 })
  seen.note({ chosen: [], spare: [named('wide')], refused: [] }, 1000)
  for (const [atMs, reason] of [
    [2000, 'spread: got 0.5'],
    [3000, 'spread: got 0.4'],
  ] as const)
    seen.note({ chosen: [], spare: [], refused: [{ ...named('wide'), reason }] }, atMs)
  expect(seen.all()).toMatchObject([{ leftMs: 1000, reason: 'spread: got 0.5' }])
})

it('is bounded, and says so', () => {
  const seen = new MarketsSeen({ most: 2 })
  seen.note({ chosen: ['a', 'b', 'c'].map(named), spare: [], refused: [] }, 1000)
  expect(seen.all()).toHaveLength(2)
  expect(seen.isIncomplete).toBe(true)
})
