import { expect, it } from 'vitest'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import type { HttpRequest, HttpResult } from '../../../src/venue/session/transport.js'
import type { BotLife } from '../seeds/bot-life.js'
import { SharedKey } from '../seeds/invariants/shared-key.js'
import { Violations } from '../seeds/invariants/violation.js'
import type { World } from '../seeds/world.js'

/** The bot takes so many reads for free. */
function open(leftInMinute = 100) {
  let nowMs = 0
  const clock = { monoMs: () => nowMs }
  const budget = { snapshot: () => [{ routeClass: 'read', leftInMinute }] }
  const life = { clock, bot: { core: { budget } } } as unknown as BotLife
  const disturbances = [{ kind: 'other-program' }]
  const world = { clock, lives: [life], scenario: { disturbances } } as unknown as World
  const violations = new Violations(() => nowMs)
  const shared = new SharedKey(world, violations)
  const lose = (sentMs: number, lostMs: number) => {
    const one = request()
    nowMs = sentMs
    shared.sent(one, life)
    nowMs = lostMs
    shared.answered(one, { kind: 'failed', reason: 'time-out', mayHaveArrived: true }, life)
  }
  const request = () => ({ method: 'GET', path: '/x', routeClass: 'read' }) as HttpRequest
  const answer = (atMs: number, status: number, left?: number) => {
    const one = request()
    nowMs = atMs
    shared.sent(one, life)
    const headers = left === undefined ? {} : { 'x-ratelimit-remaining-medium': `${left}` }
    shared.answered(one, { kind: 'response', status, headers, body: '' } as HttpResult, life)
    const told = { medium: { limit: 300, remaining: left } }
    const at = { monoMs: atMs }
    shared.heard({ kind: 'answered', permit: { routeClass: 'read' }, told, at } as unknown as CoreEvent, life)
    shared.decided()
  }
  return { answer, lose, found: () => violations.found.map(({ what }) => what) }
}

it('takes as much for free as the venue has left', () => {
  const { answer, found } = open()
  answer(1000, 200, 100)
  expect(found()).toEqual([])
})

it.each([
  ['more', 99],
  ['less', 117],
])('is told of one that takes %s', (_what, left) => {
  const { answer, found } = open()
  answer(1000, 200, left)
  expect(found()).toHaveLength(1)
})

it('what has left the minute meanwhile may be free', () => {
  const { answer, found } = open()
  answer(1000, 200, 100)
  answer(61_000, 200, 99)
  expect(found()).toEqual([])
})

it('so may what was lost, once it counts no more as what the venue may have counted', () => {
  const { answer, lose, found } = open()
  lose(1000, 4000)
  answer(4100, 200, 100)
  answer(66_100, 200, 99)
  expect(found()).toEqual([])
  answer(68_000, 200, 99)
  expect(found()).toHaveLength(1)
})

it('is told of one that reads on after a refusal, and of one that is refused again and again', () => {
  const soon = open()
  soon.answer(1000, 429)
  // decided on before it was refused
  soon.answer(1500, 200, 100)
  expect(soon.found()).toEqual([])
  soon.answer(1600, 200, 100)
  expect(soon.found()).toHaveLength(1)
  const often = open()
  for (let n = 1; n <= 6; n++) often.answer(2000 * n, 429)
  expect(often.found()).toEqual([])
  often.answer(14_000, 429)
  expect(often.found()).toHaveLength(1)
})
