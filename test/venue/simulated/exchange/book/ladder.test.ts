import { expect, test } from 'vitest'
import { ticks } from '../../../../../src/domain/amounts/price.js'
import type { Side } from '../../../../../src/domain/market/side.js'
import { Ladder } from '../../../../../src/venue/simulated/exchange/book/ladder.js'
import { NONE } from '../../../../../src/venue/simulated/exchange/slot.js'
import { Rows } from '../rows.js'

/** A fine grid, with these orders by their names. */
function ladderWith(side: Side, ...placed: (readonly [name: string, price: number, size: number])[]) {
  const rows = new Rows()
  const ladder = new Ladder(rows.orders, side, 10_000)
  const slots = placed.map(([name, price, size]) => rows.add(`0x${name}`, { side, price, size }))
  for (const slot of slots) ladder.append(slot)
  const names = () => [...ladder.orders()].map((slot) => rows.orders.hash(slot))
  return { ladder, orders: rows.orders, slots, names }
}

test('bids fall, asks rise, and at one price the first comes first', () => {
  const orders = [
    ['a', 5000, 1],
    ['b', 9999, 2],
    ['c', 5000, 3],
    ['d', 1, 4],
  ] as const
  expect(ladderWith('BUY', ...orders).names()).toEqual(['0xb', '0xa', '0xc', '0xd'])
  expect(ladderWith('SELL', ...orders).names()).toEqual(['0xd', '0xa', '0xc', '0xb'])
})

test('levels show the total at each price, best first', () => {
  const { ladder } = ladderWith('BUY', ['a', 40, 1], ['b', 41, 2], ['c', 40, 3])
  expect([...ladder.levels()]).toEqual([
    { price: 41, size: 2 },
    { price: 40, size: 4 },
  ])
  expect(ladder.totalAt(ticks(39))).toBe(0)
  expect(ladder.totalAt(ticks(9000))).toBe(0)
})

test('there is room at a price for as much as a number counts', () => {
  const { ladder } = ladderWith('BUY', ['a', 40, 5])
  const most = Number.MAX_SAFE_INTEGER
  expect([ladder.hasRoomAt(40, most - 5), ladder.hasRoomAt(40, most - 4), ladder.hasRoomAt(40, most)]).toEqual([
    true,
    false,
    false,
  ])
  expect([ladder.hasRoomAt(41, most), ladder.hasRoomAt(9000, most)]).toEqual([true, true])
})

test('an order leaves from the front, the middle and the end of its queue', () => {
  const { ladder, orders, slots, names } = ladderWith('SELL', ['a', 40, 1], ['b', 40, 2], ['c', 40, 3])
  const [a = NONE, b = NONE, c = NONE] = slots
  ladder.remove(b)
  expect(names()).toEqual(['0xa', '0xc'])
  expect([orders.onLadder(a), orders.onLadder(b)]).toEqual([true, false])
  ladder.remove(c)
  ladder.append(b)
  ladder.remove(a)
  expect(names()).toEqual(['0xb'])
  expect(ladder.totalAt(ticks(40))).toBe(2)
  ladder.remove(b)
  expect([ladder.first(), ladder.bestPrice]).toEqual([NONE, NONE])
  expect([...ladder.levels()]).toEqual([])
})

test('the best price is known as orders come and go', () => {
  const { ladder, slots } = ladderWith('BUY', ['a', 40, 1], ['b', 900, 2], ['c', 41, 3])
  const [a = NONE, b = NONE, c = NONE] = slots
  const steps = [() => ladder.remove(b), () => ladder.remove(a), () => ladder.append(a), () => ladder.remove(c)]
  expect(ladder.bestPrice).toBe(900)
  const best = steps.map((step) => {
    step()
    return ladder.bestPrice
  })
  expect(best).toEqual([41, 41, 41, 40])
})

test('a resized order keeps its place; without rest it leaves', () => {
  const { ladder, orders, slots, names } = ladderWith('BUY', ['a', 40, 5], ['b', 40, 2])
  const [a = NONE] = slots
  ladder.resize(a, -2)
  expect([orders.restingLots(a), ladder.totalAt(ticks(40))]).toEqual([3, 5])
  ladder.resize(a, 4)
  expect(names()).toEqual(['0xa', '0xb'])
  ladder.resize(a, -7)
  expect(names()).toEqual(['0xb'])
  expect(ladder.totalAt(ticks(40))).toBe(2)
})

test('an empty one keeps no page in memory once it is let go of, and takes orders as before', () => {
  const { ladder, slots, names } = ladderWith('BUY', ['a', 40, 1], ['b', 9000, 2])
  ladder.letGo()
  expect([ladder.pages, names()]).toEqual([2, ['0xb', '0xa']])
  for (const slot of slots) ladder.remove(slot)
  ladder.letGo()
  expect([ladder.pages, ladder.bestPrice, ladder.totalAt(ticks(40))]).toEqual([0, NONE, 0])
  for (const slot of slots) ladder.append(slot)
  expect(names()).toEqual(['0xb', '0xa'])
})
