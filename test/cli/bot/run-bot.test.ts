// The bot as `run` starts it, against the real server over loopback, live and on paper.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runBot } from '../../../src/cli/bot/run-bot.js'
import type { StopSignals } from '../../../src/cli/process/stop-signals.js'
import { loadConfig } from '../../../src/config/config.js'
import type { ExitName } from '../../../src/domain/exit-codes.js'
import type { BotSnapshot } from '../../../src/domain/run/snapshot.js'
import type { TradingMode } from '../../../src/domain/run/trading-mode.js'
import { openJournal } from '../../../src/execution/journal/journal.js'
import { signed } from '../../execution/journal/made-lines.js'
import { captureContext, openSandbox, type Sandbox } from '../commands/sandbox.js'

const WAIT = { timeout: 8000, interval: 50 }

let sandbox: Sandbox
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-run-'))
  sandbox = await openSandbox({ world: 'demo', markets: [] })
})
afterEach(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

function startBot(mode: TradingMode, more = 'telemetry: { port: 0, logLevel: error }') {
  const config = loadConfig(
    sandbox.config(`
markets: { select: { max: 2, refreshSec: 5 } }
execution: { journal: { path: ${folder}, durability: machine } }
${more}
`),
  )
  let stop: (name: string) => void = () => undefined
  const first = new Promise<string>((resolve) => {
    stop = resolve
  })
  const signals: StopSignals = { first, release: () => undefined }
  const run = captureContext(true)
  const exit: Promise<ExitName> = runBot(config, { mode, signals }, run.context)
  const line = (key: string) => {
    const found = run.stdout.split('\n').find((text) => text.startsWith(`{"${key}"`))
    if (found === undefined) throw new Error(`no line with ${key} yet; errors: ${run.stderr}`)
    return JSON.parse(found)[key]
  }
  return { exit, run, line, stop: () => stop('SIGTERM') }
}

async function untilQuoting(bot: ReturnType<typeof startBot>): Promise<{ snapshot: BotSnapshot; base: string }> {
  const { status } = await vi.waitFor(() => bot.line('running'), WAIT)
  return vi.waitFor(async () => {
    const snapshot = JSON.parse(await (await fetch(status)).text()) as BotSnapshot
    const [market] = snapshot.markets
    expect(market?.ownQuotes.filter(({ phase }) => phase === 'open').length).toBeGreaterThanOrEqual(2)
    return { snapshot, base: status.replace('/status', '') }
  }, WAIT)
}

const restingOrders = () =>
  sandbox.server.api.exchange.orders({ account: sandbox.account, statuses: ['open', 'partially_filled'] })

describe('live', () => {
  it('quotes, tells its metrics and health, and leaves no order after a stop', async () => {
    const bot = startBot('live')
    const { base } = await untilQuoting(bot)
    expect(restingOrders().length).toBeGreaterThan(0)
    const metrics = await (await fetch(`${base}/metrics`)).text()
    expect(metrics).toMatch(/^quoin_orders_placed_total [1-9]/m)
    expect(metrics).toMatch(/^quoin_http_requests_total\{class="write",status="201"\} [1-9]/m)
    expect(metrics).toMatch(/^quoin_build_info\{version="[^"]+",strategy="as-logit",mode="live"\} 1/m)
    expect((await fetch(`${base}/healthz`)).status).toBe(200)
    expect((await fetch(`${base}/readyz`)).status).toBe(200)

    const stoppedAt = performance.now()
    bot.stop()
    expect(['ok', 'pending']).toContain(await bot.exit)
    expect(performance.now() - stoppedAt).toBeLessThan(5000)
    expect(bot.line('stopped')).toMatchObject({ verified: true, openOrders: [] })
    expect(restingOrders()).toEqual([])
    expect(bot.run.stdout + bot.run.stderr).not.toContain('command-test-key')
  })
})

describe('a rehearsal', () => {
  const logged = () => `telemetry: { port: 0, logFormat: json, logFile: ${join(folder, 'bot.log')} }`
  const log = () => readFileSync(join(folder, 'bot.log'), 'utf8')

  it('begins after the first quotes where process.rehearsal says so, and the venue hears nothing of it', async () => {
    const bot = startBot('live', `process: { rehearsal: true }\n${logged()}`)
    await vi.waitFor(() => expect(log()).toContain('"event":"rehearsal"'), WAIT)
    const markets = new Set(sandbox.server.api.markets.all().map(({ conditionId }) => conditionId))
    expect(restingOrders().length).toBeGreaterThan(0)
    expect(restingOrders().every(({ conditionId }) => markets.has(conditionId))).toBe(true)
    bot.stop()
    expect(['ok', 'pending']).toContain(await bot.exit)
    expect(log()).not.toContain('the rehearsal failed')
    expect(restingOrders()).toEqual([])
  })

  it('is none where nobody asks for it', async () => {
    const bot = startBot('live', logged())
    await untilQuoting(bot)
    bot.stop()
    await bot.exit
    expect(log()).not.toContain('"event":"rehearsal"')
  })
})

describe('paper', () => {
  it('quotes on the same feed, and no order ever reaches the venue', async () => {
    const bot = startBot('paper')
    const { snapshot } = await untilQuoting(bot)
    expect(snapshot.collateral?.total).toBeCloseTo(1000, 0)
    bot.stop()
    expect(['ok', 'pending']).toContain(await bot.exit)
    expect(sandbox.server.api.exchange.orders({ account: sandbox.account })).toEqual([])
  })
})

describe('what fails half-way', () => {
  const released = { signals: 0 }
  beforeEach(() => {
    released.signals = 0
  })

  function failing(mode: TradingMode, more: string) {
    const config = loadConfig(
      sandbox.config(`markets: { select: {} }\ntelemetry: { port: 0, logLevel: error }\n${more}`),
    )
    const release = () => {
      released.signals++
    }
    const signals: StopSignals = { first: new Promise(() => undefined), release }
    return runBot(config, { mode, signals }, captureContext(true, { QUOIN_STATE_DIR: folder }).context)
  }

  it('gives the wallet and the journal back where what lies beside it cannot be read', async () => {
    const journal = join(folder, 'journal')
    const own = join(journal, sandbox.account.toLowerCase())
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 'chain.json'), 'torn')
    const execution = `execution: { journal: { path: ${journal} } }\n`
    await expect(failing('live', execution)).rejects.toMatchObject({ code: 'journal-failed' })
    const locks = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('lock'))
    expect(locks).toEqual([])
    expect(released.signals).toBe(1)
  })

  it('leaves signals to their usual effect, whatever it is', async () => {
    const webhooks = 'alerts: { webhooks: [{ kind: slack, urlEnv: NONE_SUCH }] }\n'
    await expect(failing('paper', webhooks)).rejects.toMatchObject({ code: 'bad-config' })
    expect(released.signals).toBe(1)
  })
})

