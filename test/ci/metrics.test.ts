// Every metric of docs/metrics.md seen to move, in a bot process at a server process, when what it tells of happens. A real Prometheus looks on:
// the alerts of each cause fire, and every query of the dashboards finds something.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { z } from 'zod'
import { type ChildServer, startChildServer } from '../../src/cli/venue/child-server.js'
import { queriesWithoutData } from '../grafana/found-data.js'
import { type BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { BUSY_WORLD } from '../loopback/loopback-venue.js'
import { PROGRAM } from '../program.js'
import { freePort, hasPrometheus, startPrometheus, type TestPrometheus } from '../prometheus/prometheus-process.js'
import { type Cause, hasMoved, MOVES, type Move, RINGS, SPLIT } from './metric-causes.js'

const KEY = 'metrics-test-key'
/** As it is shipped, but for a moment: it throws once while the one file is there, and computes while the other is. */
const strategyWith = (trigger: string, slow: string) => `
import { existsSync, rmSync } from 'node:fs'
import { asLogit } from '${inject('program')}/strategies/as-logit.js'
export default {
  ...asLogit,
  quote(view, params) {
    if (existsSync('${trigger}')) {
      rmSync('${trigger}')
      throw new Error('for the count')
    }
    const until = performance.now() + (existsSync('${slow}') ? 12 : 0)
    while (performance.now() < until) Math.sqrt(2)
    return asLogit.quote(view, params)
  },
}
`
const WAIT = { timeout: 90_000, interval: 100 }

let folder: string
let wallet: PrivateKeyAccount
let server: ChildServer
let bot: BotProcess
let prometheus: TestPrometheus | undefined
let startedMs: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-metrics-'))
  const key = generatePrivateKey()
  wallet = privateKeyToAccount(key)
  writeFileSync(join(folder, 'key'), key, { mode: 0o600 })
  // JSON is YAML
  const settings = {
    port: 0,
    keys: [{ name: 'bot', tier: 'MM', key: KEY }],
    accounts: [{ address: wallet.address, collateral: 5000 }],
    fees: { makerPays: true },
    globalFeeRateBps: 80,
    settlement: { delayMs: 300 },
    world: BUSY_WORLD,
  }
  writeFileSync(join(folder, 'server.yaml'), JSON.stringify(settings))
  server = await startChildServer(PROGRAM, join(folder, 'server.yaml'))
  writeFileSync(join(folder, 'strategy.ts'), strategyWith(join(folder, 'throw'), join(folder, 'slow')))
  writeFileSync(join(folder, 'hook'), `${server.url}/nowhere`, { mode: 0o600 })
  startedMs = Date.now()
  prometheus = hasPrometheus ? await startPrometheus(folder) : undefined
})
afterEach(async () => {
  killAll()
  await prometheus?.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function start(name: string, more: { readonly apiKey?: string; readonly port?: number } = {}): BotProcess {
  const { apiKey = KEY, port = 0 } = more
  const config = {
    mode: 'live',
    venue: { profile: server.profile, url: server.url, apiKey },
    wallet: { privateKeyFile: join(folder, 'key') },
    markets: { select: { max: 4, minTimeLeftSec: 2, refreshSec: 2 } },
    strategy: { file: join(folder, 'strategy.ts') },
    risk: { toxicity: { horizonSec: 1 } },
    estimates: { signal: { name: 'model' } },
    signals: { files: [{ path: join(folder, 'signals.json'), everyMs: 100 }] },
    // an order whose answer was lost in a market that was pulled meanwhile is not sent again: it stays unknown until it has expired
    execution: { journal: { path: join(folder, `journal-${name}`) }, orderLifetimeSec: 40, unknownGraceSec: 5 },
    alerts: { webhooks: [{ kind: 'generic', urlFile: join(folder, 'hook') }] },
    telemetry: { port, logLevel: 'error' },
    report: { write: false },
  }
  // JSON is YAML
  writeFileSync(join(folder, `${name}.yaml`), JSON.stringify(config))
  return runLive(join(folder, `${name}.yaml`), { QUOIN_STATE_DIR: join(folder, `state-${name}`) })
}

async function ask(method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      'x-api-key': KEY,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  expect(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`).toBe(true)
  return answer
}

const root = z.object({
  profile: z.object({ siwe: z.object({ domain: z.string(), uri: z.string(), chainId: z.number() }) }),
})

async function signIn(): Promise<string> {
  const { siwe } = root.parse(await ask('GET', '/')).profile
  const { nonce } = z.object({ nonce: z.string() }).parse(await ask('GET', '/auth/nonce'))
  const message = createSiweMessage({ ...siwe, address: wallet.address, nonce, version: '1' })
  const signature = await wallet.signMessage({ message })
  const body = { message, signature }
  return z.object({ accessToken: z.string() }).parse(await ask('POST', '/auth/verify', { body })).accessToken
}

const fault = (spec: Record<string, unknown>) => ask('POST', '/sandbox/faults', { body: spec })

async function scrape(): Promise<string> {
  if (bot.isOver) throw new Error(bot.stderr)
  const { metrics } = bot.line('running') as { metrics: string }
  return (await fetch(metrics)).text()
}

interface Seen {
  /** Text of metrics to compare with; those of now by default. */
  readonly before?: string
  /** The market that is split in. */
  readonly split?: string
}

/** Fails with the metrics that the cause should have moved and did not, each seen at some moment after it. */
async function see(cause: Cause, act: () => Promise<unknown>, { before, split = '' }: Seen = {}): Promise<void> {
  // of a cause before it may still ring for a moment
  if (before === undefined)
    await vi.waitFor(async () => {
      const ringing = (await prometheus?.firing('bot')) ?? []
      for (const alert of RINGS[cause]) expect(ringing, `before ${cause}`).not.toContain(alert)
    }, WAIT)
  const first = before ?? (await scrape())
  const fromMs = Date.now()
  await act()
  let missing: readonly Move[] = MOVES[cause].map((move) => ({ ...move, series: move.series.replace(SPLIT, split) }))
  await vi.waitFor(async () => {
    const now = await scrape()
    missing = missing.filter((move) => !hasMoved(move, first, now))
    expect(missing, `not moved by ${cause}`).toEqual([])
  }, WAIT)
  for (const alert of RINGS[cause]) await prometheus?.fires(alert, 'bot', fromMs)
}

/** The market that ends last. */
async function lastingMarket(): Promise<string> {
  const markets = z.object({ data: z.array(z.object({ conditionId: z.string(), endTimestamp: z.string() })).min(1) })
  const { data } = markets.parse(await ask('GET', '/markets?status=OPEN&limit=50'))
  return data.reduce((last, market) => (market.endTimestamp > last.endTimestamp ? market : last)).conditionId
}

/** Until the bot quotes again. */
async function quotesAgain(): Promise<void> {
  await vi.waitFor(async () => {
    const text = await scrape()
    expect(hasMoved({ series: 'quoin_quotes_resting', to: 'up' }, '', text)).toBe(true)
    expect(hasMoved({ series: 'quoin_unknown_orders', to: 'up' }, '', text)).toBe(false)
  }, WAIT)
}

/** Who never started, by a missing program and by a wrong key, is told of like who died. */
async function nobody(): Promise<void> {
  await prometheus?.fires('QuoinMissing', undefined, startedMs)
  const port = await freePort()
  prometheus?.watch('absent', `127.0.0.1:${await freePort()}`)
  prometheus?.watch('refused', `127.0.0.1:${port}`)
  expect((await start('refused', { apiKey: 'wrong-key', port }).ended()).code).toBe(5)
  for (const name of ['absent', 'refused']) await prometheus?.fires('QuoinDown', name, startedMs)
}

/** Looked at: this bot, and each market that the venue names by its question; of those one at least is bid for and offered, YES and NO. */
async function dashboards(): Promise<void> {
  if (prometheus === undefined) return
  const { data } = z.object({ data: z.array(z.object({ question: z.string() })) }).parse(await ask('GET', '/markets'))
  const empty = await queriesWithoutData(prometheus, {
    sinceMs: startedMs,
    pick: (name, options) => {
      if (name === 'instance') return options.filter(({ value }) => value === 'bot').map(({ value }) => value)
      const named = options.filter(({ text }) => data.some(({ question }) => question === text))
      return named.map(({ value }) => value)
    },
  })
  // test/ci/pressed-bot.test.ts sees it on a real chain
  expect(empty).toEqual(['quoin-bot: Chain B'])
}

it('each metric moves when what it tells of happens', async () => {
  await nobody()
  bot = start('bot')
  // nothing was there before the bot
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    bot.line('running')
  }, WAIT)
  prometheus?.watch('bot', new URL((bot.line('running') as { metrics: string }).metrics).host)
  await see('trading', async () => undefined, { before: '' })
  expect(await scrape()).toMatch(/^quoin_signing_path\{path="(native|wasm)"\} 1$/m)

  await see('strategy fault', async () => writeFileSync(join(folder, 'throw'), ''))
  await quotesAgain()

  await see('slow strategy', async () => writeFileSync(join(folder, 'slow'), ''))
  rmSync(join(folder, 'slow'))
  await quotesAgain()

  await see('signals', async () => {
    writeFileSync(join(folder, 'signals.json'), '{ "model": 0.5, "other": "nonsense" }')
  })

  await see('lost answer', async () => {
    await fault({ kind: 'server-error', route: 'GET /orders/{hash}', durationMs: 4000 })
    await fault({ kind: 'answer-dropped', carriedOut: false, route: 'POST /markets/{id}/orders', count: 1 })
  })
  await quotesAgain()

  await see('refusal', () => fault({ kind: 'cancel-only', route: 'POST /markets/{id}/orders', count: 2 }))
  await quotesAgain()

  const token = await signIn()
  const split = await lastingMarket()
  await see(
    'split by hand',
    () => ask('POST', '/sandbox/split', { token, body: { conditionId: split, amount: '50000000' } }),
    { split },
  )
  await quotesAgain()

  await see('throttling', () => fault({ kind: 'proxy-429', retryAfterSec: 2, route: 'GET *', count: 2 }))
  await quotesAgain()

  await see('silence', async () => {
    await fault({ kind: 'socket-silent', durationMs: 20_000 })
    // who cancels everything asks first, and its failures make the bot's own reads wait
    await fault({ kind: 'server-error', route: 'GET *', durationMs: 20_000 })
  })
  await quotesAgain()

  await see('raised nonce', () => ask('POST', '/sandbox/nonce', { token }))
  await dashboards()

  const killedMs = Date.now()
  bot.signal('SIGKILL')
  await prometheus?.fires('QuoinDown', 'bot', killedMs)
}, 400_000)
