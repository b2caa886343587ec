import { describe, expect, it } from 'vitest'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { Quote } from '../../src/domain/orders/quote.js'
import type { MarketReadiness } from '../../src/risk/limits/market-gate.js'
import type { RiskLimits } from '../../src/risk/schema.js'
import { approve, type RiskInput } from './at-once.js'
import { A, B, holding, input, limits, market, order, position, quote, raw } from './builders.js'

const pair = [quote('BUY YES', 48, 100), quote('BUY NO', 50, 100)]

function run(targets: readonly Quote[], change: Partial<RiskInput> = {}, limit: Partial<RiskLimits> = {}) {
  const { approved, refused } = approve(input(targets, change), limits(limit))
  return {
    shares: approved.map(({ size }) => size / 100),
    reasons: refused.map(({ reason }) => reason),
    approved,
    refused,
  }
}

const BY = { actor: 'ann', reason: 'odd prices', atMs: Date.UTC(2026, 0, 31) }
const HALT = { cause: 'drawdown', ...BY } as const

describe('gates of a market', () => {
  const ready = { open: true, fresh: true }
  const state = (change: object) => ({ states: new Map([[A, { ...ready, ...change }]]) })

  it('approves everything when nothing stands against it', () => {
    expect(run(pair).approved).toEqual(pair)
  })

  it('halted: nothing rests', () => {
    const { reasons, refused } = run(pair, { halted: HALT })
    expect(reasons).toEqual(['halted', 'halted'])
    expect(refused[0]?.detail).toBe('halted (drawdown) since 2026-01-31T00:00:00.000Z by ann: odd prices')
  })

  it('not-signed-in: nothing rests, and a halt is named before it', () => {
    expect(run(pair, { signedIn: false }).reasons).toEqual(['not-signed-in', 'not-signed-in'])
    expect(run(pair, { signedIn: false, halted: HALT }).reasons).toEqual(['halted', 'halted'])
  })

  it.each(['pulled', 'holdings-differ'] as const)('%s: nothing of the market rests, the reason is told', (reason) => {
    const { reasons, refused } = run(pair, state({ pulled: { reason, detail: 'why' }, fresh: false }))
    expect(reasons).toEqual([reason, reason])
    expect(refused[0]?.detail).toBe('why')
  })

  it('paused: nothing of the market rests, and who has paused it is told', () => {
    const { reasons, refused } = run(pair, state({ paused: BY }))
    expect(reasons).toEqual(['paused', 'paused'])
    expect(refused[0]?.detail).toBe('paused since 2026-01-31T00:00:00.000Z by ann: odd prices')
  })

  it('market-not-open: nothing of the market rests', () => {
    expect(run(pair, state({ open: false })).reasons).toEqual(['market-not-open', 'market-not-open'])
  })

  it('market-not-open: a market of which nothing is known', () => {
    expect(run(pair, { states: new Map() }).reasons).toEqual(['market-not-open', 'market-not-open'])
    expect(run(pair, { positions: new Map() }).reasons).toEqual(['market-not-open', 'market-not-open'])
  })

  it('feed-stale: nothing of the market rests, the reason is told', () => {
    const { reasons, refused } = run(pair, state({ fresh: false, staleReason: 'silent for 3100 ms' }))
    expect(reasons).toEqual(['feed-stale', 'feed-stale'])
    expect(refused[0]?.detail).toBe('silent for 3100 ms')
  })

  it('clock-unsure: an error above the limit stops, one at the limit does not', () => {
    expect(run(pair, { clockErrorMs: 2001 }).reasons).toEqual(['clock-unsure', 'clock-unsure'])
    expect(run(pair, { clockErrorMs: Number.NaN }).reasons).toEqual(['clock-unsure', 'clock-unsure'])
    expect(run(pair, { clockErrorMs: 2000 }).reasons).toEqual([])
  })

  it('stops one market and leaves the other', () => {
    const states = new Map<ConditionId, MarketReadiness>([
      [A, { ...ready, paused: BY }],
      [B, ready],
    ])
    const other = quote('BUY YES', 40, 10, { conditionId: B })
    expect(run([...pair, other], { states }).approved).toEqual([other])
  })

  it('price-band: both ends are inside, a bid on NO counts at the price of YES', () => {
    const targets = [quote('BUY YES', 1, 10), quote('BUY YES', 2, 10), quote('BUY NO', 1, 10), quote('BUY NO', 2, 10)]
    const { refused, approved } = run(targets)
    expect(refused.map(({ quote: { price }, reason }) => [price, reason])).toEqual([
      [1, 'price-band'],
      [1, 'price-band'],
    ])
    expect(approved.map(({ price }) => price)).toEqual([2, 2])
  })
})

