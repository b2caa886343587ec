import { describe, expect, it } from 'vitest'
import { asLive, isUnconfirmed } from '../../../src/state/orders/exposures.js'
import { A } from '../../risk/builders.js'
import { Believer } from '../believer.js'
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
