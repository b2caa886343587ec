import { expect, test } from 'vitest'
import { feeRaw } from '../../../../../src/domain/amounts/money.js'
import { ticks } from '../../../../../src/domain/amounts/price.js'
import {
  fillOf,
  type Match,
  makerFeeRawOf,
  matchedTradeOf,
  publicTradeOf,
  takerFeeRawOf,
  tradeIdOf,
  tradeNumber,
  tradeOf,
} from '../../../../../src/venue/simulated/exchange/trades/match.js'
import { ALICE, BOB, CONDITION, newOrder, SPEC, type Wish } from '../scenario.js'

function matchOf(maker: Partial<Wish>, taker: Partial<Wish>, price: number): Match {
  const made = newOrder({ hash: '0x1', account: ALICE, price: 40, size: 100, ...maker })
  const took = newOrder({ hash: '0x2', account: BOB, price: 60, size: 30, ...taker })
  return {
    ...{ number: 12, spec: SPEC, conditionId: CONDITION, price: ticks(price), sizeLots: 30, venueMs: 5, dueMs: 5 },
    matchType: made.outcome === took.outcome ? 'direct' : took.side === 'BUY' ? 'mint' : 'merge',
    ...{ outcome: took.outcome, side: took.side, makerBps: 0, takerBps: 0, status: 'pending' },
    ...{ makerHash: made.hash, makerAccount: made.account, takerHash: took.hash, takerAccount: took.account },
  }
}

test.each([
  ['direct', { side: 'SELL' }, { side: 'BUY' }, 40, { outcome: 0, side: 'SELL', price: 40 }],
  ['direct', { side: 'BUY', outcome: 1 }, { side: 'SELL', outcome: 1 }, 40, { outcome: 1, side: 'BUY', price: 40 }],
  ['mint', { side: 'BUY', outcome: 1 }, { side: 'BUY' }, 60, { outcome: 1, side: 'BUY', price: 40 }],
  ['merge', { side: 'SELL' }, { side: 'SELL', outcome: 1 }, 60, { outcome: 0, side: 'SELL', price: 40 }],
] as const)('%s: both sides of the trade follow from the taker’s', (matchType, maker, taker, price, expected) => {
  const match = matchOf(maker, taker, price)
  const { outcome, side }: { outcome: number; side: string } = { outcome: 0, ...taker }
  expect(tradeOf(match)).toEqual({
    ...{ tradeId: 't12', conditionId: CONDITION, matchType, sizeRaw: 300_000n, venueMs: 5, dueMs: 5 },
    maker: { hash: '0x1', account: ALICE, feeRaw: 0n, ...expected },
    taker: { hash: '0x2', account: BOB, feeRaw: 0n, outcome, side, price },
  })
  expect(publicTradeOf(match)).toEqual({
    ...{ tradeId: 't12', conditionId: CONDITION, matchType, sizeRaw: 300_000n, venueMs: 5 },
    ...{ outcome, side, price },
  })
  const { dueMs: _dueMs, ...matched } = tradeOf(match)
  expect(matchedTradeOf(match)).toEqual(matched)
})

test('each side is charged by the formula of the contract, at its own price and rate', () => {
  const match = { ...matchOf({ side: 'BUY', outcome: 1 }, { side: 'BUY' }, 60), makerBps: 137, takerBps: 200 }
  const fee = (price: number, feeRateBps: number) =>
    feeRaw({ side: 'BUY', price: ticks(price), tokensRaw: 300_000n, feeRateBps, ticksPerUnit: 100 })
  expect([makerFeeRawOf(match), takerFeeRawOf(match)]).toEqual([fee(40, 137), fee(60, 200)])
  expect([tradeOf(match).maker.feeRaw, tradeOf(match).taker.feeRaw]).toEqual([fee(40, 137), fee(60, 200)])
})

test('the number of a trade is in its id', () => {
  expect(tradeNumber(tradeIdOf(matchOf({ side: 'SELL' }, {}, 40)))).toBe(12)
})

test('each account sees its own side', () => {
  const match = { ...matchOf({ side: 'BUY', outcome: 1 }, { side: 'BUY' }, 60), status: 'settled' as const }
  const shared = {
    tradeId: 't12',
    conditionId: CONDITION,
    sizeRaw: 300_000n,
    feeRaw: 0n,
    status: 'settled',
    venueMs: 5,
  }
  expect(fillOf(match, ALICE)).toEqual({
    ...shared,
    hash: '0x1',
    outcome: 1,
    side: 'BUY',
    price: 40,
    liquidity: 'maker',
  })
  expect(fillOf(match, BOB)).toEqual({ ...shared, hash: '0x2', outcome: 0, side: 'BUY', price: 60, liquidity: 'taker' })
})
