// What a strategy's file lets happen beside its calls, in a bot process at a real venue: the bot stops as it always does, says why, and
// nothing of it rests.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EXIT_CODES } from '../../src/domain/exit-codes.js'
import { killAll, runLive } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'
import { type Deed, lineOf, toldStrategy } from '../loopback/told-strategy.js'

const WAIT = { timeout: 30_000, interval: 50 }

let venue: LoopbackVenue
beforeEach(async () => {
  venue = await openVenue()
})
afterEach(async () => {
  killAll()
  await venue.close()
})

/** How a bot ends that has quoted, and then is told this. */
async function endedBy(deed: Deed & string) {
  const strategy = toldStrategy(venue)
  const bot = runLive(strategy.config)
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(venue.resting().length).toBeGreaterThan(3)
  }, WAIT)
  strategy.tell({ all: deed })
  const { code } = await bot.ended()
  const lines = bot.stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return { bot, code, lines, place: `${strategy.file}:${lineOf(deed)}:` }
}

it.each([
  ['lets go of a promise', 'nobody waits for it'],
  ['throws in a timer', 'in a timer'],
] as const)('a strategy that %s ends the bot by a stop that leaves nothing', async (deed, words) => {
  const { bot, code, lines, place } = await endedBy(deed)
  const message = expect.stringContaining(`nobody caught: ${words} (${place}`)
  expect(code).toBe(EXIT_CODES.failed.code)
  expect(bot.line('stopped')).toMatchObject({ verified: true, openOrders: [] })
  expect(venue.resting()).toEqual([])
  expect(lines.filter(({ event }) => event === 'fault')).toEqual([expect.objectContaining({ level: 50, message })])
  expect(lines.filter(({ error }) => error !== undefined)).toEqual([{ error: { code: 'internal', message } }])
})

it('a strategy that exits ends no bot as if all were well', async () => {
  const { code, lines, place } = await endedBy('exits')
  const message = expect.stringContaining(`before it was stopped: nothing was cancelled (${place}`)
  expect(code).toBe(EXIT_CODES.failed.code)
  expect(lines.at(-1)).toEqual({ error: { code: 'internal', message } })
  expect(lines.filter(({ event }) => event === 'fault')).toHaveLength(1)
})
