// Keys of the bot's control port and of its page: where they listen, and what they ask for.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlPlace } from '../../src/cli/control/control-place.js'
import { servedPage } from '../../src/cli/control/served-page.js'
import type { Config } from '../../src/config/config.js'
import { Curves } from '../../src/dashboard/curves.js'
import { startTelemetry } from '../../src/telemetry/http.js'
import { createRealClock } from '../../src/venue/transport/real-clock.js'
import { configWith, seenBy } from './bot-file.js'
import type { Changes, KeyRows, Probe } from './key-rows.js'

const ENV = {
  QUOIN_STATE_DIR: '/state',
  QUOIN_CONTROL_TOKEN: 'the-usual-token-of-all',
  QUOIN_DASHBOARD_TOKEN: 'the-usual-token-of-pages',
  TOKEN_OF_TEST: 'another-token-of-a-test',
}
const LOOPBACK = { 'control.listen': 'loopback' }

const placed = (config: Config): unknown => controlPlace(config, 'bot.yaml', ENV)

/** Without a file of a token, and with one. */
const tokenInAFile =
  (key: string, observe: (config: Config) => unknown, around: Changes = {}): Probe =>
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quoin-keys-'))
    try {
      const tokenFile = join(folder, 'token')
      writeFileSync(tokenFile, 'a-token-in-a-file', { mode: 0o600 })
      return [await observe(configWith(around)), await observe(configWith({ ...around, [key]: tokenFile }))]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

/** What the port of telemetry answers: to whoever asks for the page, for the state by a name, and with a token. */
async function answered(config: Config): Promise<unknown> {
  const clock = createRealClock()
  const warn = () => undefined
  const desk = { answer: async () => ({ ok: true as const, data: {} }) }
  const pages = servedPage(config, { desk, curves: new Curves(), clock, logger: { warn }, env: ENV })
  const health = () => ({ ok: true, reasons: [] })
  const sources = { metrics: async () => '', health, ready: health, status: () => undefined, pages }
  const server = await startTelemetry(sources, { ...config.telemetry, port: 0 })
  const asked = (path: string, headers: Readonly<Record<string, string>>, method = 'GET') =>
    new Promise<number | undefined>((done, refuse) => {
      const asking = request(new URL(path, server.url), { method, headers }, (response) => done(response.statusCode))
      asking.once('error', refuse).end()
    })
  const tokens = ['a-token-in-a-file', ENV.QUOIN_DASHBOARD_TOKEN, ENV.TOKEN_OF_TEST]
  try {
    return {
      page: await asked('/', {}),
      byName: await asked('/status', { host: 'bot.example.org' }),
      tokens: await Promise.all(
        tokens.map((token) => {
          const proof = { authorization: `Bearer ${token}`, origin: server.url, 'content-type': 'application/json' }
          return asked('/page/token', proof, 'POST')
        }),
      ),
    }
  } finally {
    await server.close()
  }
}

export const controlKeys: KeyRows = {
  'control.listen': seenBy(placed, { 'control.listen': 'off' }),
  'control.socket': seenBy(placed, { 'control.socket': '/elsewhere/bot.sock' }),
  'control.port': seenBy(placed, { 'control.port': 9999 }, LOOPBACK),
  'control.tokenFile': tokenInAFile('control.tokenFile', placed, LOOPBACK),
  'control.tokenEnv': seenBy(placed, { 'control.tokenEnv': 'TOKEN_OF_TEST' }, LOOPBACK),
  'dashboard.serve': seenBy(answered, { 'dashboard.serve': false }),
  'dashboard.tokenFile': tokenInAFile('dashboard.tokenFile', answered),
  'dashboard.tokenEnv': seenBy(answered, { 'dashboard.tokenEnv': 'TOKEN_OF_TEST' }),
  'telemetry.names': seenBy(answered, { 'telemetry.names': ['bot.example.org'] }),
}
