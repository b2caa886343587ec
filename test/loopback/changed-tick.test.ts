// A market's tick becomes another while orders of a killed bot rest there: what they are matched for, and what they lock, stays what they have
// signed.

import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { complement, ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { Address, ConditionId } from '../../src/domain/market/market.js'
import { NO, type Outcome, YES } from '../../src/domain/market/side.js'
import type { OrderType } from '../../src/domain/orders/order.js'
import type { ServerConfigInput } from '../../src/server/schema.js'
import { type BotProcess, killAll, runLive } from './bot-process.js'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'

const WAIT = { timeout: 30_000, interval: 20 }
const OTHERS: Address = `0x${'8'.repeat(40)}`
const MARKETS = [
  { id: 'a', question: 'Will it?', endsInSec: 90_000, tickSize: '0.001', sizeStep: '10000' },
] satisfies ServerConfigInput['markets']

let venue: LoopbackVenue
let told: string
let failsFills = false
let orders = 0
afterEach(async () => {
  killAll()
  await venue.close()
})

/** The venue says what tick its market has, and may fail its lists of fills. */
function tap(): void {
  const { api } = venue.server
  const handle = api.handle.bind(api)
  api.handle = (request, nowMs, reply) =>
    handle(request, nowMs, (response) => {
      if (failsFills && request.path.startsWith('/me/trades')) return reply({ ...response, status: 503 })
      const body = JSON.stringify(response.body)?.replaceAll('"tickSize":"0.001"', `"tickSize":"${told}"`)
      reply(body === undefined ? response : { ...response, body: JSON.parse(body) })
    })
}

function others(conditionId: ConditionId, outcome: Outcome, price: number, size: number, type: OrderType = 'GTC') {
  const { exchange } = venue.server.api
  const feeRateBps = exchange.market(conditionId)?.feeRateBps ?? 0
  const hash = `0x${(++orders).toString(16).padStart(64, 'e')}` as const
  const terms = { conditionId, outcome, side: 'BUY', type, expirationSec: 0, feeRateBps } as const
  return exchange.submit({ ...terms, price: ticks(price), size: lots(size), account: OTHERS, hash }, Date.now())
}

/** What `standing.json` says. */
function kept() {
  return JSON.parse(readFileSync(`${venue.journal}/${venue.account.toLowerCase()}/standing.json`, 'utf8')).standing
}

async function quoting(bot: BotProcess, conditionId: ConditionId): Promise<void> {
  await vi.waitFor(() => {
    if (bot.isOver) throw new Error(bot.stderr)
    expect(venue.isTwoSided(conditionId)).toBe(true)
  }, WAIT)
}

describe('orders of a killed bot in a market whose tick becomes another', () => {
  it.each([
    ['finer', '0.01', '0.001', 1],
    ['coarser', '0.001', '0.01', 10],
  ])(
    '%s: count at what they have signed, also where no list of fills tells',
    async (_name, before, after, worseTicks) => {
      told = before
      failsFills = false
      venue = await openVenue({ world: undefined, markets: MARKETS })
      tap()
      const [conditionId] = venue.open
      if (conditionId === undefined) throw new Error('expected an open market')
      venue.server.api.exchange.deposit(OTHERS, 1_000_000_000_000n)
      others(conditionId, YES, 450, 20_000)
      others(conditionId, NO, 470, 20_000)
      const config = venue.config('telemetry: { port: 0, logLevel: info, logFormat: json }\n')
      const killed = runLive(config)
      await quoting(killed, conditionId)
      // what is held is kept once a second
      await new Promise((resolve) => setTimeout(resolve, 3000))
      killed.signal('SIGKILL')
      await killed.ended()

      told = after
      failsFills = true
      const bid = venue.resting(conditionId).find(({ outcome }) => outcome === YES)
      if (bid === undefined) throw new Error('expected a bid')
      others(conditionId, NO, complement(bid.price, 1000), 500, 'FAK')
      expect(venue.fills()).toMatchObject([{ price: bid.price, sizeRaw: 5_000_000n }])
      const next = runLive(config)
      // five shares at the bid of the others, less what they cost: at most a tick dearer than they were; whichever run hears of it
      const atMost = 5 * (0.45 - bid.price / 1000)
      const expectCounted = () => {
        const { held, pnl } = kept()
        expect(held).toMatchObject([{ conditionId, tokensRaw: ['5000000', '0'] }])
        expect(pnl.total).toBeLessThanOrEqual(atMost + 1e-6)
        expect(pnl.total).toBeGreaterThan(atMost - (5 * worseTicks) / 1000)
      }
      await vi.waitFor(expectCounted, WAIT)
      next.signal('SIGTERM')
      expect((await next.ended()).code).toBe(0)
      expectCounted()
    },
    90_000,
  )
})
