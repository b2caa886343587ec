import { expect, it } from 'vitest'
import type { CountedOrder } from '../../../src/domain/run/standing.js'
import { A, market } from '../../risk/builders.js'
import { account, Believer } from '../believer.js'
import { TrueOrder } from '../true-order.js'

const NOT_OPEN = () => false

/** A bid of ours that rests. */
function resting(bot: Believer, hash: '0x0a' | '0x0b' = '0x0a'): TrueOrder {
  const order = new TrueOrder({ hash })
  const asked = bot.intend(order)
  bot.tell({ kind: 'signed', intentId: asked().intentId, hash })
  bot.tell({ kind: 'submitted', intentId: asked().intentId, hash, status: 'open' })
  return order
}

function begun(): Believer {
  const bot = new Believer([market(A)], { makerPaysFee: false })
  bot.readAccount(account(1_000_000_000n))
  return bot
}

const counted = (bot: Believer, isOpen = NOT_OPEN): readonly CountedOrder[] =>
  bot.beliefs.ledger.counted.take(bot.nowMs, isOpen).orders

it('orders that were matched are kept with what they have added, those that were not are not', () => {
  const bot = begun()
  const order = resting(bot)
  resting(bot, '0x0b')
  expect(counted(bot)).toEqual([])
  order.match(50, bot.nowMs)
  bot.tell({ kind: 'order', record: order.record() })
  const amounts = { matchedRaw: 500_000n, tokensRaw: 500_000n, cashRaw: -200_000n }
  expect(counted(bot)).toEqual([{ hash: '0x0a', ...amounts, sinceVenueMs: bot.nowMs }])
  bot.nowMs += 60_000
  expect(counted(bot)).toHaveLength(1)
})

it('what this run does in a market counts only once it is judged what former runs have left there', () => {
  const bot = begun()
  const order = resting(bot)
  order.match(50, bot.nowMs)
  bot.tell({ kind: 'order', record: order.record() })
  expect(counted(bot, () => true)).toEqual([])
  expect(counted(bot)).toHaveLength(1)
})

it('an order that is over is kept for fifteen seconds, and for as long before as something of its end is untold', () => {
  const bot = begun()
  const order = resting(bot)
  order.match(50, bot.nowMs)
  bot.tell({ kind: 'order', record: order.record() })
  // its record is of before the cancel
  bot.tell({ kind: 'cancel-answered', cancelled: [order.hash], failed: [] })
  bot.nowMs += 60_000
  expect(counted(bot)).toHaveLength(1)
  order.settle('settled', bot.nowMs)
  order.cancel(bot.nowMs)
  bot.tell({ kind: 'order', record: order.record() })
  for (const ms of [0, 10_000, 5000]) {
    bot.nowMs += ms
    expect(counted(bot)).toHaveLength(1)
  }
  bot.nowMs += 1
  expect(counted(bot)).toEqual([])
})
