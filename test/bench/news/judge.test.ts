// What the judge of `bench news` counts.

import { expect, it } from 'vitest'
import { Judge } from '../../../bench/news/judge.js'
import { NO } from '../../../src/domain/market/side.js'
import { ALICE, BOB, CAROL, CONDITION, scenario } from '../../venue/simulated/exchange/scenario.js'

/** Others bid 45 on YES and 49 on NO: their middle is 48. */
function judged() {
  const { exchange, place } = scenario()
  const others = place(BOB, { price: 45, size: 10_000 })
  place(BOB, { price: 49, size: 10_000, outcome: NO })
  const judge = new Judge()
  judge.onProbability(CONDITION, 0.48, 0)
  const look = (nowMs: number) => judge.look(exchange, ALICE, nowMs)
  return { exchange, place, others, judge, look, verdict: () => judge.verdict(exchange, ALICE, 0) }
}

it('counts what rests, and as stale what the others have moved away from', () => {
  const { exchange, place, others, look, verdict } = judged()
  place(ALICE, { price: 46, size: 2000 })
  look(0)
  look(1000)
  expect(verdict()).toMatchObject({ restingShareSec: 20, staleShareSec: 0 })
  exchange.cancel(others.hash, BOB, 1000)
  place(BOB, { price: 41, size: 10_000 })
  // the middle is 46 now
  look(1500)
  expect(verdict()).toMatchObject({ restingShareSec: 30, staleShareSec: 10 })
})

it('holds fills against the truth, of orders that were stale by then', () => {
  const { exchange, place, others, judge, look, verdict } = judged()
  place(ALICE, { price: 46, size: 2000 })
  look(0)
  place(CAROL, { price: 54, size: 500, outcome: NO, atMs: 10 })
  expect(verdict()).toMatchObject({ shares: 5, pickedOff: 0 })
  exchange.cancel(others.hash, BOB, 20)
  place(BOB, { price: 41, size: 10_000, atMs: 20 })
  judge.onProbability(CONDITION, 0.4, 20)
  look(30)
  place(CAROL, { price: 54, size: 500, outcome: NO, atMs: 40 })
  expect(verdict().shares).toBe(10)
  expect(verdict().pickedOff).toBeCloseTo(5 * 0.06, 9)
})
