import { expect, it } from 'vitest'
import { StandingWatch } from '../../src/bot/standing-watch.js'
import type { Failure } from '../../src/domain/error.js'
import type { StandingChange } from '../../src/domain/standing.js'

const HALTED = { kind: 'halted', cause: 'loss', reason: 'r', actor: 'a', atMs: 1 } as const
const STANDING = { pauses: [], pnl: { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 } }
const FAILURE: Failure = { code: 'journal-failed', message: 'the disk is full' }

function watched(failure?: Failure) {
  const told: string[] = []
  const core = {
    heldChanges: 0,
    total: 0,
    changes: [] as StandingChange[],
    takeChanges: () => core.changes.splice(0),
    standing: () => STANDING,
  }
  const watch = new StandingWatch({
    standing: core,
    keeper: {
      keep: (_standing, now, done) => {
        told.push(now ? 'kept now' : 'kept')
        done(failure)
      },
    },
    changed: ({ kind }) => told.push(kind),
    failed: ({ code }) => told.push(code),
  })
  const take = () => told.splice(0)
  return { core, watch, take }
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

it('tells of what could not be kept', () => {
  const { core, watch, take } = watched(FAILURE)
  core.changes.push(HALTED)
  watch.turnEnded(0)
  expect(take()).toEqual(['kept now', 'journal-failed', 'halted'])
})
