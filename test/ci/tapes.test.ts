// Tapes of real bots at a real server: one stopped, one killed; each replays exactly, and tells what its markets were told.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTape } from '../../src/recording/open-tape.js'
import { BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'
import { marketEvents, recordsIn } from '../recording/tape-bench.js'

const WAIT = { timeout: 40_000, interval: 100 }
const RUN_MS = 5000

let venue: LoopbackVenue
beforeEach(async () => {
  venue = await openVenue()
})
afterEach(async () => {
  killAll()
  await venue.close()
})

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

async function recordedRun(folder: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const bot = runLive(venue.config(`recording: { folder: "${folder}", segmentMinutes: 0.05 }\n`))
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(venue.resting().length).toBeGreaterThan(1)
  }, WAIT)
  // looking at it from outside changes nothing of it
  const { status, metrics } = bot.line('running') as { status: string; metrics: string }
  for (let waited = 0; waited < RUN_MS; waited += 500) {
    await Promise.all([fetch(status), fetch(metrics)])
    await pause(500)
  }
  bot.signal(signal)
  await bot.ended()
}

async function replayed(folder: string): Promise<{ identical: boolean; runs: Record<string, unknown>[] }> {
  const replay = new BotProcess(['replay', folder, '--json'])
  const { code } = await replay.ended()
  expect({ code, said: replay.stderr + replay.stdout }).toEqual({
    code: 0,
    said: expect.stringMatching(/^{"identical":true/),
  })
  return JSON.parse(replay.stdout)
}

it('two runs in one folder, one stopped and one killed, replay exactly', async () => {
  const folder = join(venue.journal, '..', 'tape')
  await recordedRun(folder, 'SIGTERM')
  await recordedRun(folder, 'SIGKILL')
  const { identical, runs } = await replayed(folder)
  expect(identical).toBe(true)
  expect(runs).toMatchObject([{ until: 'stop' }, {}])
  for (const { events } of runs) expect(events).toBeGreaterThan(300)
  expect(runs[1]?.['until']).toBeUndefined()

  const { manifest } = await openTape(folder)
  expect(manifest?.runs).toMatchObject([
    { by: 'run', mode: 'live', strategy: { name: 'as-logit' }, endedAt: expect.any(String), dropped: 0 },
    { by: 'run', mode: 'live' },
  ])
  expect(manifest?.runs[1]?.endedAt).toBeUndefined()

  const records = await recordsIn(folder)
  const kinds = new Set(records.map(({ event }) => event.kind))
  expect([...kinds]).toEqual(expect.arrayContaining(['market', 'market-data', 'fee', 'best-bids', 'own-order']))
  const told = new Set(marketEvents(records).map(({ kind }) => kind))
  expect([...told]).toEqual(expect.arrayContaining(['snapshot', 'change', 'trade', 'link', 'subscribed']))

  // no key is in any of it
  const key = readFileSync(join(venue.journal, '..', 'key'), 'utf8')
  for (const file of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, file)).toString('latin1')
    expect(bytes.includes(key.slice(2)) || bytes.includes('loopback-test-key')).toBe(false)
  }
}, 120_000)
