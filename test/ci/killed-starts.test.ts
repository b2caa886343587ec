// A live bot killed again and again, at any moment from its start on: each successor explains everything it finds, doubles nothing and
// leaves nothing. QUOIN_KILLS sets how often.

import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'
import { differences, startBot } from '../loopback/running-bot.js'
import { expectStoppedClean } from '../loopback/stopped-clean.js'

const KILLS = Number(process.env['QUOIN_KILLS'] ?? 5)
const WAIT = { timeout: 60_000, interval: 10 }
/** Longest time, in milliseconds, that an order and its successor may rest together. */
const TRANSITION_MS = 1500

let venue: LoopbackVenue
beforeEach(async () => {
  venue = await openVenue()
})
afterEach(async () => {
  killAll()
  await venue.close()
})

const saltOf = (body: unknown): string => Object(body).order.salt

/** What it finds and cannot explain halts it. */
function refusing(path: string): string {
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace('execution: {', 'execution: { reconcile: { positions: refuse },'))
  return path
}

/** Requests after which a bot has started, and quoted for a while. */
const SOME_REQUESTS = 60

/**
 * In turns: inside a request that writes, whose answer it never hears; at any request, of its start too; before the first one, or a little
 * later. By what it has done, not by time: a slow machine shall be killed at the same places.
 */
async function killSomewhere(bot: BotProcess, kill: number): Promise<void> {
  if (kill % 3 === 2) {
    await sleep(Math.random() * 1000)
    bot.signal('SIGKILL')
  } else {
    const isWrite = kill % 3 === 0
    let left = 1 + Math.floor(Math.random() * (isWrite ? 12 : SOME_REQUESTS))
    venue.onRequest = ({ method, path }) => {
      if ((isWrite && (method !== 'POST' || !path.includes('/orders'))) || --left !== 0) return undefined
      bot.signal('SIGKILL')
      return Math.random() < 0.5 ? 'lost' : undefined
    }
    await vi.waitFor(() => expect(bot.isOver).toBe(true), WAIT).catch(() => bot.signal('SIGKILL'))
  }
  await bot.ended()
  venue.onRequest = () => undefined
}

it(`takes up everything over ${KILLS} kills`, { timeout: 60_000 + KILLS * 30_000 }, async () => {
  const config = refusing(venue.config())
  for (let kill = 0; kill < KILLS; kill++) {
    const bot = runLive(config)
    await killSomewhere(bot, kill)
    expect(bot.stderr, `kill ${kill + 1}`).not.toMatch(/do not explain|halted/)
  }
  const restartedMs = Date.now()
  const running = await startBot(config)
  await vi.waitFor(() => {
    const { standing, beliefs } = running.bot.core
    expect([standing.unverified, standing.halted]).toEqual([undefined, undefined])
    const known = venue.resting().filter(({ hash }) => beliefs.orders.byHash(hash) === undefined)
    expect(known).toEqual([])
    const { approval } = running.bot.core.conclusions()
    const refused = venue.open.flatMap((id) => approval(id).refused.map(({ reason, detail }) => `${reason}: ${detail}`))
    expect(
      venue.open.some((id) => venue.isTwoSided(id)),
      refused.join(),
    ).toBe(true)
  }, WAIT)
  // one salt per signed order: what was sent again was the same order
  const salts = new Set(venue.submits().map(({ request }) => saltOf(request.body)))
  expect(venue.ordersEver().length).toBeLessThanOrEqual(salts.size)
  expect(venue.crowds.filter(({ ms }) => ms > TRANSITION_MS)).toEqual([])
  running.bot.operate('halt', { actor: 'test', reason: 'the end' })
  await vi.waitFor(() => {
    expect(venue.resting()).toEqual([])
    // tokens to the raw unit; what was paid for them before this run is not its affair
    expect(differences(running.bot, venue).filter((line) => !line.startsWith('cash'))).toEqual([])
  }, WAIT)
  expect(['ok', 'pending']).toContain(await running.stop())
  expectStoppedClean(running.line('stopped'), venue, restartedMs)
})
