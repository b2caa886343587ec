// Keys of the bot that its process reads: mode, venue, wallet, journal and telemetry.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { createDisplay } from '../../src/cli/bot/display.js'
import { runBot } from '../../src/cli/bot/run-bot.js'
import { chooseMode } from '../../src/cli/bot/settings/choose-mode.js'
import { journalSettings } from '../../src/cli/bot/settings/journal-settings.js'
import { commandContext } from '../../src/cli/context.js'
import { connect } from '../../src/cli/venue/connect.js'
import type { Config } from '../../src/config/config.js'
import { type Failure, toFailure } from '../../src/domain/error.js'
import { openJournal } from '../../src/execution/journal/journal.js'
import { startTelemetry } from '../../src/telemetry/http.js'
import { makeKeystore } from '../../src/venue/transport/keystore.js'
import { createRealClock } from '../../src/venue/transport/real-clock.js'
import { Secret } from '../../src/venue/transport/secret.js'
import { configWith, seenBy } from './bot-file.js'
import { type HollowVenue, openHollowVenue } from './hollow-venue.js'
import type { Changes, KeyRows, Probe } from './key-rows.js'

const ENV = { KEY_OF_TEST: 'key-in-the-environment', WALLET_OF_TEST: generatePrivateKey() }
const [FILE_KEY, FILE_WALLET] = ['key-in-a-file', generatePrivateKey()]

async function inFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-keys-'))
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function modeOf({ mode, venue }: Config): unknown {
  const { typedData, orders } = venue.profile
  const { chainId } = typedData.domain
  return chooseMode({ configured: mode, liveFlag: false, dryRunFlag: false, chainId, ...orders })
}

/** The account that signs, the key that is sent, and what is believed of the venue's clock. */
async function connected(config: Config, wallet: 'needed' | 'unused'): Promise<unknown> {
  const connection = await connect(config, { env: ENV, clock: createRealClock(), wallet, warn: () => undefined })
  try {
    const refusal = (await connection.keyRefusal())?.code
    // a clock that is far off is believed only when the next answer says the same
    for (let reads = 0; wallet === 'unused' && reads < 2; reads++)
      await new Promise((done) => connection.marketData.readMarket('m1', done))
    const isOff = connection.venueClock.beyondMs() !== undefined
    return { account: connection.trading?.account, refusal, isOff }
  } finally {
    await connection.close()
  }
}

/** `changes` may need the hollow venue or a folder. */
function atHollowVenue(changes: (folder: string, venue: HollowVenue) => Changes, around: Changes = {}): Probe {
  return () =>
    inFolder(async (folder) => {
      const venue = await openHollowVenue()
      writeFileSync(join(folder, 'key'), FILE_KEY, { mode: 0o600 })
      const observed = async (more: Changes) => {
        const config = configWith({ 'venue.url': venue.url, ...around, ...more })
        venue.keys.length = 0
        const seen = await connected(config, 'unused')
        return { seen, keys: [...new Set(venue.keys)] }
      }
      try {
        return [await observed({}), await observed(changes(folder, venue))]
      } finally {
        await venue.close()
      }
    })
}

/** The wallet that signs; nobody is asked. */
const signing =
  (changes: (folder: string) => Changes): Probe =>
  () =>
    inFolder(async (folder) => {
      writeFileSync(join(folder, 'wallet'), FILE_WALLET, { mode: 0o600 })
      const observed = (more: Changes) =>
        connected(configWith(more), 'needed').catch((error: unknown): Failure => toFailure(error))
      return [await observed({}), await observed(changes(folder))]
    })

/** The same key, encrypted. */
function keystoreIn(folder: string): Changes {
  const [keystore, passphrase] = [join(folder, 'keystore'), join(folder, 'passphrase')]
  writeFileSync(passphrase, 'words of a test\n', { mode: 0o600 })
  writeFileSync(keystore, makeKeystore(new Secret(FILE_WALLET), new Secret('words of a test'), { n: 1024, r: 8, p: 1 }))
  return { 'wallet.keystoreFile': keystore, 'wallet.passphraseFile': passphrase }
}

/** A journal that is opened as a live bot opens it: where its files are, and whether an append waits for the disk. */
const journalled =
  (changes: Changes): Probe =>
  () =>
    inFolder(async (folder) => {
      const observed = async (more: Changes) => {
        const config = configWith({ 'execution.journal.path': join(folder, 'one'), ...more })
        const account = '0x00000000000000000000000000000000000000b0' as const
        const { journal } = await openJournal({ ...journalSettings(config), account, nowMs: 0 })
        let waits = true
        journal.append([], () => {
          waits = false
        })
        const seen = { waits, folders: readdirSync(folder) }
        await journal.close()
        rmSync(folder, { recursive: true, force: true })
        return seen
      }
      const inside = Object.fromEntries(
        Object.entries(changes).map(([path, value]) => [
          path,
          path.endsWith('path') ? join(folder, String(value)) : value,
        ]),
      )
      return [await observed({}), await observed(inside)]
    })

