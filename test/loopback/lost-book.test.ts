// The others leave, or quote one side only: a live bot's quotes leave the venue within maxFairAgeMs, and return with the book. Who pulls one
// side does not hand over to a signal, or a prior, that is far from the book.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { Address, Hex } from '../../src/domain/market/market.js'
import { NO, type Outcome, YES } from '../../src/domain/market/side.js'
import { killAll, runLive } from './bot-process.js'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'

const WAIT = { timeout: 25_000, interval: 10 }
const MAX_AGE_MS = 3000
/** The news of it, the cancel on its way, and the scheduling of a loaded machine. */
const SLACK_MS = 1500
const OTHERS: Address = `0x8${'1'.padStart(39, '0')}`

let venue: LoopbackVenue
afterEach(async () => {
  killAll()
  await venue.close()
})

let orders = 0
const resting = new Map<Outcome, Hex>()

function quote(outcome: Outcome, cents: number): void {
  const { api } = venue.server
  const [conditionId] = venue.open
  if (conditionId === undefined) throw new Error('no market')
  const hash: Hex = `0x${(++orders).toString(16).padStart(64, 'e')}`
  const terms = { conditionId, outcome, side: 'BUY', type: 'GTC', expirationSec: 0, feeRateBps: 0 } as const
  api.exchange.submit({ ...terms, price: ticks(cents), size: lots(20_000), hash, account: OTHERS }, Date.now())
  resting.set(outcome, hash)
}

function leave(outcome: Outcome): void {
  venue.server.api.exchange.cancel(resting.get(outcome) ?? '0x', OTHERS, Date.now())
}

describe('a live bot', () => {
  it.each([
    ['leave', [YES, NO]],
    ['quote one side only', [NO]],
  ] as const)('whose other makers %s', async (_name, leaving) => {
    venue = await openVenue({ world: undefined, markets: [{ question: 'Who is left?', endsInSec: 90_000 }] })
    venue.server.api.exchange.deposit(OTHERS, 10_000_000_000n)
    quote(YES, 45)
    quote(NO, 47)
    const bot = runLive(venue.config(`estimates: { maxFairAgeMs: ${MAX_AGE_MS}, confirmMs: 500 }\n`))
    const twoSided = () => {
      if (bot.isOver) throw new Error(bot.stderr)
      expect(venue.open.some((id) => venue.isTwoSided(id))).toBe(true)
    }
    await vi.waitFor(twoSided, WAIT)
    for (const outcome of leaving) leave(outcome)
    // wider first, on the value that grows old
    await sleep(MAX_AGE_MS / 2)
    await vi.waitFor(() => expect(venue.resting()).not.toEqual([]), WAIT)
    await sleep(MAX_AGE_MS / 2 + SLACK_MS)
    for (let look = 0; look < 10; look++) {
      expect(venue.resting()).toEqual([])
      await sleep(100)
    }
    for (const outcome of leaving) quote(outcome, outcome === YES ? 45 : 47)
    await vi.waitFor(twoSided, WAIT)
    bot.signal('SIGTERM')
    await bot.ended()
    expect(venue.resting()).toEqual([])
  })

  it.each([
    ['signal', 'signal: { name: model }'],
    ['prior', 'prior: { p: 0.9 }'],
  ])(
    'whose %s says 0.90 bids no more than before where one side of a book around 0.22 goes',
    async (_name, carries) => {
      venue = await openVenue({ world: undefined, markets: [{ question: 'Who is left?', endsInSec: 90_000 }] })
      venue.server.api.exchange.deposit(OTHERS, 10_000_000_000n)
      quote(YES, 21)
      quote(NO, 77)
      const estimates = `estimates: { maxFairAgeMs: 5000, confirmMs: 1000, ${carries} }`
      const config = venue.config(`${estimates}\nsignals: { files: [{ path: ./model.json, everyMs: 50 }] }\n`)
      const path = join(config, '..', 'model.json')
      const say = () => writeFileSync(path, JSON.stringify({ model: { value: 0.9, atMs: Date.now() } }))
      say()
      const saying = setInterval(say, 200)
      try {
        const bot = runLive(config)
        await vi.waitFor(() => expect(venue.open.some((id) => venue.isTwoSided(id))).toBe(true), WAIT)
        // for longer than confirmMs against a book that stands
        await sleep(1500)
        leave(NO)
        const dearest = () => Math.max(0, ...venue.resting().flatMap((o) => (o.outcome === YES ? [o.price] : [])))
        for (const untilMs = Date.now() + 4000; Date.now() < untilMs; await sleep(20)) {
          expect(dearest()).toBeLessThanOrEqual(21)
        }
        if (carries.startsWith('prior')) {
          // the value of the book is gone: the side that the prior endangers is off, the other is quoted around it
          const dear = () => expect(venue.resting().map((o) => [o.outcome, o.price < 10])).toEqual([[NO, true]])
          await vi.waitFor(dear, WAIT)
        }
        bot.signal('SIGTERM')
        await bot.ended()
      } finally {
        clearInterval(saying)
      }
      expect(venue.resting()).toEqual([])
    },
  )
})
