// `quoin reload` of a live bot as a process, at a real server: what it takes up, what it refuses, and that its tape is replayed past it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'
import { sumOf } from './metric-causes.js'

const WAIT = { timeout: 60_000, interval: 100 }
const SMALL = 6

let venue: LoopbackVenue
let state: string
beforeEach(async () => {
  venue = await openVenue()
  state = mkdtempSync(join(tmpdir(), 'q-'))
})
afterEach(async () => {
  killAll()
  await venue.close()
  rmSync(state, { recursive: true, force: true })
})

async function quoin(...args: string[]): Promise<BotProcess & { readonly code: number | null }> {
  const asked = new BotProcess(args, { QUOIN_STATE_DIR: state })
  const { code } = await asked.ended()
  return Object.assign(asked, { code })
}

async function served(bot: BotProcess, page: 'metrics' | 'status'): Promise<string> {
  if (bot.isOver) throw new Error(bot.stderr)
  const addresses = bot.line('running') as { metrics: string; status: string }
  return (await fetch(addresses[page])).text()
}

const largest = () => Math.max(0, ...venue.resting().map(({ remainingRaw }) => Number(remainingRaw) / 1e6))

it('a lowered limit cancels at once, a broken file is refused, and the tape is replayed past it', {
  timeout: 180_000,
}, async () => {
  const tape = join(state, 'tape')
  const path = venue.config(`recording: { folder: ${tape}, market: false }\n`)
  const first = readFileSync(path, 'utf8')
  const bot = runLive(path, { QUOIN_STATE_DIR: state })
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(largest()).toBeGreaterThan(SMALL)
  }, WAIT)
  const reload = (...more: string[]) => quoin('reload', '--bot', path, '--json', ...more)

  // nobody is kept from the bot by a file that is broken
  writeFileSync(path, 'risk: [[[')
  const broken = await reload()
  expect([broken.code, JSON.parse(broken.stderr).error.code]).toEqual([3, 'bad-config'])
  writeFileSync(path, `${first}process: { watchdogSec: 7 }\nrisk: { maxOrderShares: ${SMALL} }\n`)
  expect(JSON.parse((await reload()).stderr).error.message).toContain('process.watchdogSec needs a restart')
  expect(largest()).toBeGreaterThan(SMALL)

  const strategy = `strategy: { name: as-logit, params: { size: ${SMALL} } }`
  const small = `${first.replace('strategy: { name: as-logit }', strategy)}risk: { maxOrderShares: ${SMALL} }\n`
  writeFileSync(path, small)
  const taken = await reload('the', 'venue', 'is', 'thin')
  expect(JSON.parse(taken.stdout)).toMatchObject({
    applied: true,
    changes: [{ key: 'risk.maxOrderShares', from: '500', to: '6' }, { key: 'strategy.params.size' }],
  })
  await vi.waitFor(() => {
    expect(venue.resting().length).toBeGreaterThan(0)
    expect(largest()).toBeLessThanOrEqual(SMALL)
  }, WAIT)
  const { configHash } = JSON.parse(await served(bot, 'status')).bot
  expect(configHash).toBe(JSON.parse(taken.stdout).hash)
  const metrics = await served(bot, 'metrics')
  expect(metrics).toContain(`quoin_config_info{hash="${configHash}"} 1`)
  expect(sumOf(metrics, 'quoin_config_loaded_seconds') * 1000).toBeGreaterThan(Date.now() - 120_000)
  expect(sumOf(metrics, 'quoin_config_reloads_total{result="refused"}')).toBe(2)
  const operations = readFileSync(join(venue.journal, venue.account.toLowerCase(), 'operations.jsonl'), 'utf8')
  expect(operations).toContain('the venue is thin: risk.maxOrderShares: 500 -> 6')

  // back, and by a signal forward again, while it is halted
  await quoin('halt', '--bot', path, 'a look')
  expect(JSON.parse((await reload('--back')).stdout)).toMatchObject({ applied: true, halted: { cause: 'operator' } })
  bot.signal('SIGHUP')
  await vi.waitFor(async () => expect(JSON.parse(await served(bot, 'status')).bot.configHash).toBe(configHash), WAIT)
  expect(venue.resting()).toEqual([])
  await quoin('resume', '--bot', path, 'seen')
  await vi.waitFor(() => expect(largest()).toBeGreaterThan(0), WAIT)
  expect(largest()).toBeLessThanOrEqual(SMALL)
  expect(sumOf(await served(bot, 'metrics'), 'quoin_halted')).toBe(0)

  bot.signal('SIGTERM')
  expect((await bot.ended()).code).toBe(0)
  const replayed = await quoin('replay', tape, '--json')
  expect(JSON.parse(replayed.stdout)).toMatchObject({ identical: true, runs: [{ until: 'stop' }] })
})

