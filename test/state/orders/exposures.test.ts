import { describe, expect, it } from 'vitest'
import {
  asLive,
  isUnconfirmed,
  lockedCollateralRaw,
  lockedTokensRaw,
  positionsOf,
} from '../../../src/state/orders/exposures.js'
import { A, B, market, raw } from '../../risk/builders.js'
import { account, Believer } from '../believer.js'
import { LOT, TrueOrder } from '../true-order.js'

describe('unconfirmed', () => {
  it('are unknown orders and those being cancelled, not those that rest or have ended', () => {
    const bot = new Believer()
    const order = new TrueOrder()
    const entry = bot.place(order)
    const unconfirmed = () => bot.beliefs.orders.livingOf(A).filter(isUnconfirmed).length
    expect(unconfirmed()).toBe(0)
    bot.beliefs.orders.cancelSent(entry().intentId, 5)
    expect(unconfirmed()).toBe(1)
    bot.tell({ kind: 'cancel-answered', cancelled: [], failed: [{ hash: order.hash, error: '' }] })
    expect(unconfirmed()).toBe(1)
    order.cancel(9)
    bot.tell({ kind: 'looked-up', hash: order.hash, record: order.record() })
    expect(unconfirmed()).toBe(0)
  })
})

it('a live order counts with what may still be matched', () => {
  const bot = new Believer()
  const order = new TrueOrder({ price: 40 })
  bot.place(order)
  order.match(30, 2)
  bot.tell({ kind: 'order', record: order.record() })
  expect(bot.beliefs.orders.livingOf(A).map(asLive)).toEqual([
    { conditionId: A, outcome: 0, side: 'BUY', price: 40, sizeRaw: 70n * LOT },
  ])
})

it('locks: collateral of BUY orders at their price, tokens of SELL orders of that token', () => {
  const bot = new Believer([market(A), market(B)])
  bot.place(new TrueOrder({ hash: '0x1', price: 40, size: 100 }))
  bot.place(new TrueOrder({ hash: '0x2', price: 30, size: 200, conditionId: B }))
  bot.place(new TrueOrder({ hash: '0x3', price: 70, size: 50, side: 'SELL', outcome: 1 }))
  const orders = [...bot.beliefs.orders.living()]
  expect(lockedCollateralRaw(orders, bot.beliefs)).toBe(raw(0.4 + 0.6))
  expect(lockedTokensRaw(orders, A, 1)).toBe(raw(0.5))
  expect(lockedTokensRaw(orders, A, 0)).toBe(0n)
  expect(lockedTokensRaw(orders, B, 1)).toBe(0n)
})

it('there is a position for every known market', () => {
  const bot = new Believer([market(A), market(B)])
  bot.readAccount(account(raw(10), { [B]: [raw(3), 0n] }))
  const positions = positionsOf(bot.beliefs)
  expect(positions.get(A)?.tokensRaw).toEqual([0n, 0n])
  expect(positions.get(B)?.tokensRaw).toEqual([raw(3), 0n])
})
