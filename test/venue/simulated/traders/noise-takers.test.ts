import { describe, expect, it } from 'vitest'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { Hex } from '../../../../src/domain/market/market.js'
import { OUTCOMES } from '../../../../src/domain/market/side.js'
import { seededRandom } from '../../../../src/domain/random.js'
import { Exchange } from '../../../../src/venue/simulated/exchange/exchange.js'
import { Desk } from '../../../../src/venue/simulated/traders/desk.js'
import { LatentProbability } from '../../../../src/venue/simulated/traders/latent-probability.js'
import { NoiseTakers } from '../../../../src/venue/simulated/traders/noise-takers.js'
import { type WorldInput, worldSchema } from '../../../../src/venue/simulated/traders/schema.js'
import { ME, SPEC, START_MS } from './stage.js'

/** Noise traders in front of one deep maker who bids `distance` below a true probability of one half, on both outcomes. */
function visit(distance: number, arrivals: number, noise: NonNullable<WorldInput['noise']> = {}, feeRateBps = 0) {
  const { noise: config, probability } = worldSchema.parse({ noise: { wealth: 1e7, ...noise } })
  let count = 0
  const exchange = new Exchange({ settlement: { delayMs: 0 }, emit: () => undefined })
  exchange.addMarket({ ...SPEC, feeRateBps })
  const desk = new Desk(exchange, (): Hex => `0x${++count}`)
  const random = seededRandom(11)
  const takers = new NoiseTakers(desk, config, random.fork('takers'))
  const latent = new LatentProbability({ start: 0.5, process: probability, random, memory: 1 })
  exchange.deposit(ME, 10n ** 15n)
  for (const outcome of OUTCOMES) {
    const order = {
      conditionId: SPEC.conditionId,
      account: ME,
      outcome,
      side: 'BUY',
      type: 'GTC',
      feeRateBps,
    } as const
    const price = ticks(50 - distance)
    exchange.submit({ ...order, hash: `0xme${outcome}`, price, size: lots(100_000_000), expirationSec: 0 }, START_MS)
  }
  const draws = random.fork('draws')
  for (let i = 0; i < arrivals; i++) {
    takers.arrive({ spec: SPEC, latent, openedMs: START_MS }, draws, START_MS + i)
    exchange.advance(START_MS + i)
  }
  return { exchange, fills: exchange.tradesOf(ME) }
}

describe('NoiseTakers', () => {
  it('hit a quote less often the farther it is from the truth: exp(-distance / b)', () => {
    const arrivals = 4000
    for (const distance of [1, 2, 4, 6]) {
      // both sides together; the reservation price is rounded down to the tick, so distance d needs at least d ticks
      const expected = Math.exp(-distance / 2.5)
      const share = visit(distance, arrivals).fills.length / arrivals
      expect(Math.abs(share - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / arrivals))
    }
  })

  it('count the fee into the price: one of a rate f moves a quote away by f min(v, 1 - v)', () => {
    const arrivals = 4000
    for (const [distance, feeRateBps] of [
      [1, 200],
      [2, 400],
      [1, 1000],
    ] as const) {
      // v - fee reaches the quote from here on, v = 0.5 + d: d - rate (0.5 - d) >= distance
      const rate = feeRateBps / 10_000
      const reach = (distance / 100 + rate / 2) / (1 + rate)
      const expected = Math.exp(-reach / 0.025)
      const share = visit(distance, arrivals, {}, feeRateBps).fills.length / arrivals
      expect(Math.abs(share - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / arrivals))
    }
  })

  it('come to both sides alike, and sell what they hold', () => {
    const { fills, exchange } = visit(1, 3000, { population: 20 })
    const yes = fills.filter(({ outcome }) => outcome === 0).length
    expect(Math.abs(yes / fills.length - 0.5)).toBeLessThan(4 * Math.sqrt(0.25 / fills.length))
    const types = new Set(exchange.trades(SPEC.conditionId).map(({ matchType }) => matchType))
    expect(types).toEqual(new Set(['mint', 'direct']))
  })

  it('trade sizes around their median', () => {
    const sizes = visit(1, 3000).fills.map(({ sizeRaw }) => Number(sizeRaw) / 1e6)
    const sorted = sizes.sort((a, b) => a - b)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeGreaterThan(13)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(17)
    expect(sorted.at(-1)).toBeGreaterThan(45)
  })

  it('have finite wealth: the broke leave, others arrive, and every unit stays on the books', () => {
    const { exchange } = visit(1, 600, { population: 2, wealth: 30 })
    exchange.resolve(SPEC.conditionId, 0, START_MS + 1000)
    const { accountsRaw, depositedRaw, withdrawnRaw, backingRaw } = exchange.ledger.totals()
    expect(accountsRaw + backingRaw).toBe(depositedRaw - withdrawnRaw)
    for (const account of exchange.ledger.accounts()) {
      expect(exchange.ledger.collateral(account).totalRaw).toBeGreaterThanOrEqual(0n)
    }
  })

  it('replace a trader who lost everything', () => {
    const { noise: config, probability } = worldSchema.parse({ noise: { population: 1, wealth: 50 } })
    const exchange = new Exchange({ settlement: { delayMs: 0 }, emit: () => undefined })
    exchange.addMarket(SPEC)
    const desk = new Desk(exchange, () => '0x1')
    const random = seededRandom(2)
    const takers = new NoiseTakers(desk, config, random)
    const [first] = exchange.ledger.accounts()
    if (first === undefined) throw new Error('no trader')
    exchange.ledger.withdraw(first, exchange.ledger.collateral(first).totalRaw - 1_000_000n)
    const latent = new LatentProbability({ start: 0.5, process: probability, random, memory: 1 })
    takers.arrive({ spec: SPEC, latent, openedMs: START_MS }, random, START_MS)
    expect(exchange.ledger.accounts()).toHaveLength(2)
    expect(desk.cash(first)).toBe(0)
  })
})
