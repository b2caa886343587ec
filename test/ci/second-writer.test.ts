// Two bots on one wallet that no lock keeps apart, as on two machines: the later one gives way, the first goes on.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'

const WAIT = { timeout: 60_000, interval: 50 }

let venue: LoopbackVenue
beforeEach(async () => {
  venue = await openVenue()
})
afterEach(async () => {
  killAll()
  await venue.close()
})

async function gauge(bot: BotProcess, name: string): Promise<string | undefined> {
  const { metrics } = bot.line('running') as { metrics: string }
  const text = await (await fetch(metrics)).text()
  return new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]
}

it('the bot that started later halts and names an order of the other', async () => {
  const first = runLive(venue.config())
  await vi.waitFor(() => {
    if (first.isOver) throw new Error(first.stderr)
    expect(venue.resting().length).toBeGreaterThan(1)
  }, WAIT)
  const second = runLive(venue.config('', undefined, `${venue.journal}-2`), { QUOIN_STATE_DIR: `${venue.journal}-2` })
  await vi.waitFor(async () => expect(await gauge(second, 'quoin_halted')).toBe('1'), WAIT)
  expect(second.stderr).toMatch(/another program trades with this wallet: order 0x[0-9a-f]{64} in /)
  await vi.waitFor(() => expect(venue.resting().length).toBeGreaterThan(1), WAIT)
  expect(await gauge(first, 'quoin_halted')).toBe('0')

  // what the other has there is neither cancelled nor waited for
  second.signal('SIGTERM')
  await second.ended()
  expect(second.line('stopped')).toMatchObject({ verified: true, openOrders: [] })
  first.signal('SIGTERM')
  await first.ended()
  expect(first.line('stopped')).toMatchObject({ verified: true, openOrders: [] })
}, 240_000)

it('a bot whose lease is taken halts, sends nothing more, and every line of its journal has its number', async () => {
  const state = `${venue.journal}-state`
  const bot = runLive(venue.config(), { QUOIN_STATE_DIR: state })
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(venue.resting().length).toBeGreaterThan(1)
  }, WAIT)
  const lock = readdirSync(join(state, 'wallets')).find((name) => name.endsWith('.lock')) ?? ''
  writeFileSync(join(state, 'wallets', lock), JSON.stringify({ pid: 1, start: '', host: 'another machine' }))
  await vi.waitFor(async () => expect(await gauge(bot, 'quoin_halted')).toBe('1'), WAIT)
  expect(bot.stderr).toContain('another process has taken the wallet over')
  await vi.waitFor(() => expect(venue.resting()).toEqual([]), WAIT)
  const submits = venue.submits().length
  await sleep(2000)
  expect(venue.submits().length).toBe(submits)
  const folder = join(venue.journal, venue.account.toLowerCase())
  const [segment = ''] = readdirSync(folder).filter((name) => name.startsWith('orders-'))
  const [, ...lines] = readFileSync(join(folder, segment), 'utf8').trim().split('\n')
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.map((line) => JSON.parse(line).fence)).toEqual(lines.map(() => 1))
}, 240_000)
