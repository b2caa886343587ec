import { expect, test } from 'vitest'
import { ALICE, BOB, CAROL, CONDITION, scenario } from '../scenario.js'

test('each outcome shows its own orders only; the complement is not mirrored in', () => {
  const { place, exchange } = scenario()
  place(ALICE, { price: 40, size: 10 })
  place(BOB, { price: 40, size: 15 })
  place(ALICE, { price: 38, size: 10 })
  place(BOB, { outcome: 1, price: 55, size: 20 })
  place(CAROL, { side: 'SELL', price: 47, size: 30 })
  expect(exchange.book(CONDITION)).toEqual([
    {
      bids: [
        { price: 40, size: 25 },
        { price: 38, size: 10 },
      ],
      asks: [{ price: 47, size: 30 }],
    },
    { bids: [{ price: 55, size: 20 }], asks: [] },
  ])
})

test('best bids count BUY orders only, and without the excluded maker', () => {
  const { place, exchange } = scenario()
  place(ALICE, { price: 41, size: 10 })
  place(BOB, { price: 40, size: 15 })
  place(ALICE, { price: 40, size: 10 })
  place(CAROL, { price: 40, size: 12 })
  place(CAROL, { side: 'SELL', outcome: 1, price: 62, size: 30 })
  expect(exchange.bestBids(CONDITION)).toEqual([{ price: 41, size: 10 }, undefined])
  expect(exchange.bestBids(CONDITION, ALICE)).toEqual([{ price: 40, size: 27 }, undefined])
  expect(exchange.bestBids(CONDITION, BOB)).toEqual([{ price: 41, size: 10 }, undefined])
})
