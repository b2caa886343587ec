// A killed bot and its successor, which wants what the first one wanted: what rests stays where it stands in the queue.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, inject, it, vi } from 'vitest'
import { killAll, runLive } from './bot-process.js'
import { BUSY_WORLD, type LoopbackVenue, openVenue } from './loopback-venue.js'

const WAIT = { timeout: 30_000, interval: 50 }
/** Both sides of four markets. */
const ORDERS = 8
/** What is taken for another reason than a start. */
const MOST_CANCELLED = 2
const LOOKS_MS = 4000

const SOURCE = `import { defineStrategy, z } from '${inject('program')}/src/index.js'

export default defineStrategy({
  name: 'still',
  description: 'Far off, always the same.',
  params: z.strictObject({}),
  inputs: ['time'],
  quote: () => ({ quotes: [0, 1].map((outcome) => ({ outcome, side: 'BUY', price: 0.02, size: 10 })) }),
})
`

let venue: LoopbackVenue
afterEach(async () => {
  killAll()
  await venue.close()
})

function stillConfig(): string {
  const path = venue.config('risk: { priceBand: { min: 0.01, max: 0.99 }, maxFairDistance: 1 }\n')
  const file = join(path, '..', 'still.mjs')
  writeFileSync(file, SOURCE)
  writeFileSync(path, readFileSync(path, 'utf8').replace('{ name: as-logit }', JSON.stringify({ file })))
  return path
}

it('cancels next to nothing of it and places nothing twice', async () => {
  venue = await openVenue({ world: { ...BUSY_WORLD, speed: 0.2 } })
  const config = stillConfig()
  const bot = runLive(config)
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(venue.resting()).toHaveLength(ORDERS)
  }, WAIT)
  bot.signal('SIGKILL')
  await bot.ended()
  const left = venue.resting().map(({ hash }) => hash)

  const next = runLive(config)
  await vi.waitFor(() => {
    if (next.isOver) throw new Error(next.stderr)
    expect(next.stdout).toContain('"running"')
  }, WAIT)
  await new Promise((done) => setTimeout(done, LOOKS_MS))
  const rests = venue.resting().map(({ hash }) => hash)
  console.log(`${rests.filter((hash) => left.includes(hash)).length} of ${left.length} stay`)
  expect(rests.filter((hash) => left.includes(hash)).length).toBeGreaterThanOrEqual(ORDERS - MOST_CANCELLED)
  expect(rests).toHaveLength(ORDERS)
  next.signal('SIGTERM')
  expect((await next.ended()).code).toBe(0)
  expect(venue.resting()).toEqual([])
}, 90_000)
