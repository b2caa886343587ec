import { expect, test } from 'vitest'
import * as columns from '../../../../../src/venue/simulated/exchange/orders/links.js'
import { readOrder } from '../../../../../src/venue/simulated/exchange/orders/read-order.js'
import { NONE } from '../../../../../src/venue/simulated/exchange/slot.js'
import { Rows } from '../rows.js'

test('each link is one of its own, empty at first, and nothing else of the row', () => {
  const rows = new Rows()
  const { orders } = rows
  const [slot, other] = [rows.add('0x1', { price: 40, size: 10 }), rows.add('0x2', { price: 41, size: 10 })]
  const all = Object.values(columns)
  expect(all).toHaveLength(8)
  const before = [readOrder(orders, slot), readOrder(orders, other)]
  expect(all.map((column) => orders.link(slot, column))).toEqual(all.map(() => NONE))
  for (const [i, column] of all.entries()) orders.setLink(slot, column, 100 + i)
  expect(all.map((column) => orders.link(slot, column))).toEqual(all.map((_, i) => 100 + i))
  expect(all.map((column) => orders.link(other, column))).toEqual(all.map(() => NONE))
  expect([readOrder(orders, slot), readOrder(orders, other)]).toEqual(before)
  expect(orders.generation(slot)).toBe(0)
})
