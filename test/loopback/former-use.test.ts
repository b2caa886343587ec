// A live bot that is killed leaves its successor what it has used of its key; one with another key, or a file that is torn, begins without.

import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type BotProcess, killAll, runLive } from './bot-process.js'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'

const WAIT = { timeout: 45_000, interval: 50 }

let venue: LoopbackVenue
beforeEach(async () => {
  venue = await openVenue()
})
afterEach(async () => {
  killAll()
  await venue.close()
})

const path = () => `${venue.journal}/${venue.account.toLowerCase()}/used.json`

/** Reads that count by what lies on the disk. */
function reads(): number {
  const { ending } = JSON.parse(readFileSync(path(), 'utf8')).used.read
  return ending.reduce((sum: number, some: number) => sum + some, 0)
}

async function killed(bot: BotProcess): Promise<void> {
  bot.signal('SIGKILL')
  await bot.ended()
}

async function saying(bot: BotProcess, words: RegExp): Promise<string> {
  return await vi.waitFor(() => {
    const found = words.exec(bot.stderr)
    if (found === null) throw new Error(`expected ${words}, got ${bot.stderr}`)
    return found[1] ?? ''
  }, WAIT)
}

it('is taken up by the next process, and by no other', { timeout: 180_000 }, async () => {
  const config = venue.config('telemetry: { port: 0, logLevel: info, logFormat: json }\n')
  const first = runLive(config)
  await vi.waitFor(() => expect(reads()).toBeGreaterThan(20), WAIT)
  await killed(first)
  const left = reads()
  const second = runLive(config)
  const told = Number(await saying(second, /requests of the former process: (\d+) count/))
  // those of the other classes besides
  expect(told).toBeGreaterThanOrEqual(left)
  // it has used some itself, on top of what was left
  await vi.waitFor(() => expect(reads()).toBeGreaterThan(left + 5), WAIT)
  await killed(second)

  writeFileSync(path(), readFileSync(path(), 'utf8').replace(/"key":"\w+"/, '"key":"anothers"'))
  const third = runLive(config)
  await saying(third, /requests of the former process are not known \((it had another API key)\)/)
  await vi.waitFor(() => expect(reads()).toBeGreaterThan(5), WAIT)
  await killed(third)

  writeFileSync(path(), readFileSync(path(), 'utf8').slice(0, 40))
  const fourth = runLive(config)
  await saying(fourth, /requests of the former process are not known \((.*used.json is not whole)\)/)
  await killed(fourth)
  expect(venue.traffic.filter(({ response }) => response?.status === 429)).toEqual([])
})
