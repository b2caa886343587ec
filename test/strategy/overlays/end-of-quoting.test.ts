import { expect, test } from 'vitest'
import { type EventEnd, endOfQuoting } from '../../../src/strategy/overlays/end-of-quoting.js'
import { exampleView } from '../../../src/strategy/view/example-view.js'

const { market } = exampleView()
const SETTINGS: EventEnd = {
  reduceOnlyMs: 30_000,
  stopMs: 10_000,
  endShare: 0.05,
  endShareAtMostMs: 300_000,
  inPlay: false,
}
const end = (
  times: Partial<typeof market>,
  settings: Partial<EventEnd> = {},
  nowMs = 0,
  toxicity: readonly [number, number] = [0, 0],
) =>
  endOfQuoting(
    { market: { ...market, endMs: 1_000_000, ...times }, nowMs, timeLeftMs: Math.max(0, 1_000_000 - nowMs), toxicity },
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

test('it comes sooner where makers lose more than a fill is to earn, up to four times', () => {
  const hasty = (toxicity: readonly [number, number], halfSpread?: number) =>
    end({ startMs: 0 }, { ...(halfSpread === undefined ? {} : { halfSpread }) }, 0, toxicity)
  expect(hasty([0.02, 0], 0.02)).toMatchObject({ reduceOnlyMs: 100_000, stopMs: 50_000 })
  expect(hasty([0, 0.04], 0.02)).toMatchObject({ reduceOnlyMs: 200_000, stopMs: 100_000 })
  expect(hasty([0.03, 0.01], 0.02)).toMatchObject({ reduceOnlyMs: 150_000, stopMs: 75_000 })
  expect(hasty([0.5, 0.5], 0.02)).toMatchObject({ reduceOnlyMs: 400_000, stopMs: 200_000 })
  // whoever does not say what a fill is to earn
  expect(hasty([0.5, 0.5])).toMatchObject({ stopMs: 50_000 })
})

test('and the fixed times are brought forward too, never back', () => {
  expect(end({}, { halfSpread: 0.02 }, 0, [0.04, 0])).toMatchObject({ reduceOnlyMs: 60_000, stopMs: 20_000 })
  expect(end({}, { halfSpread: 0.02 }, 0, [0.001, 0])).toMatchObject({ reduceOnlyMs: 30_000, stopMs: 10_000 })
})
