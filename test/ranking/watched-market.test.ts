import { describe, expect, it } from 'vitest'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import { WatchedMarket } from '../../src/ranking/watched-market.js'
import type { MarketDataEvent } from '../../src/venue/market-data.js'
import { marketOf } from '../venue/session/fake-venue.js'

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
    const look = new WatchedMarket(market, 0)
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
    const look = new WatchedMarket(market, 0)
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
