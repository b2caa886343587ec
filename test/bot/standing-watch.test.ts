import { expect, it } from 'vitest'
import { StandingWatch } from '../../src/bot/standing-watch.js'
import type { Failure } from '../../src/domain/error.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { Standing, StandingChange } from '../../src/domain/run/standing.js'

const A = '0xa' as ConditionId
const PAUSE = { reason: 'r', actor: 'a', atMs: 1 }
const HALTED = { kind: 'halted', cause: 'loss', reason: 'r', actor: 'a', atMs: 1 } as const
const STANDING: Standing = { pauses: [], pnl: { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 } }
const FAILURE: Failure = { code: 'journal-failed', message: 'the disk is full' }

function watched(failure?: Failure) {
  const told: string[] = []
  const disk = { failure, kept: undefined as Standing | undefined }
  const core = {
    heldChanges: 0,
    total: 0,
    changes: [] as StandingChange[],
    now: STANDING,
    takeChanges: () => core.changes.splice(0),
    standing: () => core.now,
  }
  const watch = new StandingWatch({
    standing: core,
    keeper: {
      keep: (standing, now, done) => {
        told.push(now ? 'kept now' : 'kept')
        if (disk.failure === undefined) disk.kept = standing
        done(disk.failure)
      },
    },
    changed: ({ kind }) => told.push(kind),
    failed: ({ code }, isTriedAgain) => told.push(`${code}${isTriedAgain ? ', again' : ''}`),
  })
  const take = () => told.splice(0)
  return { core, disk, watch, take }
}

it('keeps what is held when that has changed, whatever it is worth', () => {
  const { core, watch, take } = watched()
  watch.turnEnded(0)
  expect(take()).toEqual([])
  core.heldChanges++
  watch.turnEnded(1000)
  watch.turnEnded(2000)
  watch.close()
  expect(take()).toEqual(['kept'])
})

it('keeps now and then that nothing has moved, but not before what a former run left is taken up', () => {
  const { watch, take } = watched()
  for (const atMs of [5000, 6000, 14_999]) watch.turnEnded(atMs)
  expect(take()).toEqual([])
  for (const atMs of [15_000, 16_000, 24_999, 25_000]) watch.turnEnded(atMs)
  expect(take()).toEqual(['kept', 'kept'])
})

it('keeps a halt before it is told, and what passes by itself not at all', () => {
  const { core, watch, take } = watched()
  core.changes.push(HALTED)
  watch.turnEnded(0)
  expect(take()).toEqual(['kept now', 'halted'])
  core.changes.push({ kind: 'waiting', cause: 'venue', reason: 'away' })
  watch.turnEnded(1)
  expect(take()).toEqual(['waiting'])
})

it('keeps the P&L once a second while it moves', () => {
  const { core, watch, take } = watched()
  for (const [atMs, total] of [
    [0, 1],
    [500, 2],
    [1000, 3],
    [2000, 3],
    [3000, 4],
  ] as const) {
    core.total = total
    watch.turnEnded(atMs)
  }
  expect(take()).toEqual(['kept', 'kept', 'kept'])
})

it('tells of P&L that could not be kept', () => {
  const { core, watch, take } = watched(FAILURE)
  core.total = 1
  watch.turnEnded(0)
  expect(take()).toEqual(['kept', 'journal-failed'])
})

it('tries a halt again that could not be kept, once a second, and nothing ends the bot before it is', () => {
  const { core, disk, watch, take } = watched(FAILURE)
  core.changes.push(HALTED)
  core.total = 1
  watch.turnEnded(0)
  expect(take()).toEqual(['kept now', 'journal-failed, again', 'halted'])
  expect(watch.unkept).toBe(FAILURE)
  let ends = 0
  watch.whenKept(() => ends++)
  core.total = 2
  for (const atMs of [500, 1000, 1500]) watch.turnEnded(atMs)
  expect(take()).toEqual(['kept now'])
  disk.failure = undefined
  watch.turnEnded(1999)
  expect(ends).toBe(0)
  watch.turnEnded(2000)
  expect({ ends, told: take(), unkept: watch.unkept }).toEqual({ ends: 1, told: ['kept now'], unkept: undefined })
  watch.whenKept(() => ends++)
  expect(ends).toBe(2)
})

it('tries it a last time at the end, and says that a restart begins without it', () => {
  const { core, watch, take } = watched(FAILURE)
  core.changes.push(HALTED)
  watch.turnEnded(0)
  take()
  watch.close()
  expect(take()).toEqual(['kept now', 'journal-failed'])
})

it('keeps what frees before it holds, with nothing else in it changed', () => {
  const { core, disk, watch } = watched()
  const { kind: _, ...halt } = HALTED
  const pauses = [A, '0xb' as ConditionId].map((conditionId) => ({ conditionId, ...PAUSE }))
  core.now = { ...STANDING, halt, pauses, ramp: 0.5 }
  // a former run's may not be taken up yet
  expect(watch.keepAhead('resume')).toBeUndefined()
  expect(disk.kept).toBeUndefined()
  watch.turnEnded(0)
  expect(watch.keepAhead('resume')).toBeUndefined()
  expect(disk.kept).toEqual({ ...STANDING, pauses, ramp: 0.5 })
  watch.keepAhead('unpause', A)
  expect(disk.kept).toEqual({ ...STANDING, halt, pauses: [pauses[1]], ramp: 0.5 })
  watch.keepAhead('unpause')
  expect(disk.kept).toEqual({ ...STANDING, halt, pauses: [], ramp: 0.5 })
  disk.failure = FAILURE
  expect(watch.keepAhead('resume')).toBe(FAILURE)
})
