import { expect, test } from 'vitest'
import {
  isDone,
  isOver,
  readOrder,
  readTerms,
  statusAt,
} from '../../../../../src/venue/simulated/exchange/orders/read-order.js'
import { Rows } from '../rows.js'
import { ALICE, newOrder, SPEC } from '../scenario.js'

test('an order goes from open over pending to filled; it is over, and done, when nothing is left of it', () => {
  const rows = new Rows()
  const { orders } = rows
  const slot = rows.add('0x1', { price: 40, size: 10 })
  const seen = () => [statusAt(orders, slot), isOver(orders, slot), isDone(orders, slot)]
  expect(seen()).toEqual(['open', false, false])
  orders.addResting(slot, -4)
  orders.addPending(slot, 4)
  expect(seen()).toEqual(['partially_filled', false, false])
  orders.addResting(slot, -6)
  orders.addPending(slot, 6)
  expect(seen()).toEqual(['pending_settlement', false, false])
  orders.addPending(slot, -10)
  orders.addFilled(slot, 10)
  expect(seen()).toEqual(['filled', true, true])
})

test('one that ended is over, and done once nothing of it is pending', () => {
  const rows = new Rows()
  const { orders } = rows
  const slot = rows.add('0x1', { price: 40, size: 10 })
  orders.addResting(slot, -10)
  orders.addPending(slot, 3)
  orders.end(slot, 'expired')
  expect([statusAt(orders, slot), isOver(orders, slot), isDone(orders, slot)]).toEqual(['expired', true, false])
  orders.addPending(slot, -3)
  expect(isDone(orders, slot)).toBe(true)
})

test('its terms are those that it came with, the nonce where it was signed', () => {
  const rows = new Rows()
  const plain = rows.add('0x1', { price: 40, size: 10 })
  const signed = rows.add('0x2', {
    side: 'SELL',
    outcome: 1,
    type: 'GTD',
    expirationSec: 9,
    price: 40,
    size: 10,
    nonce: 0,
  })
  expect(readTerms(rows.orders, plain)).toEqual(newOrder({ hash: '0x1', account: ALICE, price: 40, size: 10 }))
  expect(readOrder(rows.orders, signed)).toEqual({
    terms: newOrder({
      ...{ hash: '0x2', account: ALICE, side: 'SELL', outcome: 1, type: 'GTD', expirationSec: 9 },
      ...{ price: 40, size: 10, nonce: 0 },
    }),
    ...{ spec: SPEC, createdMs: 0, updatedMs: -1, filledLots: 0, pendingLots: 0, restingLots: 10, ending: undefined },
  })
})
