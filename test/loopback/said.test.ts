// What a bot says of itself while it works: every order, fill and settlement in its log, joined by their ids; status, metrics and last words.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetch } from 'undici'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { logs } from '../../src/cli/commands/operate/logs.js'
import { readEarned } from '../../src/ranking/earned-file.js'
import { captureContext } from '../cli/commands/sandbox.js'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'
import { type RunningBot, startBot } from './running-bot.js'

interface Line extends Record<string, unknown> {
  readonly event?: string
}

const WAIT = { timeout: 60_000, interval: 200 }

const folder = mkdtempSync(join(tmpdir(), 'quoin-said-'))
const logFile = join(folder, 'bot.log')
let venue: LoopbackVenue
let bot: RunningBot
let config: string
beforeAll(async () => {
  venue = await openVenue()
  config = venue.config()
  const text = readFileSync(config, 'utf8').replace(
    /telemetry: .*/,
    `telemetry: { port: 0, logLevel: debug, logFile: ${logFile} }`,
  )
  writeFileSync(config, text)
  vi.stubEnv('QUOIN_STATE_DIR', folder)
  bot = await startBot(config)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await venue.close()
  rmSync(folder, { recursive: true, force: true })
})

const lines = (): Line[] =>
  readFileSync(logFile, 'utf8')
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text))
const of = (event: string) => lines().filter((line) => line.event === event)
const running = () => Object(bot.line('running'))

it('tells wallet, mode, version, strategy and start, in the log and over HTTP', async () => {
  const about = {
    mode: 'live',
    strategy: 'as-logit',
    wallet: venue.account,
    version: expect.any(String),
    configHash: expect.stringMatching(/^[0-9a-f]{16}$/),
    startedAt: expect.any(String),
  }
  expect(of('started')).toMatchObject([about])
  const status = Object(await (await fetch(running().status)).json())
  expect(status.bot).toMatchObject(about)
})

it('has one line for each step of each order, joined by its ids', async () => {
  await vi.waitFor(() => expect(of('fill').length).toBeGreaterThan(0), WAIT)
  const intents = new Set(of('order').map(({ intentId }) => intentId))
  const signed = new Map(of('signed').map(({ hash, intentId }) => [hash, intentId]))
  for (const { intentId } of of('answer')) expect(intents).toContain(intentId)
  for (const [, intentId] of signed) expect(intents).toContain(intentId)
  for (const { hash } of [...of('fill'), ...of('settlement')]) expect([...signed.keys()]).toContain(hash)
  // the server took no order that the log does not know
  for (const { hash } of venue.ordersEver()) expect([...signed.keys()]).toContain(hash)
})

it('says once why nothing rests, in the log, /status, the metrics; and that it is quoted again', async () => {
  const followed = () => bot.bot.snapshot().markets.length
  const halted = () => of('not-quoting').filter(({ reason }) => reason === 'halted').length
  const already = halted()
  bot.bot.operate('halt', { actor: 'test', reason: 'lunch' })
  await vi.waitFor(() => expect(halted() - already).toBeGreaterThanOrEqual(followed()), WAIT)
  const status = Object(await (await fetch(running().status)).json())
  for (const market of status.markets)
    expect(market.notQuoting).toEqual({
      reason: 'halted',
      detail: expect.stringMatching(/^halted \(operator\) since [\d-]+T[\d:.]+Z by test: lunch$/),
    })
  const text = await (await fetch(running().metrics)).text()
  expect(text).toMatch(/quoin_not_quoting\{market="0x[0-9a-f]+",reason="halted"\} 1/)
  // nothing is matched any more: each match of the venue's own list has one line, and its settlement one
  await vi.waitFor(() => {
    const fills = venue.fills()
    for (const event of ['fill', 'settlement']) {
      const told = of(event).map(({ tradeId, hash }) => [tradeId, hash].join(' '))
      expect(told.sort(), event).toEqual(fills.map(({ tradeId, hash }) => [tradeId, hash].join(' ')).sort())
    }
  }, WAIT)
  const before = of('quoting').length
  bot.bot.operate('resume', { actor: 'test', reason: 'back' })
  await vi.waitFor(() => expect(of('quoting').length).toBeGreaterThan(before), WAIT)
})

it('hands its last lines to whoever asks, and its profit, fills and fees to the end', async () => {
  const asked = captureContext(true)
  let text = ''
  const stdout = {
    write: (part: string) => {
      text += part
    },
  }
  const streams = { ...asked.context.streams, stdout }
  // after that one answer the reader goes away, as `head` does: that ends it, too
  const context = { ...asked.context, streams, isUnread: () => text !== '' }
  // the port is known by the socket: this bot has no configuration's name
  const path = `${config}.asks.yaml`
  writeFileSync(path, `${readFileSync(config, 'utf8')}\ncontrol: { socket: ${running().control} }\n`)
  expect(await logs({ bot: path, lines: 5, follow: true }, context)).toBe('ok')
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).time),
  ).toHaveLength(5)
  await bot.stop()
  const { run } = Object(bot.line('stopped'))
  expect(run).toMatchObject({ pnl: expect.any(Number), fees: expect.any(Number), fills: expect.any(Number) })
  expect(run.fills).toBeGreaterThan(0)
  expect(of('stopped')).toMatchObject([{ fills: run.fills, pnl: run.pnl }])
  // market by market it is kept for quoin markets --rank
  const place = { folder, chainId: venue.server.profile.typedData.domain.chainId }
  const earned = [...readEarned(place, { venue: venue.server.url, mode: 'live' }, () => undefined).values()]
  expect(earned.reduce((sum, { pnl }) => sum + pnl, 0)).toBeCloseTo(run.pnl, 6)
  expect(Math.min(...earned.map(({ boundUnitDays }) => boundUnitDays))).toBeGreaterThan(0)
})
