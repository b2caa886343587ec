import { expect, test } from 'vitest'
import { exampleView } from '../../../src/strategy/example-view.js'
import { type EventEnd, endOfQuoting } from '../../../src/strategy/overlays/end-of-quoting.js'

const { market } = exampleView()
const SETTINGS: EventEnd = {
  reduceOnlyMs: 30_000,
  stopMs: 10_000,
  endShare: 0.05,
  endShareAtMostMs: 300_000,
  inPlay: false,
}
const end = (times: Partial<typeof market>, settings: Partial<EventEnd> = {}, nowMs = 0) =>
  endOfQuoting(
    { market: { ...market, endMs: 1_000_000, ...times }, nowMs, timeLeftMs: Math.max(0, 1_000_000 - nowMs) },
    { ...SETTINGS, ...settings },
  )

test('without times of the event: the close, and the fixed times', () => {
  expect(end({})).toEqual({ timeLeftMs: 1_000_000, reduceOnlyMs: 30_000, stopMs: 10_000 })
})

test('a share of the life, up to a limit', () => {
  expect(end({ startMs: 0 })).toEqual({ timeLeftMs: 1_000_000, reduceOnlyMs: 100_000, stopMs: 50_000 })
  expect(end({ startMs: 900_000 })).toMatchObject({ reduceOnlyMs: 30_000, stopMs: 10_000 })
  expect(end({ startMs: -1e9 })).toMatchObject({ reduceOnlyMs: 600_000, stopMs: 300_000 })
  // a start that lies after the end says nothing
  expect(end({ startMs: 2_000_000 })).toMatchObject({ stopMs: 10_000 })
})

test('the kick-off ends it, with the fixed times before it', () => {
  const match = { startMs: 0, matchStartMs: 400_000, matchEndMs: 900_000 }
  expect(end(match)).toEqual({ timeLeftMs: 400_000, reduceOnlyMs: 30_000, stopMs: 10_000 })
  expect(end(match, {}, 500_000).timeLeftMs).toBe(0)
})

test('in play, the end of the match or the close, whichever is first, and a share of the match', () => {
  const match = { startMs: -1e9, matchStartMs: 400_000, matchEndMs: 900_000 }
  expect(end(match, { inPlay: true })).toEqual({ timeLeftMs: 900_000, reduceOnlyMs: 50_000, stopMs: 25_000 })
  expect(end({ ...match, matchEndMs: 2_000_000 }, { inPlay: true })).toEqual({
    ...{ timeLeftMs: 1_000_000, reduceOnlyMs: 60_000, stopMs: 30_000 },
  })
  expect(end(match, { inPlay: true }, 950_000).timeLeftMs).toBe(0)
})
