// docs/testnet.md, every command of it in its order, against a stand-in that is somebody else's venue: another chain, HTTPS, no private events.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseYaml } from '../../src/config/yaml-file.js'
import { type RunningServer, startServer } from '../../src/server/http/start-server.js'
import { serverConfig } from '../../src/server/schema.js'
import { venueProfile } from '../../src/venue/wire/profile.js'
import { BotProcess, killAll } from '../loopback/bot-process.js'
import { PROGRAM } from '../program.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STAND_IN = 'config/testnet-stand-in.yaml'
const LONGEST_MS = 90_000

const folder = mkdtempSync(join(tmpdir(), 'quoin-testnet-'))
const env: Record<string, string> = { QUOIN_STATE_DIR: join(folder, 'state'), HOME: folder }
let server: RunningServer
/** Requests that the venue got, but for those for books and markets: `POST /orders`. */
const writes: string[] = []

beforeAll(async () => {
  const given = parseYaml(
    { file: STAND_IN, text: readFileSync(join(ROOT, STAND_IN), 'utf8') },
    serverConfig,
    () => true,
  )
  const https = { ...given.https, saveCertFile: join(folder, 'testnet-stand-in.pem') }
  // the page's minute and a half for an order that ends by itself, in seconds
  server = await startServer({ config: { ...given, port: 0, https, stopMatchingBeforeSec: 1 } })
  const { api } = server
  const handle = api.handle.bind(api)
  api.handle = (request, nowMs, reply) => {
    if (request.method !== 'GET') writes.push(`${request.method} ${request.path}`)
    handle(request, nowMs, reply)
  }
})

afterAll(async () => {
  killAll()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The lines of the page's shell blocks, but for those of another terminal's server and of its installation. */
function commandsOfPage(): string[] {
  const text = readFileSync(join(ROOT, 'docs/testnet.md'), 'utf8')
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  return blocks.flatMap((block) => block.trim().split('\n'))
}

/** What the page leaves to its reader. */
function given(name: string): string | undefined {
  if (name === 'VENUE') return server.url
  if (name === 'MARKET') return 'sandbox-1'
  return name === 'NODE_EXTRA_CA_CERTS' ? join(folder, 'testnet-stand-in.pem') : undefined
}

const isAssignment = (line: string) => /^(export )?[A-Z_]+=/.test(line)

/** What the page has a person do beside the bot, or what this test does in its place. */
const ELSEWHERE = ['npm ci', `quoin serve ${STAND_IN}`, 'quoin() { npm run -s quoin -- "$@"; }']

async function shell(line: string): Promise<string> {
  const quoin = `quoin() { ${[process.execPath, ...PROGRAM].map((word) => `'${word}'`).join(' ')} "$@"; }`
  const child = spawn('bash', ['-ec', `${quoin}\n${line}`], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const [code] = await once(child, 'close')
  expect(code, `${line}\n${said}`).toBe(0)
  return said
}

/** Waits until the bot's own lines tell of quotes. */
async function quoting(bot: BotProcess): Promise<void> {
  const deadline = performance.now() + LONGEST_MS
  while (!/ markets, [1-9]\d* quotes/.test(bot.stderr)) {
    if (performance.now() > deadline || bot.isOver) throw new Error(`no quotes; ${bot.stdout} ${bot.stderr}`)
    await sleep(100)
  }
}

/** No order is left; matches may settle still, on paper too, and then its exit code says so. */
async function stop(bot: BotProcess): Promise<void> {
  bot.signal('SIGINT')
  const { code } = await bot.ended()
  expect(bot.stdout, bot.stderr).toContain('orders: none\n')
  expect(code, bot.stdout).toBe(bot.stdout.includes('pending settlements: none') ? 0 : 6)
}

it('leads from nothing to orders, and sends nothing that writes before', async () => {
  rmSync(join(folder, 'testnet'), { recursive: true, force: true })
  let bot: BotProcess | undefined
  const said = new Map<string, string>()
  for (const line of commandsOfPage()) {
    if (ELSEWHERE.includes(line)) continue
    if (isAssignment(line)) {
      const [name = '', value = ''] = line.replace('export ', '').split('=')
      env[name] = given(name) ?? value
      continue
    }
    const run = /^quoin (run .*)$/.exec(line)?.[1]
    if (bot !== undefined && line.includes('--place')) {
      await stop(bot)
      // a sign-in of the doctor is none of the bot's
      expect(writes.filter((request) => !request.startsWith('POST /auth') && !request.includes('faucet'))).toEqual([])
      bot = undefined
    }
    if (run === undefined) {
      said.set(line, await shell(line))
      continue
    }
    expect(bot).toBeUndefined()
    writes.length = 0
    bot = new BotProcess(
      run.split(' ').map((word) => word.replace('testnet/', `${folder}/testnet/`)),
      env,
    )
    await quoting(bot)
    if (line.includes('--dry-run')) expect(writes).toEqual([])
    else expect(writes.some((request) => /^POST .*\/orders$/.test(request))).toBe(true)
  }
  expect([...said.keys()]).toContain('quoin halt "to see that it can be stopped"')
  const seen = [...said].find(([line]) => line.includes('--place'))?.[1]
  expect(seen).toMatch(/\nok {7}POST_ONLY .*cancelled_local/)
  expect(seen).toMatch(/\nok {7}expiration .*\nok {7}last match /)
  expect(seen).toMatch(/\nok {7}cleared /)
  const profile = readFileSync(join(folder, 'testnet/seen.yaml'), 'utf8')
  expect(parseYaml({ file: 'seen.yaml', text: profile }, venueProfile)).toEqual(server.profile)
  if (bot !== undefined) await stop(bot)
  const { exchange } = server.api
  const resting = exchange.ledger.accounts().flatMap((account) => exchange.orders({ account, statuses: ['open'] }))
  expect(said.get('quoin fills')).toBeDefined()
  expect(resting.filter(({ account }) => account.toLowerCase() === walletOf(folder))).toEqual([])
})

/** Whose keystore the page had made. */
function walletOf(place: string): string {
  const text = readFileSync(join(place, 'testnet/wallet.json'), 'utf8')
  return `0x${/"address": *"(?:0x)?([0-9a-f]{40})"/i.exec(text)?.[1]?.toLowerCase()}`
}
