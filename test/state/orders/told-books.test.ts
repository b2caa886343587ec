// What a snapshot of the whole book says of an order of ours that has just ended.

import { expect, it } from 'vitest'
import { EMPTY_BOOK } from '../../../src/domain/market/book.js'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import { OwnOrders } from '../../../src/state/orders/own-orders.js'
import { instant } from '../believer.js'
import { LOT, TrueOrder } from '../true-order.js'

const END_MS = 2000

it.each([
  ["made after its end, however late it comes: what it shows there is others'", 2100, 750],
  ['made long before its end: what it shows there is ours', 900, 3000],
  ['without a stamp: as made when it comes', undefined, 750],
])('a snapshot %s', (_name, madeMs, hiddenMs) => {
  const orders = new OwnOrders({ onChange: () => undefined, lotRawOf: () => LOT })
  const order = new TrueOrder()
  const { conditionId } = order.draft
  let seq = 0
  const tell = (input: CoreInput, ms: number) => orders.apply({ ...input, seq: ++seq, at: instant(ms) })
  tell({ kind: 'order', record: order.record() }, 10)
  order.cancel(END_MS)
  tell({ kind: 'order', record: order.record() }, END_MS)
  const venueMs = madeMs === undefined ? {} : { venueMs: instant(madeMs).venueMs }
  orders.bookTold({ kind: 'book', conditionId, book: EMPTY_BOOK, via: 'socket', seq: 9, at: instant(2500), ...venueMs })
  expect(orders.inBook(conditionId, END_MS + hiddenMs)).toHaveLength(1)
  expect(orders.inBook(conditionId, END_MS + 1 + hiddenMs)).toEqual([])
})
