// A real bot against a real server: outages are waited for, and halts outlive a kill and are lifted by a person over the control port.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EXIT_CODES } from '../../src/domain/exit-codes.js'
import { BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'
import { toldStrategy } from '../loopback/told-strategy.js'
import { isWhole } from '../run-counts.js'

const WAIT = { timeout: 40_000, interval: 50 }
const OUTAGE_MS = 15_000

let venue: LoopbackVenue
let state: string
let config: string
beforeEach(async () => {
  venue = await openVenue()
  // a socket's path must be short
  state = mkdtempSync(join(tmpdir(), 'q-'))
  config = venue.config()
})
afterEach(async () => {
  killAll()
  await venue.close()
  rmSync(state, { recursive: true, force: true })
})

const env = () => ({ QUOIN_STATE_DIR: state, QUOIN_ACTOR: 'ann' })

async function start(): Promise<BotProcess> {
  const bot = runLive(config, env())
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(bot.stdout).toContain('"running"')
  }, WAIT)
  return bot
}

async function quoting(bot: BotProcess): Promise<void> {
  await vi.waitFor(async () => {
    if (bot.isOver) throw new Error(bot.stderr)
    if (venue.resting().length < 2) throw new Error(`nothing rests: ${(await page(bot, '/status')).text}`)
  }, WAIT)
}

/** `quoin <args>`: its exit code and what it printed. */
async function quoin(...args: string[]) {
  const run = new BotProcess(args, env())
  const { code } = await run.ended()
  return { code, stdout: run.stdout, stderr: run.stderr }
}

const page = async (bot: BotProcess, path: string) => {
  const { status } = bot.line('running') as { status: string }
  const response = await fetch(new URL(path, status))
  return { status: response.status, text: await response.text() }
}

