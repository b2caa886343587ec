// A server that stands still for a while counts all that lay before it in the moment in which it goes on: still it refuses nothing to speak of.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, expect, it, vi } from 'vitest'
import { announced } from '../../src/cli/venue/child-server.js'
import { BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { BUSY_WORLD } from '../loopback/loopback-venue.js'

const KEY = 'frozen-server-key'
const FROZEN_MS = 12_000
const WAIT = { timeout: 60_000, interval: 100 }

const folder = mkdtempSync(join(tmpdir(), 'quoin-frozen-'))
let between: Server | undefined
afterEach(() => {
  killAll()
  between?.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Passes on what both sides say, and notes the status of each answer, also of one that the client no longer waits for. */
async function openBetween(server: URL, statuses: number[]): Promise<number> {
  const listening = createServer({ allowHalfOpen: true }, (client) => {
    const venue = createConnection({ host: server.hostname, port: Number(server.port), allowHalfOpen: true })
    client.on('data', (chunk) => venue.write(chunk))
    venue.on('data', (chunk) => {
      for (const [, status] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d+)/g)) statuses.push(Number(status))
      if (!client.destroyed) client.write(chunk)
    })
    venue.on('end', () => client.end())
    for (const socket of [client, venue]) socket.on('error', () => undefined)
  })
  between = listening
  await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done))
  const at = listening.address()
  return typeof at === 'object' && at !== null ? at.port : 0
}

async function start(statuses: number[]) {
  const key = generatePrivateKey()
  writeFileSync(join(folder, 'key'), key, { mode: 0o600 })
  // JSON is YAML
  const settings = {
    keys: [{ name: 'bot', tier: 'DEFAULT', key: KEY }],
    accounts: [{ address: privateKeyToAddress(key), collateral: 5000 }],
    world: { ...BUSY_WORLD, markets: { ...BUSY_WORLD.markets, count: 6 } },
  }
  writeFileSync(join(folder, 'server.yaml'), JSON.stringify(settings))
  const server = new BotProcess(['serve', join(folder, 'server.yaml'), '--port', '0', '--json'])
  await vi.waitFor(() => expect(server.stdout).toContain('\n'), WAIT)
  const { url, profile } = announced.parse(JSON.parse(server.stdout.split('\n')[0] ?? ''))
  const config = {
    mode: 'live',
    venue: { profile, url: `http://127.0.0.1:${await openBetween(new URL(url), statuses)}`, apiKey: KEY },
    wallet: { privateKeyFile: join(folder, 'key') },
    markets: { select: { max: 6, minTimeLeftSec: 2 } },
    strategy: { name: 'best-bid-peg' },
    execution: { journal: { path: join(folder, 'journal') } },
    telemetry: { port: 0, logLevel: 'error' },
    report: { write: false },
  }
  writeFileSync(join(folder, 'bot.yaml'), JSON.stringify(config))
  return { server, bot: runLive(join(folder, 'bot.yaml'), { QUOIN_STATE_DIR: join(folder, 'state') }) }
}

it('what lies before it fits into its limits', { timeout: 180_000 }, async () => {
  const statuses: number[] = []
  const placed = () => statuses.filter((status) => status === 201).length
  const { server, bot } = await start(statuses)
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(placed()).toBeGreaterThan(20)
  }, WAIT)
  server.signal('SIGSTOP')
  await pause(FROZEN_MS)
  const [from, before] = [statuses.length, placed()]
  server.signal('SIGCONT')
  // it quotes again, and what was refused was refused at once
  await vi.waitFor(() => expect(placed()).toBeGreaterThan(before + 10), WAIT)
  const refused = statuses.slice(from).filter((status) => status === 429).length
  console.info(`after ${FROZEN_MS / 1000} s: ${refused} of ${statuses.length - from} answers are 429`)
  expect(refused).toBeLessThanOrEqual(1)
})
