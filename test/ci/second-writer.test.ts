// Two bots on one wallet that no lock keeps apart, as on two machines: the later one gives way, the first goes on.

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
