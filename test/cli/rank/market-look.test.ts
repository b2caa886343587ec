import { describe, expect, it } from 'vitest'
import { MarketLook } from '../../../src/cli/rank/market-look.js'
import { marketScore } from '../../../src/cli/rank/market-score.js'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { MarketDataEvent } from '../../../src/venue/market-data.js'
import { marketOf } from '../../venue/session/fake-venue.js'

const market = { ...marketOf(1), endMs: 7_200_000, feeRateBps: 100 }
const { conditionId } = market
const level = (price: number) => ({ price: ticks(price), size: lots(1000) })
const book = (bid: number, ask: number): MarketDataEvent => ({
  kind: 'snapshot',
  conditionId,
  book: [
    { bids: [level(bid)], asks: [level(ask)] },
    { bids: [], asks: [] },
  ],
})
const change = (side: 'BUY' | 'SELL', price: number, size: number): MarketDataEvent => ({
  kind: 'change',
  conditionId,
  change: { outcome: 0, side, price: ticks(price), size: lots(size) },
})
const trade = (shares: number): MarketDataEvent => ({
  kind: 'trade',
  conditionId,
  trade: {
    ...{ tradeId: 't', conditionId, matchType: 'direct', outcome: 0, side: 'BUY', price: ticks(50), venueMs: 0 },
    sizeRaw: BigInt(shares) * market.unitRaw,
  } as never,
})

describe('a look at a market', () => {
  it('weighs spreads by how long they stood, and leaves out the time with one side', () => {
    const look = new MarketLook(market, 0)
    look.hear(book(48, 52), 0)
    // 30 s at 0.04, 10 s at 0.06, 20 s without a bid
    look.hear(change('BUY', 48, 0), 30_000)
    look.hear(change('BUY', 46, 1000), 30_000)
    look.hear(change('BUY', 46, 0), 40_000)
    const seen = look.seen(60_000, true)
    expect(seen.spread).toBeCloseTo((30 * 0.04 + 10 * 0.06) / 40, 12)
    expect([seen.mid, seen.leftMs, seen.feeRateBps]).toEqual([0.49, 7_140_000, 100])
  })

  it('measures flow and volatility by the hour', () => {
    const look = new MarketLook(market, 0)
    look.hear(book(48, 52), 0)
    look.hear(book(49, 53), 10_000)
    look.hear(book(48, 52), 20_000)
    for (const shares of [3, 7]) look.hear(trade(shares), 30_000)
    const { flow, volatility } = look.seen(36_000, false)
    expect(flow).toBeCloseTo(1000, 9)
    expect(volatility).toBeCloseTo(Math.sqrt((2 * 0.01 ** 2) / 0.01), 12)
    expect(look.trades).toBe(2)
  })
})

describe('the score', () => {
  const seen = { spread: 0.04, mid: 0.5, volatility: 0, flow: 400, leftMs: 7_200_000, feeRateBps: 0 }

  it('is half the flow at half the spread where nothing moves and nothing is paid', () => {
    expect(marketScore(seen, 20)).toBeCloseTo(200 * 0.02, 12)
  })

  it('falls with the fee, the movement and the time left, and is none where nothing trades or one side is missing', () => {
    expect(marketScore({ ...seen, feeRateBps: 100 }, 20)).toBeCloseTo(200 * (0.02 - 0.005), 12)
    // a side's 20 shares take 0.2 h
    expect(marketScore({ ...seen, volatility: 0.02 }, 20)).toBeCloseTo(200 * (0.02 - 0.02 * Math.sqrt(0.2)), 12)
    expect(marketScore({ ...seen, leftMs: 900_000 }, 20)).toBeCloseTo(1, 12)
    expect(marketScore({ ...seen, flow: 0 }, 20)).toBeUndefined()
    expect(marketScore({ ...seen, spread: undefined } as never, 20)).toBeUndefined()
  })
})
