import { expect, it } from 'vitest'
import { OrderArchive } from '../../../src/state/orders/order-archive.js'
import { newEntry, type OrderEntry } from '../../../src/state/orders/order-entry.js'
import { TrueOrder } from '../true-order.js'

const TEN_MINUTES = 600_000

function entry(intentId: number): OrderEntry {
  const { draft, originalRaw } = new TrueOrder()
  return { ...newEntry({ draft, originalRaw, origin: 'placed' }, intentId, 0), hash: `0x${intentId}` }
}

it('finds by hash and by intent what has ended, and nothing that was taken out again', () => {
  const archive = new OrderArchive()
  const [kept, revived] = [entry(1), entry(2)]
  for (const one of [kept, revived]) archive.put(one, 0)
  archive.remove(revived)
  expect([archive.byHash('0x1'), archive.byIntent(1), archive.size]).toEqual([kept, kept, 1])
  expect([archive.byHash('0x2'), archive.byIntent(2)]).toEqual([undefined, undefined])
})

it('gives up each order ten minutes after its end, the first one first', () => {
  const archive = new OrderArchive()
  const orders = [entry(1), entry(2), entry(3)]
  for (const [i, one] of orders.entries()) archive.put(one, i)
  expect([...archive.takeDue(TEN_MINUTES - 1)]).toEqual([])
  expect([...archive.takeDue(TEN_MINUTES + 1)]).toEqual([orders[0], orders[1]])
  expect([archive.byHash('0x1'), archive.size]).toEqual([undefined, 1])
})
