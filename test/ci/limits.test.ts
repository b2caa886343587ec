// Limits seen from outside: a real bot at a real server, its /metrics, its control port, what it keeps.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'
import { sumOf } from './metric-causes.js'

const WAIT = { timeout: 60_000, interval: 100 }

let venue: LoopbackVenue
let state: string
beforeEach(async () => {
  venue = await openVenue()
  // a socket's path must be short
  state = mkdtempSync(join(tmpdir(), 'q-'))
})
afterEach(async () => {
  killAll()
  await venue.close()
  rmSync(state, { recursive: true, force: true })
})

const env = () => ({ QUOIN_STATE_DIR: state })

/** A live bot with this section of risk. */
function run(risk: object, more: object = {}): BotProcess {
  const sections = Object.entries({ risk, ...more }).map(([name, section]) => `${name}: ${JSON.stringify(section)}\n`)
  return runLive(venue.config(sections.join('')), env())
}

/** Somebody who is told. */
async function openWebhook() {
  const told: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      told.push(JSON.parse(text))
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const urlFile = join(state, 'hook')
  writeFileSync(urlFile, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { mode: 0o600 })
  return { told, webhook: { kind: 'generic', urlFile, alerts: ['not-quoting'] }, close: () => server.close() }
}

async function metrics(bot: BotProcess): Promise<string> {
  if (bot.isOver) throw new Error(bot.stderr)
  const { metrics: address } = bot.line('running') as { metrics: string }
  return (await fetch(address)).text()
}

async function quoin(...args: string[]): Promise<string> {
  const asked = new BotProcess(args, env())
  await asked.ended()
  return asked.stdout
}

/** Until the metric counts a quote that was refused for this. */
async function refusedFor(bot: BotProcess, reason: string): Promise<void> {
  const series = `quoin_quotes_refused_total{reason="${reason}"}`
  await vi.waitFor(async () => expect(sumOf(await metrics(bot), series)).toBeGreaterThan(0), WAIT)
}

it('the size of an order: nothing is sent, and /metrics, explain and a message say why', {
  timeout: 120_000,
}, async () => {
  const hook = await openWebhook()
  const bot = run({ maxOrderShares: 4 }, { alerts: { webhooks: [hook.webhook], noQuotesSec: 1 } })
  await refusedFor(bot, 'order-size')
  expect(venue.submits()).toEqual([])
  const [first] = JSON.parse(await quoin('status', '--json')).markets
  expect(first.reason).toMatch(/^order-size: maxOrderShares: would be \d+/)
  expect(await quoin('explain', first.conditionId)).toContain('order-size')
  await vi.waitFor(() => expect(hook.told.map(({ alert }) => alert)).toEqual(['not-quoting']), WAIT)
  expect(hook.told[0]).toMatchObject({ text: expect.stringMatching(/^nothing for \d+ s: /), todo: expect.any(String) })
  hook.close()
})

it('news: quotes rest until their time and not after it; the ramp is shown and kept', {
  timeout: 180_000,
}, async () => {
  const newsMs = Date.now() + 20_000
  const at = new Date(newsMs).toISOString()
  const calendar = [{ name: 'news', at, afterSec: 3600, action: 'stop' }]
  const bot = run({ calendar, ramp: { startAt: 0.5 } })
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(venue.resting().length).toBeGreaterThan(1)
  }, WAIT)
  expect(Date.now()).toBeLessThan(newsMs)
  expect(await metrics(bot)).toContain('\nquoin_ramp_share 0.5\n')
  expect(await quoin('status')).toContain('ramp: 50.0 % of the sizes')
  await refusedFor(bot, 'calendar')
  expect(Date.now()).toBeGreaterThanOrEqual(newsMs - 1000)
  await vi.waitFor(() => expect(venue.resting()).toEqual([]), WAIT)
  const [market] = JSON.parse(await quoin('status', '--json')).markets
  expect(await quoin('explain', market.conditionId)).toContain('no quote of ours is there (calendar): news: stop from')
  bot.signal('SIGTERM')
  await bot.ended()
  const kept = readFileSync(join(venue.journal, venue.account.toLowerCase(), 'standing.json'), 'utf8')
  expect(JSON.parse(kept).standing.ramp).toBe(0.5)
})
