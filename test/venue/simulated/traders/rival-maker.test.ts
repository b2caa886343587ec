import { describe, expect, it } from 'vitest'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { Hex } from '../../../../src/domain/market/market.js'
import type { Outcome } from '../../../../src/domain/market/side.js'
import { seededRandom } from '../../../../src/domain/random.js'
import { Exchange } from '../../../../src/venue/simulated/exchange/exchange.js'
import { Desk } from '../../../../src/venue/simulated/traders/desk.js'
import { LatentProbability } from '../../../../src/venue/simulated/traders/latent-probability.js'
import { RivalMaker } from '../../../../src/venue/simulated/traders/rival-maker.js'
import { type WorldInput, worldSchema } from '../../../../src/venue/simulated/traders/schema.js'
import { ME, SPEC, START_MS } from './stage.js'

/** A rival without error at a true probability of one half. */
function rivalIn(rivals: NonNullable<WorldInput['rivals']> = {}) {
  const settings = { noise: 0, undercutShare: 0, halfSpread: 0.03, minEdge: 0.02, skewAtMax: 0.4, ...rivals }
  const config = worldSchema.parse({ rivals: settings, probability: { volatility: 0 } })
  let count = 0
  const exchange = new Exchange({ settlement: { delayMs: 0 }, emit: () => undefined })
  exchange.addMarket(SPEC)
  const desk = new Desk(exchange, (): Hex => `0x${++count}`)
  const account = desk.arrive(config.rivals.wealth)
  const latent = new LatentProbability({ start: 0.5, process: config.probability, random: seededRandom(1), memory: 1 })
  const market = { spec: SPEC, latent, openedMs: START_MS }
  const rival = new RivalMaker({ desk, config, market, account, random: seededRandom(4) })
  exchange.deposit(ME, 10n ** 12n)
  const bid = (outcome: Outcome, price: number, size = 1000, type: 'GTC' | 'FAK' = 'GTC') =>
    exchange.submit(
      {
        conditionId: SPEC.conditionId,
        account: ME,
        hash: `0xme${++count}`,
        outcome,
        side: 'BUY',
        price: ticks(price),
        size: lots(size),
        type,
        expirationSec: 0,
        feeRateBps: 0,
      },
      START_MS,
    )
  const prices = () => exchange.bestBids(SPEC.conditionId, ME).map((level) => level?.price)
  return { exchange, desk, account, rival, bid, prices }
}

describe('RivalMaker', () => {
  it('bids its half-spread below its estimate on both outcomes', () => {
    const { rival, prices } = rivalIn()
    rival.requote(START_MS)
    expect(prices()).toEqual([47, 47])
  })

  it('errs, each look differently, around the truth', () => {
    const { rival, prices } = rivalIn({ noise: 0.12, noiseMemoryMs: 1000 })
    const mids: number[] = []
    for (let i = 0; i < 400; i++) {
      rival.requote(START_MS + i * 500)
      const [yes, no] = prices()
      if (yes !== undefined && no !== undefined) mids.push((yes + 100 - no) / 2)
    }
    const mean = mids.reduce((sum, mid) => sum + mid, 0) / mids.length
    const deviation = Math.sqrt(mids.reduce((sum, mid) => sum + (mid - mean) ** 2, 0) / mids.length)
    expect(Math.abs(mean - 50)).toBeLessThan(1)
    expect(deviation).toBeGreaterThan(2)
    expect(deviation).toBeLessThan(4)
  })

  it('goes on when the calendar goes back an hour', () => {
    const { rival, exchange, prices } = rivalIn({ noise: 0.12, noiseMemoryMs: 1000 })
    rival.requote(START_MS)
    exchange.rebase(-3_600_000)
    for (let second = 0; second < 10; second++) {
      rival.requote(START_MS - 3_600_000 + second * 1000)
      expect(prices()).toEqual([expect.any(Number), expect.any(Number)])
    }
  })

  it('leaves a quote alone that is still right, and fills up one that is eaten', () => {
    const { rival, exchange, account, bid } = rivalIn()
    rival.requote(START_MS)
    const hashes = () => exchange.orders({ account, statuses: ['open', 'partially_filled'] }).map(({ hash }) => hash)
    const first = hashes()
    rival.requote(START_MS + 1000)
    expect(hashes()).toEqual(first)
    bid(1, 60, 5000, 'FAK')
    rival.requote(START_MS + 2000)
    expect(hashes()).toHaveLength(2)
    expect(hashes()).not.toEqual(first)
  })

  it('renews its quotes before they expire, in wall time', () => {
    const { rival, exchange, account } = rivalIn({ lifetimeMs: 20_000 })
    for (let second = 0; second < 120; second++) {
      rival.requote(START_MS + second * 1000)
      exchange.advance(START_MS + second * 1000)
      const live = exchange.orders({ account, statuses: ['open'] })
      expect(live).toHaveLength(2)
      for (const { expirationSec } of live) expect(expirationSec * 1000).toBeLessThan(START_MS + second * 1000 + 40_000)
    }
    expect(exchange.orders({ account }).length).toBeGreaterThan(6)
  })

  it('undercuts by a tick, never closer to its estimate than its least edge', () => {
    const { rival, bid, prices } = rivalIn({ undercutShare: 1, minEdge: 0.01 })
    bid(0, 47)
    rival.requote(START_MS)
    expect(prices()).toEqual([48, 47])
    bid(0, 49)
    rival.requote(START_MS + 1000)
    expect(prices()[0]).toBe(47)
  })

  it.each([
    // S(-0.4 * 50 / 100) = 0.4502
    [50, [42, 51]],
    [-50, [51, 42]],
    [110, [undefined, 57]],
  ])('leans against its inventory and stops at its limit: net %d', (net, expected) => {
    const { rival, exchange, account, prices } = rivalIn({ maxNetShares: 100 })
    const [shares, sold] = [Math.abs(net), net > 0 ? 1 : 0] as const
    exchange.split(account, SPEC.conditionId, BigInt(shares) * 1_000_000n)
    const order = { conditionId: SPEC.conditionId, outcome: sold, price: ticks(1), size: lots(shares * 100) } as const
    const rest = { expirationSec: 0, feeRateBps: 0 }
    exchange.submit({ ...order, ...rest, account: ME, side: 'BUY', type: 'GTC', hash: '0xbuy' }, START_MS)
    exchange.submit({ ...order, ...rest, account, side: 'SELL', type: 'FAK', hash: '0xsell' }, START_MS)
    exchange.advance(START_MS)
    rival.requote(START_MS)
    expect(prices()).toEqual(expected)
  })

  it('turns filled pairs back into collateral', () => {
    const { rival, exchange, account, desk } = rivalIn()
    exchange.split(account, SPEC.conditionId, 40_000_000n)
    rival.requote(START_MS)
    expect(desk.cash(account)).toBe(2000)
  })

  it('leaves the market towards its end', () => {
    const { rival, prices } = rivalIn({ leaveAt: 0.1 })
    rival.requote(SPEC.endMs - 70_000)
    expect(prices()).toEqual([47, 47])
    rival.requote(SPEC.endMs - 10_000)
    expect(prices()).toEqual([undefined, undefined])
  })
})
