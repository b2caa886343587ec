import { expect, test } from 'vitest'
import { Counterparties, wouldMatch } from '../../../../../src/venue/simulated/exchange/book/counterparties.js'
import { ladderOf } from '../../../../../src/venue/simulated/exchange/markets/market-state.js'
import { NONE } from '../../../../../src/venue/simulated/exchange/slot.js'
import { Rows } from '../rows.js'
import type { Wish } from '../scenario.js'

/** Both books, with two orders at each price in the order of coming. */
const RESTING: readonly Wish[] = [
  { outcome: 0, side: 'SELL', price: 60, size: 1 },
  { outcome: 1, side: 'BUY', price: 40, size: 1 },
  { outcome: 1, side: 'BUY', price: 45, size: 1 },
  { outcome: 0, side: 'SELL', price: 60, size: 1 },
  { outcome: 0, side: 'BUY', price: 30, size: 1 },
  { outcome: 1, side: 'SELL', price: 70, size: 1 },
]

function book() {
  const rows = new Rows()
  for (const [i, wish] of RESTING.entries()) {
    const slot = rows.add(`0x${i + 1}`, wish)
    rows.orders.setArrival(slot, i + 1)
    ladderOf(rows.market, rows.orders.leg(slot)).append(slot)
  }
  const met = new Counterparties(rows.orders)
  const meets = (taker: Wish) => {
    met.start(rows.add('0x99', taker))
    const seen: [string, number][] = []
    for (let maker = met.next(); maker !== NONE; maker = met.next()) seen.push([rows.orders.hash(maker), met.price])
    return seen
  }
  const would = (taker: Wish) => {
    const slot = rows.add('0x98', taker)
    return wouldMatch(rows.market, rows.orders.leg(slot), rows.orders.price(slot))
  }
  return { meets, would }
}

test.each([
  [
    { side: 'BUY', price: 60 },
    [
      ['0x3', 55],
      ['0x1', 60],
      ['0x2', 60],
      ['0x4', 60],
    ],
  ],
  [{ side: 'BUY', price: 59 }, [['0x3', 55]]],
  [{ side: 'BUY', price: 54 }, []],
  [
    { side: 'SELL', price: 30 },
    [
      ['0x5', 30],
      ['0x6', 30],
    ],
  ],
  [{ side: 'SELL', price: 31 }, []],
  [
    { side: 'SELL', outcome: 1, price: 40 },
    [
      ['0x3', 45],
      ['0x1', 40],
      ['0x2', 40],
      ['0x4', 40],
    ],
  ],
  [
    { side: 'BUY', outcome: 1, price: 70 },
    [
      ['0x5', 70],
      ['0x6', 70],
    ],
  ],
] as const)('%j meets the best for it first, then the oldest, of both books', (taker, expected) => {
  const { meets, would } = book()
  expect(meets({ ...taker, size: 9 })).toEqual(expected)
  // the walk is over, and the next begins anew
  expect(meets({ ...taker, size: 9 })).toEqual(expected)
  expect(would({ ...taker, size: 9 })).toBe(expected.length > 0)
})
