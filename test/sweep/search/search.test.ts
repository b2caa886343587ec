import { describe, expect, it } from 'vitest'
import { rungsOf } from '../../../src/sweep/search/halving.js'
import { plannedRuns, type RunAll, ranking, search } from '../../../src/sweep/search/search.js'
import { AS_CONFIGURED } from '../../../src/sweep/space/trials.js'
import { madeRun, madeTrial } from '../made-runs.js'

const folds = [0, 1, 2, 3].map((i) => ({ fromMs: i * 10, toMs: i * 10 + 10 }))
const trials = Array.from({ length: 8 }, (_, i) => ({ number: i + 1, values: [i + 1] }))

/** What was asked for, as `number@fold`; configuration n earns n on each fold. */
function recorded(failing: readonly string[] = []) {
  const asked: string[] = []
  const runAll: RunAll = async (requests) =>
    requests.map(({ trial, window }) => {
      const name = `${trial.number}@${window.fromMs / 10}`
      asked.push(name)
      return failing.includes(name) ? { ok: false, reason: 'broken' } : { ok: true, run: madeRun(trial.number) }
    })
  return { asked, runAll }
}

const options = { trials, reference: AS_CONFIGURED, folds, objective: 'pnl', minFills: 0 } as const

describe('a search', () => {
  it('runs everything on every fold, where it does not halve', async () => {
    const { asked, runAll } = recorded()
    const found = await search({ ...options, halving: false, runAll })
    expect(asked).toHaveLength(9 * 4)
    expect(plannedRuns({ trials: 8, folds: 4, halving: false })).toBe(36)
    expect(found?.reference.folds).toHaveLength(4)
    expect(found?.trials.map(({ folds: own }) => own.length)).toEqual([4, 4, 4, 4, 4, 4, 4, 4])
  })

  it('halves: the better half sees twice as much, and nothing runs twice', async () => {
    const { asked, runAll } = recorded()
    const found = await search({ ...options, halving: true, runAll })
    expect(found?.trials.map(({ folds: own }) => own.length)).toEqual([1, 1, 1, 1, 2, 2, 4, 4])
    expect(found?.reference.folds).toHaveLength(4)
    expect(new Set(asked)).toHaveLength(asked.length)
    expect(asked).toHaveLength(plannedRuns({ trials: 8, folds: 4, halving: true }))
  })

  it('goes on without what failed', async () => {
    const { runAll } = recorded(['8@0', '7@2'])
    const found = await search({ ...options, halving: true, runAll })
    expect(found?.trials.filter(({ failure }) => failure).map(({ trial }) => trial.number)).toEqual([7, 8])
    expect(found?.trials.map(({ folds: own }) => own.length)).toEqual([1, 1, 1, 2, 2, 4, 2, 0])
  })

  it('ends with nothing where it was stopped', async () => {
    expect(await search({ ...options, halving: false, runAll: async () => undefined })).toBeUndefined()
  })
})

it('ranks by the objective, who has too few fills behind, equals as they were made', () => {
  const few = madeTrial(4, [99], { fills: 1 })
  const broken = { ...madeTrial(5, [100]), failure: 'broken' }
  const ranked = ranking([madeTrial(1, [2]), few, madeTrial(2, [3]), madeTrial(3, [3]), broken], {
    objective: 'pnl',
    minFills: 5,
  })
  expect(ranked.map(({ trial }) => trial.number)).toEqual([2, 3, 1, 4])
})

it.each([
  [1, [1]],
  [2, [1, 2]],
  [3, [1, 3]],
  [4, [1, 2, 4]],
  [5, [1, 2, 5]],
  [9, [1, 2, 4, 9]],
])('of %i folds the rungs are %j', (count, rungs) => expect(rungsOf(count)).toEqual(rungs))