describe('start', () => {
  it('warns of a wallet that traded here before and has left orders', async () => {
    const account = `0x${'cd'.repeat(20)}` as const
    const nowMs = Date.now()
    const { journal } = await openJournal({ folder, account, durability: 'process', nowMs, graceMs: 0 })
    await new Promise((done) => journal.append([signed(1, Math.ceil(nowMs / 1000) + 120)], done))
    await journal.close()
    const log = join(folder, 'bot.log')
    const bot = startBot('live', `telemetry: { port: 0, logFormat: json, logFile: ${log} }`)
    await untilQuoting(bot)
    bot.stop()
    await bot.exit
    const lines = readFileSync(log, 'utf8').trim().split('\n')
    const warning = lines.find((line) => line.includes('"event":"other-wallet"'))
    expect(JSON.parse(warning ?? '{}')).toMatchObject({
      ...{ level: 40, account, orders: 1 },
      msg: expect.stringMatching(/may still have an order .* run quoin cancel-all with a configuration of that wallet/),
    })
  })

  it('names the setting of a port that is in use', async () => {
    const { port } = new URL(sandbox.server.url)
    const text = `markets: { select: {} }\ntelemetry: { port: ${port}, logLevel: error }\n`
    const signals: StopSignals = { first: new Promise(() => undefined), release: () => undefined }
    const run = runBot(loadConfig(sandbox.config(text)), { mode: 'paper', signals }, captureContext(true).context)
    await expect(run).rejects.toMatchObject({
      code: 'bad-config',
      message: `telemetry.port: expected a free port (0 picks one), got one that another process listens on: 127.0.0.1:${port}`,
    })
  })

  it('fails when the venue is not there, or the wallet is missing', async () => {
    await sandbox.server.close()
    const bot = startBot('paper')
    await expect(bot.exit).rejects.toMatchObject({ code: 'unreachable' })
  })
})
