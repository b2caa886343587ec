import { expect, it } from 'vitest'
import { LastMinutes } from '../../src/control/last-minutes.js'

it('counts how requests ended, and how long they and the steps took', () => {
  const lately = new LastMinutes(() => 0)
  for (const status of [200, 201, 404, 429, 503, undefined]) lately.answered({ status, latencyMs: 40 })
  lately.answered({ status: 200, latencyMs: 160 })
  lately.stepped(3)
  lately.stepped(1)
  expect(lately.view()).toEqual({
    ...{ windowSec: 300, requests: 7, unanswered: 1, serverErrors: 1, limited: 1, refused: 1 },
    ...{ meanMs: 60, slowestMs: 160, longestStepMs: 3 },
  })
})

it('forgets what is older than its window, however long nothing happened', () => {
  let nowMs = 0
  const lately = new LastMinutes(() => nowMs)
  lately.answered({ latencyMs: 1 })
  lately.stepped(9)
  nowMs = 299_000
  lately.answered({ status: 200, latencyMs: 1 })
  expect(lately.view()).toMatchObject({ requests: 2, unanswered: 1, longestStepMs: 9 })
  nowMs = 301_000
  expect(lately.view()).toMatchObject({ requests: 1, unanswered: 0, longestStepMs: 0 })
  nowMs = 5_000_000
  expect(lately.view()).toMatchObject({ requests: 0 })
  expect(lately.view().meanMs).toBeUndefined()
})