describe('limits of a market', () => {
  it('market-position: equality passes, one lot more is cut', () => {
    expect(run([quote('BUY YES', 50, 100)], {}, { maxMarketShares: 100 }).shares).toEqual([100])
    expect(run([quote('BUY YES', 50, 100.01)], {}, { maxMarketShares: 100 }).shares).toEqual([100])
  })

  it('market-position: refused when the rest is under the minimum', () => {
    const positions = holding({ yes: 96, cost: 48 })
    expect(run([quote('BUY YES', 50, 50)], { positions }, { maxMarketShares: 100 }).reasons).toEqual([
      'market-position',
    ])
    const room = holding({ yes: 95, cost: 48 })
    expect(run([quote('BUY YES', 50, 50)], { positions: room }, { maxMarketShares: 100 }).shares).toEqual([5])
  })

  it('market-position: at the cap only the reducing side stays', () => {
    const positions = holding({ yes: 100, cost: 50 })
    const { approved, reasons } = run(pair, { positions }, { maxMarketShares: 100 })
    expect(approved.map(({ outcome }) => outcome)).toEqual([1])
    expect(reasons).toEqual(['market-position'])
  })

  it('market-position: above the cap the reducing side still rests, but cannot pass the other end', () => {
    const positions = holding({ yes: 300, cost: 150 })
    expect(run([quote('BUY NO', 50, 500)], { positions }, { maxMarketShares: 100 }).shares).toEqual([400])
  })

  it('market-position: orders of one direction add up, unknown ones too', () => {
    const unconfirmed = [order('SELL NO', 50, 60)]
    expect(run([quote('BUY YES', 50, 100)], { unconfirmed }, { maxMarketShares: 100 }).shares).toEqual([40])
    expect(run([quote('BUY NO', 50, 100)], { unconfirmed }, { maxMarketShares: 100 }).shares).toEqual([100])
  })

  it('market-collateral: orders and what is held count together', () => {
    const bid = [quote('BUY YES', 50, 100)]
    expect(run(bid, {}, { maxMarketCollateral: 50 }).shares).toEqual([100])
    expect(run(bid, {}, { maxMarketCollateral: 20 }).shares).toEqual([40])
    expect(
      run(bid, { positions: holding({ yes: 100, no: 100, cost: 19 }) }, { maxMarketCollateral: 20 }).reasons,
    ).toEqual(['market-collateral'])
  })

  it('market-loss: the worst outcome is limited', () => {
    const bid = [quote('BUY YES', 40, 100)]
    expect(run(bid, {}, { maxMarketLoss: 40 }).shares).toEqual([100])
    expect(run(bid, {}, { maxMarketLoss: 10 }).shares).toEqual([25])
    expect(run(bid, {}, { maxMarketLoss: 1.99 }).reasons).toEqual(['market-loss'])
  })

  it('market-loss: an unknown order counts', () => {
    const unconfirmed = [order('BUY YES', 40, 100)]
    expect(run([quote('BUY YES', 40, 100)], { unconfirmed }, { maxMarketLoss: 60 }).shares).toEqual([50])
  })

  it('market-loss: both bids of a pair never lose together', () => {
    expect(run(pair, {}, { maxMarketLoss: 50 }).shares).toEqual([100, 100])
  })
})

describe('limits over all markets', () => {
  const two = [quote('BUY YES', 50, 100, { edge: 0.05 }), quote('BUY YES', 50, 100, { conditionId: B })]

  it('total-position', () => {
    expect(run(two, {}, { maxTotalShares: 200 }).shares).toEqual([100, 100])
    expect(run(two, {}, { maxTotalShares: 150 }).shares).toEqual([100, 50])
    expect(run(two, {}, { maxTotalShares: 104 }).reasons).toEqual(['total-position'])
  })

  it('total-collateral', () => {
    expect(run(two, {}, { maxTotalCollateral: 100 }).shares).toEqual([100, 100])
    expect(run(two, {}, { maxTotalCollateral: 51 }).reasons).toEqual(['total-collateral'])
  })

  it('total-loss: positions of markets without targets count', () => {
    expect(run(two, {}, { maxTotalLoss: 100 }).shares).toEqual([100, 100])
    expect(run(two, {}, { maxTotalLoss: 75 }).shares).toEqual([100, 50])
    const positions = new Map([
      [A, position(A)],
      [B, position(B, { yes: 100, cost: 60 })],
    ])
    expect(run([quote('BUY YES', 50, 100)], { positions }, { maxTotalLoss: 61 }).reasons).toEqual(['total-loss'])
  })

  it('no-collateral: what is free is never used twice', () => {
    expect(run(two, { freeCollateralRaw: raw(100) }).shares).toEqual([100, 100])
    expect(run(two, { freeCollateralRaw: raw(75) }).shares).toEqual([100, 50])
    expect(run(two, { freeCollateralRaw: raw(52) }).reasons).toEqual(['no-collateral'])
    expect(run(two, { freeCollateralRaw: -1n }).reasons).toEqual(['no-collateral', 'no-collateral'])
  })

  it('not-held: asks share what can be sold', () => {
    const asks = [quote('SELL YES', 60, 100), quote('SELL YES', 61, 100)]
    const positions = holding({ yes: 150, cost: 50 })
    expect(run(asks, { positions, heldSellableRaw: () => raw(150) }).shares).toEqual([100, 50])
    expect(run(asks, { positions, heldSellableRaw: () => raw(100) }).reasons).toEqual(['not-held'])
  })
})

