import { describe, expect, it } from 'vitest'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { Hex } from '../../../../src/domain/market/market.js'
import type { Outcome } from '../../../../src/domain/market/side.js'
import { seededRandom } from '../../../../src/domain/random.js'
import { Exchange } from '../../../../src/venue/simulated/exchange/exchange.js'
import { Desk } from '../../../../src/venue/simulated/traders/desk.js'
import { InformedTraders } from '../../../../src/venue/simulated/traders/informed-traders.js'
import { LatentProbability } from '../../../../src/venue/simulated/traders/latent-probability.js'
import { type WorldInput, worldSchema } from '../../../../src/venue/simulated/traders/schema.js'
import { ME, SPEC, START_MS } from './stage.js'

/** Informed traders at a true probability of one half, before a maker's bids. */
function informedBefore(
  bids: readonly [Outcome, number][],
  informed: NonNullable<WorldInput['informed']> = {},
  fee = 0,
) {
  const settings = { threshold: 0.01, maxShares: 30, outcomeKnownLast: 0.05, ...informed }
  const config = worldSchema.parse({ informed: settings })
  let count = 0
  const exchange = new Exchange({ settlement: { delayMs: 0 }, emit: () => undefined })
  exchange.addMarket({ ...SPEC, feeRateBps: fee })
  const desk = new Desk(exchange, (): Hex => `0x${++count}`)
  const traders = new InformedTraders(desk, config.informed)
  const random = seededRandom(9)
  const latent = new LatentProbability({ start: 0.5, process: config.probability, random, memory: 1 })
  exchange.deposit(ME, 10n ** 12n)
  for (const [outcome, price] of bids) {
    const order = { conditionId: SPEC.conditionId, account: ME, outcome, side: 'BUY', type: 'GTC' } as const
    const hash: Hex = `0xme${++count}`
    const terms = { price: ticks(price), size: lots(10_000), expirationSec: 0, feeRateBps: fee }
    exchange.submit({ ...order, ...terms, hash }, START_MS)
  }
  const look = (nowMs: number) => {
    traders.look({ spec: SPEC, latent, openedMs: START_MS }, random, nowMs)
    exchange.advance(nowMs)
  }
  const fills = () => exchange.tradesOf(ME).map(({ outcome, price, sizeRaw }) => [outcome, price, sizeRaw])
  return { exchange, look, fills, latent }
}

describe('InformedTraders', () => {
  it('leave fair quotes alone', () => {
    const { look, fills } = informedBefore([
      [0, 50],
      [1, 49],
    ])
    for (let i = 0; i < 20; i++) look(START_MS + i)
    expect(fills()).toEqual([])
  })

  it('take a mispriced quote on either outcome, at most so many shares', () => {
    const yes = informedBefore([[0, 53]])
    yes.look(START_MS)
    expect(yes.fills()).toEqual([[0, 53, 30_000_000n]])
    const no = informedBefore([[1, 51]])
    no.look(START_MS)
    expect(no.fills()).toEqual([[1, 51, 30_000_000n]])
  })

  it('sell what they hold before they buy the other outcome', () => {
    const { look, exchange } = informedBefore(
      [
        [0, 53],
        [1, 53],
      ].slice(0, 1) as [Outcome, number][],
      { population: 1 },
    )
    look(START_MS)
    const holder = exchange.ledger.holders(SPEC.conditionId).find((account) => account !== ME)
    expect(holder && exchange.ledger.tokens(holder, SPEC.conditionId).tokensRaw).toEqual([0n, 30_000_000n])
    exchange.cancelAll(ME, SPEC.conditionId, START_MS)
    const terms = { conditionId: SPEC.conditionId, account: ME, side: 'BUY', type: 'GTC', feeRateBps: 0 } as const
    const bid = { outcome: 1, price: ticks(54), size: lots(2000), expirationSec: 0, hash: '0xsecond' } as const
    exchange.submit({ ...terms, ...bid }, START_MS)
    look(START_MS + 1)
    expect(exchange.trades(SPEC.conditionId)[0]).toMatchObject({ matchType: 'direct', side: 'SELL', outcome: 1 })
  })

  it('count the fee they pay', () => {
    const bids: [Outcome, number][] = [[0, 53]]
    const { look, fills } = informedBefore(bids, {}, 500)
    look(START_MS)
    expect(fills()).toEqual([])
  })

  it('know the outcome late, while the market is open, and only then', () => {
    const fair: [Outcome, number][] = [
      [0, 49],
      [1, 49],
    ]
    const { look, fills, latent, exchange } = informedBefore(fair)
    look(SPEC.endMs - 40_000)
    expect(fills()).toEqual([])
    look(SPEC.endMs - 20_000)
    expect(exchange.market(SPEC.conditionId)?.status).toBe('OPEN')
    const loser = latent.outcome === 0 ? 1 : 0
    expect(fills().map(([outcome]) => outcome)).toEqual([loser])
  })

  it('are nobody where their number is 0', () => {
    const { look, fills } = informedBefore([[0, 60]], { population: 0 })
    look(START_MS)
    expect(fills()).toEqual([])
  })
})
