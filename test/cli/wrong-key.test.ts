// A key that the venue does not take, against the real server: at the start, in the middle, and in every command.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runBot } from '../../src/cli/bot/run-bot.js'
import { cancelAll } from '../../src/cli/commands/operate/cancel-all.js'
import { orders } from '../../src/cli/commands/operate/orders.js'
import { check } from '../../src/cli/commands/setup/check.js'
import { markets } from '../../src/cli/commands/venue/markets.js'
import type { StopSignals } from '../../src/cli/process/stop-signals.js'
import { loadConfig } from '../../src/config/config.js'
import { exitOf } from '../../src/domain/exit-codes.js'
import type { TradingMode } from '../../src/domain/run/trading-mode.js'
import { object, text } from '../contract/venue/client/checks.js'
import { ask } from '../contract/venue/client/http.js'
import { profile } from '../contract/venue/client/signing.js'
import { Trader } from '../contract/venue/client/trader.js'
import { captureContext, openSandbox, type Sandbox } from './commands/sandbox.js'

const WAIT = { timeout: 15_000, interval: 50 }

let sandbox: Sandbox
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-key-'))
  sandbox = await openSandbox({ world: 'demo', markets: [] })
})
afterEach(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

function configWith(key: string): string {
  const path = sandbox.config(`
markets: { select: { max: 2, refreshSec: 5 } }
execution: { journal: { path: ${folder}, durability: process } }
telemetry: { port: 0, logLevel: error }
report: { write: false }
`)
  writeFileSync(path, readFileSync(path, 'utf8').replace('apiKey: command-test-key', `apiKey: ${key}`))
  return path
}

function start(path: string, mode: TradingMode) {
  const signals: StopSignals = { first: new Promise(() => undefined), release: () => undefined }
  const run = captureContext(true)
  return { run, exit: runBot(loadConfig(path), { mode, signals }, run.context) }
}

/** A key of an account's own, and the request that revokes it. */
async function personalKey() {
  const { url, sharedKey: apiKey } = sandbox.server
  const root = await ask(url, { method: 'GET', path: '/' })
  const place = { url, apiKey, profile: object({ profile })(root.body, 'root').profile }
  const owner = await new Trader(place).signIn()
  const body = { name: 'bot' }
  const created = object({ id: text, key: text })
  const { id, key } = await owner.send('POST', '/me/api-keys', { body, check: created })
  return { key, revoke: () => owner.raw('DELETE', `/me/api-keys/${id}`) }
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no refusal',
    (error: unknown) => exitOf(error),
  )

describe('a wrong API key', () => {
  it.each(['live', 'paper'] as const)('ends `run` before anything starts: %s', async (mode) => {
    const { exit } = start(configWith('a-key-of-somebody-else'), mode)
    await expect(exit).rejects.toMatchObject({ code: 'bad-api-key' })
    expect(await refusal(exit)).toBe('refused')
  })

  it('ends every command that asks the venue in `refused`', async () => {
    const path = configWith('a-key-of-somebody-else')
    const { context } = captureContext(false)
    expect(await refusal(check(path, { offline: false }, context))).toBe('refused')
    expect(await refusal(markets(path, context))).toBe('refused')
    expect(await refusal(orders(path, context))).toBe('refused')
    expect(await refusal(cancelAll(path, context))).toBe('refused')
    expect(await check(path, { offline: true }, context)).toBe('ok')
  })
})

describe('a key that is revoked while the bot runs', () => {
  it.each(['live', 'paper'] as const)(
    'ends it in `refused`: %s',
    async (mode) => {
      const { key, revoke } = await personalKey()
      const { run, exit } = start(configWith(key), mode)
      const status: string = await vi.waitFor(() => JSON.parse(run.stdout.split('\n')[0] ?? '').running.status, WAIT)
      await vi.waitFor(async () => {
        expect(await (await fetch(status)).json()).toMatchObject({ markets: [{}, {}] })
      }, WAIT)
      await revoke()
      expect(await exit).toBe('refused')
      expect(run.stdout + run.stderr).not.toContain(key)
      // the reason is there for a person, and for a machine that reads lines
      const lines: unknown[] = run.stderr
        .split('\n')
        .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
      expect(lines).toContainEqual({ error: { code: 'bad-api-key', message: expect.any(String) } })
    },
    30_000,
  )
})
