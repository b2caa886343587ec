import { expect, it } from 'vitest'
import { LegBackOff, legKey } from '../../../src/execution/planning/leg-back-off.js'
import { A, quote } from '../../risk/builders.js'

it('waits twice as long after each refusal, up to a limit', () => {
  const backOff = new LegBackOff()
  const waits: number[] = []
  for (let i = 0; i < 7; i++) {
    backOff.refused('leg', 1000)
    waits.push(backOff.until('leg') - 1000)
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000])
})

it('waits as long as the venue asks', () => {
  const backOff = new LegBackOff()
  backOff.refused('leg', 0, 9000)
  expect(backOff.until('leg')).toBe(9000)
})

it('an accepted order frees the leg and starts over', () => {
  const backOff = new LegBackOff()
  backOff.refused('leg', 0)
  backOff.refused('leg', 0)
  backOff.accepted('leg')
  expect(backOff.until('leg')).toBe(0)
  backOff.refused('leg', 0)
  expect(backOff.until('leg')).toBe(500)
})

it('keeps legs apart', () => {
  const keys = (['BUY YES', 'SELL YES', 'BUY NO', 'SELL NO'] as const).map((words) => legKey(quote(words, 50, 10)))
  expect(new Set(keys).size).toBe(4)
  expect(keys[0]).toBe(`${A}/0/BUY`)
})
