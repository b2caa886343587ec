import { constants } from 'node:buffer'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { RunDesk } from '../../../src/sweep/runs/run-desk.js'
import { RunStore, runKey } from '../../../src/sweep/runs/run-store.js'
import { madeRun } from '../made-runs.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-store-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const fresh = () => join(folder, 'deep', `runs-${files++}.jsonl`)
const quiet = () => undefined

describe('stored runs', () => {
  it('are found again', () => {
    const path = fresh()
    new RunStore(path, quiet).add('a', madeRun(1.23456789e-7))
    expect(new RunStore(path, quiet).get('a')).toEqual(madeRun(1.23456789e-7))
    expect(new RunStore(path, quiet).get('b')).toBeUndefined()
  })

  it('survive a line that a kill has torn, which is said, and what comes next has a line of its own', () => {
    const path = fresh()
    const store = new RunStore(path, quiet)
    store.add('a', madeRun(1))
    store.add('b', madeRun(2))
    truncateSync(path, readFileSync(path).length - 20)
    const notes: string[] = []
    const second = new RunStore(path, (note) => notes.push(note))
    expect(notes).toEqual([`${path}:2: no whole run, left out; it runs again`])
    second.add('b', madeRun(3))
    const third = new RunStore(path, quiet)
    expect(third.get('a')).toEqual(madeRun(1))
    expect(third.get('b')).toEqual(madeRun(3))
  })

  it('leave out what is no run', () => {
    const path = fresh()
    new RunStore(path, quiet).add('a', madeRun(1))
    appendFileSync(path, '{"key":"x","run":{"models":[]}}\n\n"text"\n')
    const notes: string[] = []
    expect(new RunStore(path, (note) => notes.push(note)).get('x')).toBeUndefined()
    expect(notes).toHaveLength(2)
  })

  it('are found in a file that is longer than any text, as of many sweeps, or as a machine that lost power leaves one', () => {
    const path = fresh()
    new RunStore(path, quiet).add('a', madeRun(1))
    // zeros that take no room on the disk
    truncateSync(path, constants.MAX_STRING_LENGTH + 1000)
    const notes: string[] = []
    const store = new RunStore(path, (note) => notes.push(note))
    expect(store.get('a')).toEqual(madeRun(1))
    expect(notes).toEqual([`${path}:2: no whole run, left out; it runs again`])
  })

  it('where nothing can be written say where', () => {
    expect(() => new RunStore(folder, quiet)).toThrow(`report: ${folder} cannot be written`)
  })
})

it('a key has everything in it, whole numbers of any length too', () => {
  expect(runKey({ a: 1, b: 2n })).toBe(runKey({ a: 1, b: 2n }))
  expect(runKey({ a: 1, b: 2n })).not.toBe(runKey({ a: 1, b: 3n }))
})

it('a desk runs each run once, keeps what succeeded, and not what failed', async () => {
  const path = fresh()
  const ran: number[] = []
  const desk = () =>
    new RunDesk({
      store: new RunStore(path, quiet),
      keyOf: ({ trial }) => String(trial.number % 10),
      run: async ({ trial }) => {
        ran.push(trial.number)
        return trial.number === 3 ? { ok: false, reason: 'broken' } : { ok: true, run: madeRun(trial.number) }
      },
    })
  const request = (number: number) => ({ trial: { number, values: [] }, window: { fromMs: 0, toMs: 1 } })
  const first = desk()
  const outcomes = await first.runAll([1, 2, 3, 11].map(request))
  expect(ran).toEqual([1, 2, 3])
  expect(outcomes).toEqual([
    { ok: true, run: madeRun(1) },
    { ok: true, run: madeRun(2) },
    { ok: false, reason: 'broken' },
    { ok: true, run: madeRun(1) },
  ])
  expect(first.progress).toEqual({ answered: 4, stored: 0, failed: 1 })
  const second = desk()
  expect(await second.runAll([1, 2, 3, 11].map(request))).toEqual(outcomes)
  expect(ran).toEqual([1, 2, 3, 3])
  expect(second.progress).toEqual({ answered: 4, stored: 3, failed: 1 })
})