it('a halt is journaled, survives a kill and a restart, and is lifted by a resume', { timeout: 180_000 }, async () => {
  let bot = await start()
  await quoting(bot)
  const status = await quoin('status')
  expect(status).toMatchObject({ code: 0, stdout: expect.stringMatching(/^running/) })
  const [first] = JSON.parse((await quoin('status', '--json')).stdout).markets
  const explained = await quoin('explain', first.conditionId)
  for (const words of ['fair value', 'PRICES ARE MADE OF', 'WISHED', 'requests left in this minute'])
    expect(explained.stdout).toContain(words)
  // a command that goes to the venue says that a bot runs
  expect((await quoin('orders', config)).stderr).toContain('a bot trades with this wallet')

  const paused = (await quoin('pause', first.conditionId, 'odd')).stdout
  expect(paused.startsWith(`${first.question}: paused since `)).toBe(true)
  expect(paused).toContain(' by ann: odd\n')
  const halted = await quoin('halt', 'time', 'for', 'lunch')
  bot.signal('SIGKILL')
  expect(halted.stdout).toMatch(/^halted \(operator\) since .* by ann: time for lunch/)
  await bot.ended()
  expect((await quoin('status')).code).toBe(EXIT_CODES.unreachable.code)

  // the socket that the kill left behind is no obstacle
  bot = await start()
  expect(bot.stderr.match(/taken up from the former run: halted since [^"]* by ann: time for lunch/g)).toHaveLength(1)
  await vi.waitFor(() => expect(venue.resting()).toEqual([]), WAIT)
  const submits = venue.submits().length
  await new Promise((done) => setTimeout(done, 3000))
  expect(venue.submits().length).toBe(submits)
  expect((await page(bot, '/readyz')).status).toBe(503)

  expect((await quoin('resume', 'lunch is over')).stdout).toMatch(/^the bot is running/)
  expect((await quoin('explain', first.conditionId)).stdout).toMatch(/\(paused\): paused since \S+ by ann: odd/)
  expect((await quoin('unpause', first.conditionId)).stdout.startsWith(`${first.question}: not paused`)).toBe(true)
  await quoting(bot)
  const all = await quoin('cancel-all', '--reason', 'enough')
  expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining('orders cancelled') })
  expect(venue.resting()).toEqual([])

  const folder = join(venue.journal, venue.account.toLowerCase())
  const operations = readFileSync(join(folder, 'operations.jsonl'), 'utf8').trim().split('\n')
  expect(operations.map((line) => JSON.parse(line))).toMatchObject([
    { command: 'pause', actor: 'ann', reason: 'odd' },
    { command: 'halt', actor: 'ann', reason: 'time for lunch' },
    { command: 'resume', actor: 'ann', reason: 'lunch is over' },
    { command: 'unpause', actor: 'ann' },
    { command: 'cancel-all', actor: 'ann', reason: 'enough' },
  ])
})

it('a halt is verified within seconds while the read budget is used up and the strategy takes long', {
  timeout: 120_000,
}, async () => {
  await venue.close()
  venue = await openVenue({
    keys: [{ name: 'bot', tier: 'DEFAULT', key: 'loopback-test-key' }],
    tiers: { DEFAULT: { read: { perSecond: 20, perMinute: 100 } } },
  })
  const told = toldStrategy(venue, { more: 'feed: { checkBestEverySec: 1, compareBookEverySec: 1 }\n' })
  config = told.config
  const bot = await start()
  await quoting(bot)
  const left = async () => {
    const text = (await page(bot, '/metrics')).text
    return Number(/^quoin_budget_left_requests\{class="read"\} (.*)$/m.exec(text)?.[1])
  }
  // of a hundred, ten are not for the routine
  await vi.waitFor(async () => expect(await left()).toBeLessThanOrEqual(10), WAIT)
  told.tell({ all: { busyMs: 400 } })
  const from = performance.now()
  expect((await quoin('halt', 'enough')).code).toBe(0)
  await vi.waitFor(() => expect(venue.resting()).toEqual([]), WAIT)
  await vi.waitFor(async () => expect((await quoin('status')).stdout).toContain('nothing rests: shown by a list'), WAIT)
  const { massCancel } = JSON.parse((await page(bot, '/status')).text)
  expect(massCancel).toMatchObject({ cause: 'halt', left: 0 })
  expect(massCancel.verifiedMs - massCancel.sinceMs).toBeLessThan(10_000)
  console.info(
    `verified after ${massCancel.verifiedMs - massCancel.sinceMs} ms, seen after ${Math.round(performance.now() - from)} ms`,
  )
  expect(venue.traffic.filter(({ response }) => response?.status === 429)).toEqual([])
})

it('a halt and a stop are verified although 429s have asked for an hour of silence', { timeout: 120_000 }, async () => {
  const bot = await start()
  await quoting(bot)
  const faults = `${venue.server.url}/sandbox/faults`
  const key = { 'x-api-key': 'loopback-test-key' }
  await fetch(faults, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...key },
    body: JSON.stringify({ kind: 'proxy-429', retryAfterSec: 3600, durationMs: 3_600_000 }),
  })
  // the world need not give a reason to cancel anything: a person does
  const [resting] = venue.resting()
  expect((await quoin('pause', resting?.conditionId ?? 'nothing rests', 'a reason to cancel')).code).toBe(0)
  await vi.waitFor(async () => {
    const { text } = await page(bot, '/metrics')
    for (const name of ['read', 'cancel'])
      expect(
        Number(new RegExp(`^quoin_budget_blocked_seconds\\{class="${name}"\\} (.*)$`, 'm').exec(text)?.[1]),
      ).toBeGreaterThan(30)
  }, WAIT)
  await fetch(faults, { method: 'DELETE', headers: key })
  expect((await quoin('halt', 'enough')).code).toBe(0)
  await vi.waitFor(() => expect(venue.resting()).toEqual([]), { timeout: 15_000 })
  await vi.waitFor(async () => expect((await quoin('status')).stdout).toContain('nothing rests: shown by a list'), WAIT)
  bot.signal('SIGTERM')
  expect((await bot.ended()).code).toBe(0)
})

it.each([
  ['503', { kind: 'server-error', status: 503 }],
  ['no answers', { kind: 'answer-dropped', carriedOut: false }],
  ...(isWhole ? [['429', { kind: 'proxy-429' }] as const] : []),
] as const)(
  'an outage (%s) is waited for with few requests, and quoting returns by itself',
  { timeout: 180_000 },
  async (_name, fault) => {
    const bot = await start()
    await quoting(bot)
    const key = 'loopback-test-key'
    await fetch(`${venue.server.url}/sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ ...fault, durationMs: OUTAGE_MS }),
    })
    const from = venue.traffic.length
    await new Promise((done) => setTimeout(done, OUTAGE_MS - 3000))
    const asked = venue.traffic.slice(from).map(({ request }) => `${request.method} ${request.path}`)
    expect(asked.filter((what) => what.includes('cancel')).length).toBeLessThan(15)
    expect(asked.length).toBeLessThan(80)
    const ready = await page(bot, '/readyz')
    expect(ready).toMatchObject({ status: 503, text: expect.stringContaining('waiting: venue') })
    expect((await page(bot, '/metrics')).text).toContain('quoin_waiting{cause="venue"} 1')
    expect((await page(bot, '/healthz')).status).toBe(200)
    expect((await quoin('status')).stdout).toMatch(/^waiting \(venue\) since/)
    await vi.waitFor(async () => expect((await page(bot, '/readyz')).status).toBe(200), WAIT)
    await quoting(bot)
    // the log of these bots tells of errors alone: an outage is none
    expect(bot.stderr).not.toContain('halted:')
    expect((await page(bot, '/metrics')).text).toContain('quoin_halted 0')
  },
)
