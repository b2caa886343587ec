import { expect, it } from 'vitest'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { YES } from '../../../../src/domain/market/side.js'
import type { PublicTrade } from '../../../../src/domain/orders/fill.js'
import { ToldTrades } from '../../../../src/venue/session/socket/told-trades.js'
import { A } from '../../../risk/builders.js'

const trade: PublicTrade = {
  ...{
    conditionId: A,
    tradeId: 't1',
    outcome: YES,
    matchType: 'direct',
    side: 'BUY',
    price: ticks(40),
    sizeRaw: 5n,
    venueMs: 0,
  },
}

it('takes like parts of one trade for what they are where they are told at once', () => {
  const told = new ToldTrades()
  expect([0, 10, 999].map((ms) => told.isRepeated(trade, ms))).toEqual([false, false, false])
  expect(told.isRepeated(trade, 1000)).toBe(true)
})

it('knows what another connection tells again, and nothing else', () => {
  const told = new ToldTrades()
  told.isRepeated(trade, 0)
  told.lost()
  expect(told.isRepeated(trade, 10)).toBe(true)
  expect(told.isRepeated({ ...trade, tradeId: 't2' }, 10)).toBe(false)
  expect(told.isRepeated({ ...trade, sizeRaw: 6n }, 10)).toBe(false)
})