it('a bot that waits for its wallet outlives SIGHUP, and reads its configuration again before its first order', {
  timeout: 180_000,
}, async () => {
  const first = runLive(venue.config(), { QUOIN_STATE_DIR: state })
  await vi.waitFor(() => expect(first.line('running')).toBeDefined(), WAIT)
  const tape = join(state, 'tape')
  const path = venue.config(
    `fleet: { whenHeld: wait }\ntelemetry: { port: 0 }\nrecording: { folder: ${tape}, market: false }\n`,
  )
  const standby = runLive(path, { QUOIN_STATE_DIR: state })
  await vi.waitFor(() => expect(standby.stderr).toContain('waiting until it is free'), WAIT)
  const strategy = `strategy: { name: as-logit, params: { size: ${SMALL} } }`
  const small = readFileSync(path, 'utf8').replace('strategy: { name: as-logit }', strategy)
  writeFileSync(path, `${small}risk: { maxOrderShares: ${SMALL} }\n`)
  standby.signal('SIGHUP')
  await vi.waitFor(() => expect(standby.stderr).toContain('read again before the bot starts'), WAIT)

  first.signal('SIGTERM')
  expect((await first.ended()).code).toBe(0)
  const before = new Set(venue.ordersEver().map(({ hash }) => hash))
  await vi.waitFor(async () => {
    if (standby.isOver) throw new Error(standby.stderr)
    expect(sumOf(await served(standby, 'metrics'), 'quoin_config_reloads_total{result="applied"}')).toBe(1)
  }, WAIT)
  const own = () => venue.ordersEver().filter(({ hash }) => !before.has(hash))
  await vi.waitFor(() => expect(own().length).toBeGreaterThan(0), WAIT)
  expect(Math.max(...own().map(({ originalRaw }) => Number(originalRaw) / 1e6))).toBeLessThanOrEqual(SMALL)
  standby.signal('SIGTERM')
  expect((await standby.ended()).code).toBe(0)
  expect(Math.max(...own().map(({ originalRaw }) => Number(originalRaw) / 1e6))).toBeLessThanOrEqual(SMALL)
  const replayed = await quoin('replay', tape, '--json')
  expect(JSON.parse(replayed.stdout)).toMatchObject({ identical: true, runs: [{ until: 'stop' }] })
})

it('a key whose file a variable names needs a restart, and keeps no limit from being lowered', {
  timeout: 180_000,
}, async () => {
  const file = join(state, 'api-key')
  const key = (text: string) => writeFileSync(file, text, { mode: 0o600 })
  const path = venue.config()
  const text = readFileSync(path, 'utf8')
  const { apiKey } = /apiKey: (?<apiKey>\S+) \}/.exec(text)?.groups ?? {}
  key(String(apiKey))
  const first = text.replace(`apiKey: ${apiKey}`, 'apiKeyEnv: QUOIN_API_KEY')
  writeFileSync(path, first)
  const bot = runLive(path, { QUOIN_STATE_DIR: state, QUOIN_API_KEY_FILE: file })
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(largest()).toBeGreaterThan(SMALL)
  }, WAIT)
  const reload = (...more: string[]) => quoin('reload', '--bot', path, '--json', ...more)
  key('another-key-of-the-same-account')
  expect(JSON.parse((await reload()).stderr).error.message).toContain('QUOIN_API_KEY_FILE (content) needs a restart')
  rmSync(file)
  expect(JSON.parse((await reload()).stdout)).toMatchObject({ applied: false, changes: [] })

  key('another-key-of-the-same-account')
  writeFileSync(path, `${first}risk: { maxOrderShares: ${SMALL} }\n`)
  expect(JSON.parse((await reload()).stdout)).toMatchObject({
    applied: true,
    left: [{ key: 'QUOIN_API_KEY_FILE (content)' }],
  })
  await vi.waitFor(() => expect(largest()).toBeLessThanOrEqual(SMALL), WAIT)
  writeFileSync(path, first)
  expect(JSON.parse((await reload()).stderr).error.message).toContain('QUOIN_API_KEY_FILE (content) needs a restart')
  bot.signal('SIGTERM')
  expect((await bot.ended()).code).toBe(0)
})

it('a strategy that throws is refused, another that works is taken up on paper', { timeout: 180_000 }, async () => {
  const file = join(state, 'own.mjs')
  const write = (quote: string) =>
    writeFileSync(
      file,
      `import { fixedSpread } from ${JSON.stringify(join(inject('program'), 'strategies/fixed-spread.js'))}
export const own = { ...fixedSpread, name: 'own', quote: (view, params) => ${quote} }
`,
    )
  const bid = (size: number) => `fixedSpread.quote(view, { ...params, size: ${size} })`
  write(bid(20))
  const path = venue.config('mode: paper\n')
  writeFileSync(
    path,
    readFileSync(path, 'utf8')
      .replace('mode: live\n', '')
      .replace('strategy: { name: as-logit }', `strategy: { file: ${file} }`),
  )
  const bot = new BotProcess(['run', path, '--json'], { QUOIN_STATE_DIR: state })
  await vi.waitFor(
    async () => expect(sumOf(await served(bot, 'metrics'), 'quoin_open_orders')).toBeGreaterThan(0),
    WAIT,
  )
  write("{ throw new Error('planted') }")
  const thrown = await quoin('reload', '--bot', path, '--json')
  expect([thrown.code, JSON.parse(thrown.stderr).error.message]).toEqual([3, expect.stringContaining('planted')])
  write(bid(7))
  const answer = await quoin('reload', '--bot', path, '--json')
  expect(answer.stderr).toBe('')
  const taken = JSON.parse(answer.stdout)
  expect(taken).toMatchObject({ applied: true, changes: [{ key: 'strategy.file (content)' }] })
  // what has been filled meanwhile makes some of them smaller, or sales
  expect(taken.quotes.map(({ from, to }: { from: string; to: string }) => [from, to]).join()).toMatch(
    /(buy|sell) 20 @ [\d.]+.*,(YES|NO) (buy|sell) 7 @/,
  )
})
