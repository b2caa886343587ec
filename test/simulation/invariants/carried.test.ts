import { expect, it } from 'vitest'
import type { FairValue } from '../../../src/domain/market/fair-value.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { Carried } from '../seeds/invariants/carried.js'

const ID = '0xa' as ConditionId
const RULES = { maxAgeMs: 3000, maxJump: 0.05, confirmMs: 1000, maxFairAgeMs: 2000, fairTauMs: 0, prior: 0.4 }
const fair = (p: number, ageMs: number, basis: FairValue['basis'] = 'two-sided', jump = 0) =>
  ({ p, ageMs, basis, degraded: false, jump }) as FairValue

/** Worth 0.5 by a book that goes in second 1; the signal says 0.52 half a second before. */
function open() {
  const found: string[] = []
  const carried = new Carried({ rules: () => RULES, add: (what) => found.push(what) })
  carried.observed(ID, { middle: 0.5, spread: 0.04 }, fair(0.5, 0), 100)
  carried.told(ID, { value: 0.52, madeMs: 500, toldMs: 500 })
  carried.observed(ID, undefined, undefined, 1000)
  return { carried, found }
}

it('it is the signal while that is young, then the book, then the prior', () => {
  const { carried, found } = open()
  carried.look(ID, fair(0.52, 1500, 'signal'), 2000)
  carried.look(ID, fair(0.4, 3000, 'prior'), 3600)
  carried.told(ID, { value: 7, madeMs: 3700, toldMs: 3700 })
  carried.look(ID, fair(0.4, 3000, 'prior'), 3800)
  expect(found).toEqual([])
})

it.each<[what: string, fair: FairValue | undefined, atMs: number]>([
  ['is the book beside a young signal', fair(0.5, 1000, 'one-sided'), 2000],
  ['is a signal that is too old', fair(0.52, 3100, 'signal'), 3600],
  ['is a signal of another age', fair(0.52, 100, 'signal'), 2000],
  ['is what nobody has said', fair(0.53, 1500, 'signal'), 2000],
  ['is nothing beside a prior', undefined, 3600],
])('it is told of one that %s', (_what, told, atMs) => {
  const { carried, found } = open()
  carried.look(ID, told, atMs)
  expect(found).not.toEqual([])
})

it('a far word holds the value and a side back; one that is older than the last is not heard', () => {
  const { carried, found } = open()
  carried.told(ID, { value: 0.7, madeMs: 1200, toldMs: 1200 })
  carried.told(ID, { value: 0.51, madeMs: 1100, toldMs: 1250 })
  carried.look(ID, fair(0.52, 800, 'signal', 1), 1300)
  expect(found).toEqual([])
  carried.look(ID, fair(0.7, 100, 'signal'), 1300)
  expect(found).not.toEqual([])
})

it('a book that is back, or cannot be told, ends it', () => {
  const { carried, found } = open()
  expect(carried.isGone(ID)).toBe(true)
  carried.lost(ID)
  carried.look(ID, fair(0.3, 0), 2000)
  carried.observed(ID, { middle: 0.5, spread: 0.04 }, fair(0.5, 0), 2100)
  expect([carried.isGone(ID), found]).toEqual([false, []])
})