/** Where telemetry listens: that port, another one, or nowhere. */
const listening =
  (change: (port: number) => Changes): Probe =>
  async () => {
    const free = await openHollowVenue()
    await free.close()
    const sources = { metrics: async () => '', health, ready: health, status: () => undefined }
    const observed = async (changes: Changes) => {
      const { telemetry } = configWith({ 'telemetry.port': 0, ...changes })
      const server = await startTelemetry(sources, telemetry).catch(() => undefined)
      await server?.close()
      return server === undefined ? 'nowhere' : new URL(server.url).port === String(free.port)
    }
    return [await observed({}), await observed(change(free.port))]
  }
const health = () => ({ ok: true, reasons: [] })

/** Files that a log of some lines leaves behind. */
const loggedTo =
  (changes: Changes, around: Changes = {}): Probe =>
  () =>
    inFolder(async (folder) => {
      const observed = (more: Changes) => {
        const file = { 'telemetry.logFile': 'bot.log', ...more }['telemetry.logFile']
        const config = configWith({ ...around, ...more, 'telemetry.logFile': join(folder, String(file)) })
        const screen = { write: () => undefined }
        const context = commandContext(true, { stdout: screen, stderr: screen, stdin: process.stdin }, {})
        const { logger } = createDisplay(config, context)
        for (let line = 0; line < 4; line++) logger.info({ line }, 'a line of the log that takes its room')
        const files = readdirSync(folder)
        for (const name of files) rmSync(join(folder, name))
        return files
      }
      return [observed({}), observed(changes)]
    })

/** What `quoin run` logs before a venue refuses its key: whether it warned, and whether in JSON. */
async function logged(config: Config): Promise<unknown> {
  let said = ''
  const screen = {
    write: (text: string) => {
      said += text
    },
  }
  const venue = await openHollowVenue()
  const context = commandContext(false, { stdout: screen, stderr: screen, stdin: process.stdin }, ENV)
  const signals = { first: new Promise<string>(() => undefined), release: () => undefined }
  const there = { ...config, venue: { ...config.venue, url: venue.url } }
  await runBot(there, { mode: 'paper', signals }, context).catch(() => undefined)
  await venue.close()
  return { warned: said.includes('publishes no profile'), asJson: said.startsWith('{') }
}

export const processKeys: KeyRows = {
  mode: seenBy(modeOf, { mode: 'live' }),
  'venue.url': atHollowVenue(() => ({ 'venue.url': 'http://127.0.0.1:1' })),
  'venue.apiKey': atHollowVenue(() => ({ 'venue.apiKey': 'another-key-1234' })),
  'venue.apiKeyFile': atHollowVenue((folder) => ({
    'venue.apiKey': undefined,
    'venue.apiKeyFile': join(folder, 'key'),
  })),
  'venue.apiKeyEnv': atHollowVenue(() => ({ 'venue.apiKey': undefined, 'venue.apiKeyEnv': 'KEY_OF_TEST' })),
  'venue.acceptAssumed': { coveredBy: 'test/cli/bot/settings/assumed.test.ts' },
  'wallet.keystoreFile': signing(keystoreIn),
  'wallet.passphraseFile': signing(keystoreIn),
  'wallet.privateKeyFile': signing((folder) => ({ 'wallet.privateKeyFile': join(folder, 'wallet') })),
  'wallet.privateKeyEnv': signing(() => ({ 'wallet.privateKeyEnv': 'WALLET_OF_TEST' })),
  'wallet.signer.socket': { coveredBy: 'test/ci/signer.test.ts' },
  'wallet.signer.address': { coveredBy: 'test/ci/signer.test.ts' },
  'execution.journal.path': journalled({ 'execution.journal.path': 'other' }),
  'execution.journal.durability': journalled({ 'execution.journal.durability': 'process' }),
  'feed.maxLagMs': { coveredBy: 'test/loopback/late-books.test.ts' },
  'feed.maxClockOffsetSec': atHollowVenue(() => ({ 'feed.maxClockOffsetSec': 600 })),
  'process.watchdogSec': { coveredBy: 'test/ci/watchdog.test.ts' },
  'process.rehearsal': { coveredBy: 'test/cli/bot/run-bot.test.ts' },
  'telemetry.port': listening((port) => ({ 'telemetry.port': port })),
  // nobody's address: reserved for documentation
  'telemetry.host': listening(() => ({ 'telemetry.host': '203.0.113.1' })),
  'telemetry.logFile': loggedTo({ 'telemetry.logFile': 'other.log' }),
  'telemetry.logFileMegabytes': loggedTo({ 'telemetry.logFileMegabytes': 0.0001 }),
  'telemetry.logFilesKept': loggedTo({ 'telemetry.logFilesKept': 1 }, { 'telemetry.logFileMegabytes': 0.0001 }),
  'telemetry.logLevel': seenBy(logged, { 'telemetry.logLevel': 'error' }),
  'telemetry.logFormat': seenBy(logged, { 'telemetry.logFormat': 'pretty' }),
}
