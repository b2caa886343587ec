// The machine's clock steps an hour ahead and back under a real server: settlements, expirations and limits go on, and go on
// after a restart. And under a real bot: it waits while the clock is wrong, quotes again, and stops in time.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { killAll, runLive } from '../loopback/bot-process.js'
import { BUSY_WORLD, type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'
import { DEPOSIT, Trader } from '../server/store/acknowledged-load.js'
import { cleanUp, type KeptServer, keptServer, serverFiles } from '../server/store/kept-server.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-clock-'))

/** SIGUSR2 moves the server's clock an hour ahead, and back again. */
beforeAll(() => {
  const preload = join(folder, 'clock.mjs')
  writeFileSync(
    preload,
    `const real = Date.now
     let stepMs = 0
     Date.now = () => real() + stepMs
     process.on('SIGUSR2', () => { stepMs = stepMs === 0 ? 3_600_000 : 0 })`,
  )
  vi.stubEnv('NODE_OPTIONS', `--import ${preload}`)
})
let venue: LoopbackVenue | undefined
afterEach(cleanUp)
afterEach(async () => {
  killAll()
  await venue?.close()
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

async function step(server: KeptServer): Promise<void> {
  server.child.kill('SIGUSR2')
  // longer than a step must hold before it is followed
  await sleep(8000)
}

const statusOf = (trader: Trader, hash: string) =>
  trader.ask('GET', `/orders/${hash}`).then(({ body }) => body.status as string)

/** Two bids that pay 1 together: both are filled once the match has settled. */
async function settlesInTime(makers: readonly [Trader, Trader]): Promise<void> {
  const [maker, taker] = makers
  const resting = await maker.bid({ outcome: 0, price: 60 })
  const incoming = await taker.bid({ outcome: 1, price: 60 })
  await vi.waitFor(async () => expect(await statusOf(maker, resting)).toBe('filled'), {
    timeout: 15_000,
    interval: 200,
  })
  expect(await statusOf(taker, incoming)).not.toBe('open')
}

/** By the calendar of whoever asks. */
async function expiresInTime(trader: Trader): Promise<void> {
  const hash = await trader.bid({ outcome: 0, price: 30, expirationSec: Math.floor(Date.now() / 1000) + 6 })
  expect(await statusOf(trader, hash)).toBe('open')
  await vi.waitFor(async () => expect(await statusOf(trader, hash)).toBe('expired'), { timeout: 20_000, interval: 200 })
}

it('goes on through both steps, and after a restart from the time ahead', { timeout: 240_000 }, async () => {
  const traders = [new Trader(), new Trader()] as const
  const files = serverFiles({
    settlement: { delayMs: 300 },
    accounts: traders.map(({ account }) => ({ address: account.address, collateral: DEPOSIT })),
  })
  const server = await keptServer(files)
  for (const trader of traders) await trader.connect(server.url)
  await step(server)
  await settlesInTime(traders)
  await step(server)
  await settlesInTime(traders)
  await expiresInTime(traders[0])
  await step(server)
  await settlesInTime(traders)
  await server.kill()
  // the new process knows nothing of the step
  const again = await keptServer(files)
  for (const trader of traders) await trader.connect(again.url)
  await settlesInTime(traders)
  await expiresInTime(traders[0])
  expect(server.errors()).toContain('clock')
})

it('a bot waits while the clock is wrong, quotes again, and stops in time', { timeout: 180_000 }, async () => {
  const there = await openVenue({ world: { ...BUSY_WORLD, speed: 1, noise: { arrivalsPerSec: 0.05 } } })
  venue = there
  const bot = runLive(there.config(), { QUOIN_STATE_DIR: join(folder, 'state') })
  const wait = { timeout: 60_000, interval: 100 }
  const quotes = () => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(there.resting().length).toBeGreaterThan(0)
  }
  await vi.waitFor(quotes, wait)
  bot.signal('SIGUSR2')
  await vi.waitFor(() => expect(there.resting()).toEqual([]), wait)
  bot.signal('SIGUSR2')
  await vi.waitFor(quotes, wait)
  // far more than was drawn before the step
  const sent = there.traffic.length
  await vi.waitFor(() => expect(there.traffic.length).toBeGreaterThan(sent + 200), wait)
  bot.signal('SIGTERM')
  expect(await bot.ended()).toMatchObject({ code: 0, ms: expect.toSatisfy((ms: number) => ms < 10_000) })
})
