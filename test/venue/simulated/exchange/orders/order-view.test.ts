import { expect, test } from 'vitest'
import { toRecord } from '../../../../../src/venue/simulated/exchange/orders/order-facts.js'
import { OrderView } from '../../../../../src/venue/simulated/exchange/orders/order-view.js'
import { readOrder } from '../../../../../src/venue/simulated/exchange/orders/read-order.js'
import { Rows } from '../rows.js'
import { ALICE, BOB, CONDITION } from '../scenario.js'

test('it shows the order that it was set at, as it is now', () => {
  const rows = new Rows()
  const view = new OrderView(rows.orders)
  const seen = () => {
    const { account, conditionId, outcome, side, price } = view
    return { account, conditionId, outcome, side, price }
  }
  const first = rows.add('0x1', { price: 40, size: 10 })
  const second = rows.add('0x2', { account: BOB, side: 'SELL', outcome: 1, price: 41, size: 5 })
  view.at(first)
  expect(seen()).toEqual({ account: ALICE, conditionId: CONDITION, outcome: 0, side: 'BUY', price: 40 })
  expect(view.at(second)).toBe(view)
  expect(seen()).toEqual({ account: BOB, conditionId: CONDITION, outcome: 1, side: 'SELL', price: 41 })
  rows.orders.addResting(second, -2)
  expect(view.record()).toEqual(toRecord(readOrder(rows.orders, second)))
  expect(view.record().remainingRaw).toBe(30_000n)
})
