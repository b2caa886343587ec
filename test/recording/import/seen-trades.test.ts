import { expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { SeenTrades } from '../../../src/recording/import/seen-trades.js'

const trade = (venueMs: number, { tradeId = 't', price = 46, sizeRaw = 20n } = {}) => ({
  ...({ tradeId, conditionId: '0x01' as ConditionId, matchType: 'direct', outcome: 0, side: 'BUY' } as const),
  ...{ price: ticks(price), sizeRaw, venueMs },
})

it('knows a trade that was told a moment ago, and no other', () => {
  const seen = new SeenTrades()
  expect(seen.isRepeated(trade(0))).toBe(false)
  expect(seen.isRepeated(trade(10_000))).toBe(true)
  expect(seen.isRepeated(trade(10_000, { price: 45 }))).toBe(false)
  expect(seen.isRepeated(trade(10_000, { sizeRaw: 21n }))).toBe(false)
  expect(seen.isRepeated(trade(10_000, { tradeId: 'u' }))).toBe(false)
  // a name that is given to all of them drops none but those of one moment
  expect(seen.isRepeated(trade(10_001))).toBe(false)
})
