import { expect, it } from 'vitest'
import { NO, YES } from '../../../src/domain/market/side.js'
import type { OwnOrder } from '../../../src/domain/orders/own-order.js'
import { slackOf } from '../../../src/state/account/reading-slack.js'
import { UNHEARD_MS } from '../../../src/state/orders/own-orders.js'
import { A } from '../../risk/builders.js'
import { Believer } from '../believer.js'
import { TrueOrder } from '../true-order.js'

const none = { aboveRaw: 0n, belowRaw: 0n, recently: () => false }

/** One that rests with 100 shares, of which so many lots are matched and not settled. */
function order(side: 'BUY' | 'SELL', matched: number): OwnOrder {
  const bot = new Believer()
  const one = new TrueOrder({ conditionId: A, outcome: YES, side, price: 40, feeRateBps: 0, hash: '0x1', size: 100 })
  if (matched > 0) one.match(matched, 2)
  bot.tell({ kind: 'orders-listed', records: [one.record()], askedSeq: bot.seq })
  const found = bot.beliefs.orders.byHash('0x1')
  if (found === undefined) throw new Error('not listed')
  return found
}

it('is what rests of a purchase above, and what of it is not settled below; of a sale the other way round', () => {
  const resting = (one: OwnOrder) => ('restingRaw' in one ? one.restingRaw : 0n)
  const [bought, sold] = [order('BUY', 40), order('SELL', 40)]
  const pending = resting(order('BUY', 0)) - resting(bought)
  expect(pending).toBeGreaterThan(0n)
  expect(slackOf(YES, [bought], { ...none, nowMonoMs: 0 })).toEqual({ below: pending, above: resting(bought) })
  expect(slackOf(YES, [sold], { ...none, nowMonoMs: 0 })).toEqual({ below: resting(sold), above: pending })
  expect(slackOf(NO, [bought, sold], { ...none, nowMonoMs: 0 })).toEqual({ below: 0n, above: 0n })
  expect(slackOf(NO, [], { ...none, belowRaw: 3n, aboveRaw: 4n, nowMonoMs: 0 })).toEqual({ below: 3n, above: 4n })
})

it('lasts a while for what rested when an order ended', () => {
  const resting = order('BUY', 0)
  if (resting.phase !== 'open') throw new Error(`not open: ${resting.phase}`)
  const { restingRaw, ...rest } = resting
  const ended: OwnOrder = { ...rest, phase: 'ended', restedRaw: restingRaw, changedMonoMs: 0, sinceMonoMs: 0 }
  expect(slackOf(YES, [ended], { ...none, nowMonoMs: UNHEARD_MS - 1 })).toEqual({ below: 0n, above: restingRaw })
  expect(slackOf(YES, [ended], { ...none, nowMonoMs: UNHEARD_MS })).toEqual({ below: 0n, above: 0n })
})
