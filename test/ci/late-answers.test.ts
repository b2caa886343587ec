// A venue that answers about books what was so a while ago, beside a socket that is well, seen from outside.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { killAll } from '../loopback/bot-process.js'
import { Outsider } from './outsider.js'

const WELL = [1, 1, 1, 1]
/** Shorter than what an answer may be late by. */
const LATE_MS = 15_000
const WAIT = { timeout: 60_000, interval: 200 }

let outsider: Outsider
beforeEach(async () => {
  outsider = await Outsider.start({ feed: { checkBestEverySec: 1 } })
})
afterEach(async () => {
  killAll()
  await outsider.close()
})

it('the book of the socket is believed on, and by how much answers are behind is told, until they are not', async () => {
  await vi.waitFor(async () => {
    expect((await outsider.quoted()).size).toBe(WELL.length)
    expect(await outsider.healthy()).toEqual(WELL)
  }, WAIT)
  expect(await outsider.metric('quoin_answers_behind_seconds')).toEqual([0])
  await outsider.fault({ kind: 'stale-book' })
  const [seen, healthy]: [number[], number[]] = [[], []]
  for (const untilMs = performance.now() + LATE_MS; performance.now() < untilMs; ) {
    healthy.push(...(await outsider.healthy()))
    seen.push(...(await outsider.metric('quoin_answers_behind_seconds')))
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  console.log(`answers were seen to be behind by up to ${Math.max(...seen)} s`)
  // a market that has just been chosen has no book yet
  expect(healthy.filter((value) => value === 1).length).toBeGreaterThan(0.9 * healthy.length)
  expect(Math.max(...seen)).toBeGreaterThan(1)
  expect(Math.max(...seen)).toBeLessThanOrEqual(LATE_MS / 1000 + 1)
  await outsider.clearFaults()
  await vi.waitFor(async () => {
    expect(await outsider.metric('quoin_answers_behind_seconds')).toEqual([0])
  }, WAIT)
}, 180_000)
