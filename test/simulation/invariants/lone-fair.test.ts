import { expect, it } from 'vitest'
import type { FairValue } from '../../../src/domain/market/fair-value.js'
import { LoneFair } from '../seeds/invariants/lone-fair.js'

const MOST_MS = 5000
const fair = (p: number, ageMs: number) => ({ p, ageMs, basis: 'one-sided', degraded: false, jump: 0 }) as FairValue

/** A side of the book is gone since second 1. */
function open(was: FairValue | undefined = fair(0.4, 0)) {
  const found: string[] = []
  const lone = new LoneFair({ maxAgeMs: () => MOST_MS, add: (what) => found.push(what) })
  lone.observed('a', false, () => was, 1000)
  return { lone, found }
}

it('it is what it was, as old as the side is gone for, until that is too old', () => {
  const { lone, found } = open()
  lone.look('a', fair(0.4, 4000), 5000)
  lone.look('a', fair(0.4, 5000), 6000)
  lone.look('a', undefined, 6001.5)
  expect(found).toEqual([])
})

it.each<[what: string, fair: FairValue | undefined, atMs: number]>([
  ['is another', fair(0.41, 1000), 2000],
  ['is younger', fair(0.4, 500), 2000],
  ['is gone too soon', undefined, 5000],
  ['stays when it is too old', fair(0.4, 5500), 6500],
])('it is told of one that %s', (_what, told, atMs) => {
  const { lone, found } = open()
  lone.look('a', told, atMs)
  expect(found).toHaveLength(1)
})

it('what was as old already when the side went is older by that', () => {
  const { lone, found } = open(fair(0.4, 3000))
  lone.look('a', fair(0.4, 4000), 2000)
  lone.look('a', undefined, 3500)
  expect(found).toEqual([])
  lone.look('a', fair(0.4, 500), 1500)
  expect(found).toHaveLength(1)
})

it('where nothing was known nothing comes of it', () => {
  const { lone, found } = open(undefined)
  lone.observed('a', true, () => undefined, 1100)
  lone.observed('a', false, () => undefined, 1200)
  lone.look('a', undefined, 2000)
  expect(found).toEqual([])
  lone.look('a', fair(0.5, 100), 2000)
  expect(found).toHaveLength(1)
})

it('it is asked for five times a second, and no more once both sides stand, it cannot be told, or another life begins', () => {
  const { lone } = open()
  expect([lone.isDue('a', 1000), lone.isDue('b', 1000)]).toEqual([true, false])
  lone.look('a', fair(0.4, 0), 1000)
  expect([lone.isDue('a', 1100), lone.isDue('a', 1200)]).toEqual([false, true])
  lone.observed('a', true, () => fair(0.4, 0), 1300)
  expect(lone.isDue('a', 9000)).toBe(false)
  for (const end of [() => lone.lost('a'), () => lone.begin()]) {
    lone.observed('a', false, () => fair(0.4, 0), 2000)
    end()
    expect(lone.isDue('a', 9000)).toBe(false)
  }
})
