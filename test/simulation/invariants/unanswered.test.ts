import { expect, it } from 'vitest'
import type { HttpRequest } from '../../../src/venue/session/transport.js'
import { Unanswered } from '../seeds/invariants/unanswered.js'

const request = (routeClass = 'write') => ({ routeClass }) as HttpRequest

it('a lost request counts from when something is heard again, and as long as it may still arrive', () => {
  const unanswered = new Unanswered()
  const [lost, other] = [request(), request('read')]
  unanswered.sent(lost, 1000)
  unanswered.lost(lost, 4000)
  expect(unanswered.within('write', 0, 1e6)).toBe(0)
  unanswered.sent(other, 4100)
  unanswered.answered(other, 4200)
  const found = [3999, 4000, 6000, 6001].map((atMs) => unanswered.within('write', atMs, atMs))
  expect(found).toEqual([0, 1, 1, 0])
  expect(unanswered.within('read', 0, 1e6)).toBe(0)
})

it('one that the venue may count when it goes on, half a second after that', () => {
  const unanswered = new Unanswered()
  const [lost, other] = [request(), request()]
  unanswered.sent(lost, 1000)
  unanswered.lost(lost, 4000)
  unanswered.sent(other, 8900)
  unanswered.answered(other, 9000)
  expect([unanswered.within('write', 9500, 9500), unanswered.within('write', 9501, 9501)]).toEqual([1, 0])
})

it('what a life leaves without an answer, or was answered just before its end, counts for the next one until later', () => {
  const unanswered = new Unanswered()
  const [known, fresh, open, lost] = [request(), request(), request(), request()]
  unanswered.sent(known, 100)
  unanswered.answered(known, 200)
  for (const one of [fresh, open, lost]) unanswered.sent(one, 5000)
  unanswered.answered(fresh, 5100)
  unanswered.lost(lost, 6000)
  unanswered.end()
  const found = [7999, 8000, 10_500, 10_501].map((atMs) => unanswered.within('write', atMs, atMs))
  expect(found).toEqual([0, 3, 3, 0])
})
