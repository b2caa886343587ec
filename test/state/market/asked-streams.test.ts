import { expect, it } from 'vitest'
import { AskedStreams } from '../../../src/state/market/asked-streams.js'
import { A, B } from '../../risk/builders.js'

it('is due when the first of them is, which is worked out once until one of them moves', () => {
  const askedMonoMs = new Map([
    [A, 100],
    [B, 50],
  ])
  let looks = 0
  const asked = new AskedStreams((id, patienceMs) => {
    looks++
    return (askedMonoMs.get(id) ?? 0) + patienceMs
  })
  expect(asked.dueMonoMs(1000)).toBe(Infinity)
  asked.add(A)
  expect(asked.dueMonoMs(1000)).toBe(1100)
  asked.add(B)
  expect([asked.dueMonoMs(1000), asked.dueMonoMs(1000), asked.dueMonoMs(1000)]).toEqual([1050, 1050, 1050])
  expect(looks).toBe(3)
  // a reload
  expect(asked.dueMonoMs(2000)).toBe(2050)
  askedMonoMs.set(B, 500)
  asked.moved()
  expect(asked.dueMonoMs(2000)).toBe(2100)
  expect([...asked]).toEqual([A, B])
  asked.delete(A)
  expect(asked.dueMonoMs(2000)).toBe(2500)
  looks = 0
  // was not among them
  asked.delete(A)
  expect([asked.dueMonoMs(2000), looks]).toEqual([2500, 0])
  asked.delete(B)
  expect(asked.dueMonoMs(2000)).toBe(Infinity)
})