describe('allocation of what is scarce', () => {
  it('pair-unfunded: a pair without funds for both sides rests on neither', () => {
    const { reasons, shares } = run([quote('BUY YES', 95, 10), quote('BUY NO', 3, 10)], { freeCollateralRaw: raw(2) })
    expect(shares).toEqual([])
    expect(reasons).toEqual(['no-collateral', 'pair-unfunded'])
  })

  it('pair-unfunded: each side alone would find funds, both do not', () => {
    const tight = run([quote('BUY YES', 48, 10), quote('BUY NO', 50, 10)], { freeCollateralRaw: raw(3) })
    expect(tight.shares).toEqual([])
    expect(tight.reasons).toEqual(['no-collateral', 'pair-unfunded'])
  })

  it('cuts both sides of a pair to the same size', () => {
    expect(run(pair, { freeCollateralRaw: raw(49) }).shares).toEqual([50, 50])
  })

  it('funds the reducing side of a pair alone', () => {
    const positions = holding({ yes: 100, cost: 48 })
    const { approved, reasons } = run(pair, { positions, freeCollateralRaw: raw(51) })
    expect(approved.map(({ outcome }) => outcome)).toEqual([1])
    expect(reasons).toEqual(['no-collateral'])
  })

  it('pair-unfunded: never funds only the adding side', () => {
    const positions = holding({ yes: 100, cost: 10 })
    const targets = [quote('BUY YES', 8, 10), quote('BUY NO', 90, 10)]
    const { shares, reasons } = run(targets, { positions, freeCollateralRaw: raw(4) })
    expect(shares).toEqual([])
    expect(reasons).toEqual(['pair-unfunded', 'no-collateral'])
  })

  it('a side refused for risk does not take its twin along', () => {
    const unconfirmed = [order('BUY YES', 47, 100)]
    const { approved, reasons } = run(pair, { unconfirmed }, { maxMarketShares: 100 })
    expect(approved.map(({ outcome }) => outcome)).toEqual([1])
    expect(reasons).toEqual(['market-position'])
  })

  it('serves the reducing side of any market before the best edge', () => {
    const reduce = quote('BUY NO', 50, 100, { edge: 0.001 })
    const rich = quote('BUY YES', 50, 100, { edge: 0.2, conditionId: B })
    const positions = new Map([
      [A, position(A, { yes: 100, cost: 50 })],
      [B, position(B)],
    ])
    const { approved } = run([rich, reduce], { positions, freeCollateralRaw: raw(52) })
    expect(approved).toEqual([reduce])
  })

  it('then serves markets by edge per locked unit', () => {
    // 0.03 / 0.10 beats 0.05 / 0.50
    const cheap = quote('BUY YES', 10, 100, { edge: 0.03 })
    const dear = quote('BUY YES', 50, 100, { edge: 0.05, conditionId: B })
    expect(run([dear, cheap], { freeCollateralRaw: raw(11) }).approved).toEqual([cheap])
  })

  it('less than the smallest order counts as flat', () => {
    const positions = holding({ yes: 4.99, cost: 2 })
    expect(
      run([quote('BUY YES', 48, 10), quote('BUY NO', 50, 10)], { positions, freeCollateralRaw: raw(3) }).shares,
    ).toEqual([])
  })

  it('pairs ladders level by level, best first', () => {
    const ladder = [
      quote('BUY YES', 46, 10),
      quote('BUY YES', 48, 10),
      quote('BUY NO', 48, 10),
      quote('BUY NO', 50, 10),
    ]
    const { approved } = run(ladder, { freeCollateralRaw: raw(9.8) })
    expect(approved.map(({ price }) => price)).toEqual([48, 50])
  })

  it('below-minimum: a target under the minimum is refused, not raised', () => {
    expect(run([quote('BUY YES', 50, 4)]).reasons).toEqual(['below-minimum'])
  })

  it('refuses to guess: markets of another collateral', () => {
    const other = position(B, { market: market(B, { unitRaw: 10n ** 18n }) })
    const positions = new Map([
      [A, position(A)],
      [B, other],
    ])
    expect(() => run([quote('BUY YES', 50, 10)], { positions })).toThrow(/unitRaw of 0xb2/)
  })
})
