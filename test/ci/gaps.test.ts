// Every interval without quotes, and its reason, rebuilt from the log of a real bot alone, and held against what the venue saw of its orders.

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ConditionId } from '../../src/domain/market/market.js'
import { BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { BUSY_WORLD, type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'

const LOOK_MS = 20
/** What the venue may know before the log does, or after it. */
const MOST_WRONG = 0.01
/** From the start of a process until it knows what a former life left. */
const SOON_MS = 3000
/** Of the five seconds of a halt or a pause the first may still be told as something else. */
const LASTING_MS = 2000

interface Look {
  readonly atMs: number
  readonly conditionId: ConditionId
  readonly isQuoted: boolean
}

interface Gap {
  readonly conditionId: string
  readonly from: string
  readonly to: string
  readonly reason: string
}

let venue: LoopbackVenue
beforeEach(async () => {
  venue = await openVenue({ world: { ...BUSY_WORLD, speed: 1, noise: { arrivalsPerSec: 0.5 } } })
})
afterEach(async () => {
  killAll()
  await venue.close()
})

/** Looks at what rests by the venue's own books, until it is told to end. */
function watch(): () => readonly Look[] {
  const looks: Look[] = []
  const timer = setInterval(() => {
    const atMs = Date.now()
    const quoted = new Set(venue.resting().map(({ conditionId }) => conditionId))
    for (const conditionId of venue.open) looks.push({ atMs, conditionId, isQuoted: quoted.has(conditionId) })
  }, LOOK_MS)
  return () => {
    clearInterval(timer)
    return looks
  }
}

it('agrees with the venue in 99 % of the time, through a halt, a pause and a kill', async () => {
  const log = `${venue.journal}.log`
  const env = { QUOIN_STATE_DIR: `${venue.journal}-state` }
  const config = venue.config(`telemetry: { port: 0, logLevel: debug, logFormat: json, logFile: "${log}" }`)
  const quoin = async (...args: string[]) => {
    const run = new BotProcess(args, env)
    expect((await run.ended()).code, run.stderr).toBe(0)
    return run
  }
  const twoMarkets = () => vi.waitFor(() => expect(venue.resting().length).toBeGreaterThan(3), { timeout: 30_000 })

  const first = runLive(config, env)
  await twoMarkets()
  const looks = watch()
  await sleep(8000)
  await quoin('halt', 'lunch', '--bot', config)
  await sleep(5000)
  await quoin('resume', '--bot', config)
  await sleep(8000)
  const [paused] = venue.open
  await quoin('pause', paused ?? '', '--bot', config)
  await sleep(5000)
  await quoin('unpause', paused ?? '', '--bot', config)
  await sleep(5000)
  first.signal('SIGKILL')
  await first.ended()
  const second = runLive(config, env)
  await twoMarkets()
  await sleep(10_000)
  second.signal('SIGTERM')
  await second.ended()

  const found = JSON.parse((await quoin('gaps', log, '--json')).stdout)
  expect(found.leftOut).toBe(0)
  const gaps: readonly Gap[] = found.gaps
  const gapAt = ({ atMs, conditionId }: Look) =>
    gaps.find((gap) => gap.conditionId === conditionId && Date.parse(gap.from) <= atMs && atMs < Date.parse(gap.to))
  const isUnknown = (gap: Gap | undefined) => gap?.reason === 'not-running' || gap?.reason === 'undecided'
  const judged = looks().filter((look) => look.atMs <= Date.parse(found.until) && !isUnknown(gapAt(look)))
  const wrong = judged.filter((look) => (gapAt(look) === undefined) !== look.isQuoted)
  console.log(`${((100 * wrong.length) / judged.length).toFixed(2)} % of ${judged.length} looks differ`)
  expect(judged.some(({ isQuoted }) => !isQuoted)).toBe(true)
  expect(wrong.length / judged.length).toBeLessThan(MOST_WRONG)

  const lasting = (reason: string) =>
    gaps.filter((gap) => gap.reason === reason && Date.parse(gap.to) - Date.parse(gap.from) > LASTING_MS)
  expect(new Set(lasting('halted').map(({ conditionId }) => conditionId)).size).toBe(venue.open.length)
  const ofPaused = gaps.filter(({ conditionId, from, to }) => conditionId === paused && from !== to)
  expect(
    lasting('paused').map(({ conditionId }) => conditionId),
    JSON.stringify(ofPaused),
  ).toEqual([paused])
  // of a process that was killed nothing tells what rests: soon after the next one's start something does
  const unknown = gaps.filter(isUnknown)
  expect(unknown.some(({ reason }) => reason === 'not-running')).toBe(true)
  expect(unknown.filter(({ from, to }) => Date.parse(to) - Date.parse(from) > SOON_MS)).toEqual([])
})
