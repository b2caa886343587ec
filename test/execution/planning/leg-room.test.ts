import { expect, it } from 'vitest'
import { LegRoom } from '../../../src/execution/planning/leg-room.js'
import { quote } from '../../risk/builders.js'
import { orderIn, restingOrder } from '../builders.js'

const bid = quote('BUY YES', 50, 10)
const other = quote('BUY NO', 45, 10)

it('has room for an order and its successor, not for a third', () => {
  const room = new LegRoom([bid, other], [orderIn('cancelling', bid, 1)])
  expect(room.hasRoom(bid)).toBe(true)
  room.take(bid)
  expect(room.hasRoom(bid)).toBe(false)
  expect(room.hasRoom(other)).toBe(true)
})

it('counts orders of unknown outcome, and those on their way', () => {
  const orders = [orderIn('unknown', bid, 1), orderIn('sent', bid, 2)]
  expect(new LegRoom([bid], orders).hasRoom(bid)).toBe(false)
  expect(new LegRoom([bid], []).hasRoom(bid)).toBe(true)
})

it('has twice the room for two levels', () => {
  const room = new LegRoom(
    [bid, quote('BUY YES', 48, 10)],
    [1, 2, 3].map((i) => restingOrder(bid, i)),
  )
  expect(room.hasRoom(bid)).toBe(true)
  room.take(bid)
  expect(room.hasRoom(bid)).toBe(false)
})
