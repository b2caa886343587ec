// A market's tick becomes coarser, and fine again, while a bot quotes it: it goes on by the new one, in the same run.

import { afterEach, expect, it, vi } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { Address } from '../../src/domain/market/market.js'
import { NO, type Outcome, YES } from '../../src/domain/market/side.js'
import type { ServerConfigInput } from '../../src/server/schema.js'
import { killAll, runLive } from './bot-process.js'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'

const WAIT = { timeout: 60_000, interval: 20 }
const OTHERS: Address = `0x${'8'.repeat(40)}`
const MARKETS = [
  { id: 'a', question: 'Will it?', endsInSec: 90_000, tickSize: '0.001', sizeStep: '10000' },
] satisfies ServerConfigInput['markets']

let venue: LoopbackVenue
afterEach(async () => {
  killAll()
  await venue.close()
})

it('cancels what is beside it and quotes on, without a restart', async () => {
  venue = await openVenue({ world: undefined, markets: MARKETS })
  const [conditionId] = venue.open
  if (conditionId === undefined) throw new Error('expected an open market')
  const { exchange } = venue.server.api
  exchange.deposit(OTHERS, 1_000_000_000_000n)
  let orders = 0
  const others = (outcome: Outcome, price: number) => {
    const hash = `0x${(++orders).toString(16).padStart(64, 'e')}` as const
    const terms = { conditionId, outcome, side: 'BUY', type: 'GTC', expirationSec: 0, account: OTHERS, hash } as const
    const feeRateBps = exchange.market(conditionId)?.feeRateBps ?? 0
    exchange.submit({ ...terms, price: ticks(price), size: lots(20_000), feeRateBps }, Date.now())
  }
  const toGrid = (tick: number) => exchange.setGrid(conditionId, { tick, step: 1, minLots: lots(100) }, Date.now())
  const twoSidedOn = (tick: number, isNew: (hash: string) => boolean) =>
    vi.waitFor(() => {
      if (bot.isOver) throw new Error(bot.stderr)
      expect(venue.isTwoSided(conditionId)).toBe(true)
      for (const { hash, price } of venue.resting(conditionId)) expect([price % tick, isNew(hash)]).toEqual([0, true])
    }, WAIT)
  for (const [outcome, price] of [[YES, 450] as const, [NO, 475] as const]) others(outcome, price)
  const bot = runLive(venue.config('telemetry: { port: 0, logLevel: info, logFormat: json }\n'))
  await twoSidedOn(1, () => true)
  let before = new Set<string>(venue.resting(conditionId).map(({ hash }) => hash))
  for (const [tick, told] of [
    [25, 'tick: expected 1/1000, got 1/40'],
    [1, 'tick: expected 1/40, got 1/1000'],
  ] as const) {
    toGrid(tick)
    // of the others, who quote beside the old tick as soon as the new one lets them
    if (tick === 1) others(YES, 451)
    await vi.waitFor(() => expect(bot.stderr).toContain(`is quoted by its new terms: ${told}`), {
      ...WAIT,
      timeout: 90_000,
    })
    const former = before
    await twoSidedOn(tick, (hash) => !former.has(hash))
    before = new Set(venue.resting(conditionId).map(({ hash }) => hash))
  }
  bot.signal('SIGTERM')
  expect((await bot.ended()).code).toBe(0)
  expect(venue.resting(conditionId)).toEqual([])
}, 180_000)
