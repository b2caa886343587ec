import { describe, expect, it } from 'vitest'
import { ticks } from '../../../../src/domain/amounts/price.js'
import type { ConditionId } from '../../../../src/domain/market/market.js'
import type { PublicTrade } from '../../../../src/domain/orders/fill.js'
import type { DurableValues } from '../../../../src/server/api/kept/durable-values.js'
import { PriceHistory } from '../../../../src/server/api/markets/price-history.js'
import { type CandleInterval, candleInterval } from '../../../../src/venue/wire/statistics-schema.js'

const CONDITION = '0xc1' as ConditionId
const INTERVALS = [...candleInterval.values] as CandleInterval[]

/** What is kept, in memory. */
function keptValues(): DurableValues & { readonly size: () => number } {
  const kept = new Map<string, unknown>()
  return {
    isDurable: true,
    put: (_kind, id, value) => void kept.set(id, structuredClone(value)),
    delete: (_kind, id) => void kept.delete(id),
    get: <T>(_kind: string, id: string) => kept.get(id) as T | undefined,
    all: <T>() => [...kept] as [string, T][],
    size: () => kept.size,
  }
}

const trade = (venueMs: number, price: number): PublicTrade => ({
  tradeId: `t${venueMs}`,
  conditionId: CONDITION,
  matchType: 'direct',
  outcome: 0,
  side: 'BUY',
  price: ticks(price),
  sizeRaw: 1_000_000n,
  venueMs,
})

describe('candles', () => {
  it('of every interval are after a restart what they were, and go on', () => {
    const values = keptValues()
    const first = new PriceHistory(values)
    for (let n = 0; n < 500; n++) first.add(trade(n * 7000, 40 + (n % 13)), 100)
    const second = new PriceHistory(values)
    const all = (history: PriceHistory) =>
      INTERVALS.map((interval) => history.candles(CONDITION, interval, { limit: 5000 }))
    expect(all(second)).toEqual(all(first))
    expect(second.last(CONDITION)).toBe(first.last(CONDITION))
    for (const history of [first, second]) history.add(trade(500 * 7000, 60), 100)
    expect(all(second)).toEqual(all(first))
    expect(all(second)[0]).toHaveLength(351)
  })

  it('of a calendar that goes back stay in order, each interval once, before and after a restart', () => {
    const values = keptValues()
    const first = new PriceHistory(values)
    const times = [0, 70_000, 3_700_000, 3_705_000, 71_000, 130_000, 3_710_000]
    for (const [i, venueMs] of times.entries()) first.add(trade(venueMs, 40 + i), 100)
    const minutes = (history: PriceHistory) => history.candles(CONDITION, '1m', { limit: 5000 })
    expect(minutes(first).map(({ startMs, trades }) => [startMs / 60_000, trades])).toEqual([
      [0, 1],
      [1, 2],
      [2, 1],
      [61, 3],
    ])
    const second = new PriceHistory(values)
    expect(minutes(second)).toEqual(minutes(first))
  })

  it('are kept up to 2000 of each stored interval, whatever is traded', () => {
    const values = keptValues()
    const history = new PriceHistory(values)
    for (let n = 0; n < 2500; n++) history.add(trade(n * 60_000, 50), 100)
    expect(history.candles(CONDITION, '10s', { limit: 5000 })).toHaveLength(2000)
    // 10 s and 1 m at their limit, and 42 hours
    expect(values.size()).toBe(2000 + 2000 + 42)
    expect(new PriceHistory(values).candles(CONDITION, '10s', { limit: 1 })).toHaveLength(1)
  })
})
