// Twenty moving markets on a DEFAULT key for half a real minute: the server in its own process, the bot over real HTTP and socket.io.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Bot } from '../../src/bot/bot.js'
import { type ChildServer, startChildServer } from '../../src/cli/venue/child-server.js'
import { startBot } from '../loopback/running-bot.js'
import { PROGRAM } from '../program.js'
import { isWhole } from '../run-counts.js'
import { MOVING } from '../simulation/virtual/moving-markets.js'
import { QuoteWatch } from '../simulation/virtual/quote-watch.js'

const RUN_MS = 30_000
const WARM_UP_MS = 15_000
const SAMPLE_MS = 250

let folder: string
let server: ChildServer
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-ci-'))
  const key = generatePrivateKey()
  writeFileSync(join(folder, 'key'), key, { mode: 0o600 })
  // JSON is YAML
  const settings = {
    port: 0,
    keys: [{ name: 'bot', tier: 'DEFAULT', key: 'minute-test-key' }],
    accounts: [{ address: privateKeyToAddress(key), collateral: 10_000 }],
    world: MOVING,
  }
  writeFileSync(join(folder, 'server.yaml'), JSON.stringify(settings))
  server = await startChildServer(PROGRAM, join(folder, 'server.yaml'))
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A wrong socket path leaves only polling. */
function botConfig(socketPath: string): string {
  const profile = { ...server.profile, socket: { ...server.profile.socket, path: socketPath } }
  const path = join(folder, 'bot.yaml')
  writeFileSync(
    path,
    JSON.stringify({
      mode: 'live',
      venue: { profile, url: server.url, apiKey: 'minute-test-key' },
      wallet: { privateKeyFile: join(folder, 'key') },
      markets: { select: { max: 20, minTimeLeftSec: 30, refreshSec: 30 } },
      strategy: { name: 'as-logit' },
      execution: { journal: { path: join(folder, 'journal') } },
      telemetry: { port: 0, logLevel: 'error' },
      report: { write: false },
    }),
  )
  return path
}

/** Tells the meter of every decision. */
function meter(bot: Bot): QuoteWatch {
  const watch = new QuoteWatch(bot)
  const step = bot.core.step.bind(bot.core)
  bot.core.step = (event) => {
    const decision = step(event)
    watch.decided(decision, performance.now())
    return decision
  }
  return watch
}

/** Answers by status, from the bot's own metrics. */
function statuses(metrics: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [, status = '', count] of metrics.matchAll(
    /^quoin_http_requests_total\{class="\w+",status="(\w+)"\} (\d+)/gm,
  )) {
    counts.set(status, (counts.get(status) ?? 0) + Number(count))
  }
  return counts
}

describe('twenty moving markets on a DEFAULT key, half a real minute', () => {
  it.each([
    { name: 'socket on', path: '/socket.io', isSocket: true, uptime: 0.9 },
    ...(isWhole ? [{ name: 'polling only', path: '/no-socket-here', isSocket: false, uptime: 0.7 }] : []),
  ])('$name: no 429, and the uptime it promises', async ({ name, path, isSocket, uptime }) => {
    const running = await startBot(botConfig(path))
    const { bot } = running
    const watch = meter(bot)
    const startMs = performance.now()
    const { feeds } = bot.core.beliefs
    // polling cannot carry twenty markets: those that it never read were not chosen
    const counts = (id: Parameters<typeof feeds.polledAt>[0]) => isSocket || feeds.polledAt(id) !== undefined
    while (performance.now() - startMs < RUN_MS) {
      await sleep(SAMPLE_MS)
      if (performance.now() - startMs > WARM_UP_MS) watch.sample({ counts })
    }
    const held = bot.snapshot().markets.filter((m) => m.status === 'OPEN' && counts(m.conditionId))
    const health = new Set(held.map(({ feed }) => feed.health))
    const { metrics } = running.line('running') as { metrics: string }
    const answers = statuses(await (await fetch(metrics)).text())
    const exit = await running.stop()
    console.log(
      `${name}: ${held.length} markets, two-sided ${(watch.uptime * 100).toFixed(1)} %, ` +
        `reprice delay p50 ${watch.delay(0.5).toFixed(0)} ms, p95 ${watch.delay(0.95).toFixed(0)} ms of ${watch.delaysMs.length}, ` +
        `${bot.snapshot().totals.fills} fills, answers ${[...answers].map(([status, n]) => `${status}: ${n}`).join(', ')}`,
    )
    expect(answers.get('200')).toBeGreaterThan(50)
    expect(answers.get('429') ?? 0).toBe(0)
    expect(held.length).toBeGreaterThanOrEqual(isSocket ? 20 : 6)
    expect(health.has('live')).toBe(isSocket)
    expect(watch.uptime).toBeGreaterThanOrEqual(uptime)
    expect(['ok', 'pending']).toContain(exit)
    expect(running.line('stopped')).toMatchObject({ verified: true, openOrders: [] })
  })
})
