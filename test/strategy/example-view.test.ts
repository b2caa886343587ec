import { expect, test } from 'vitest'
import { bookOfBids, exampleView, inventoryOf } from '../../src/strategy/example-view.js'

test('best bids follow the book', () => {
  expect(exampleView().bestBid.map((level) => level?.price)).toEqual([0.47, 0.49])
  const view = exampleView({ book: bookOfBids(undefined, { price: 0.3, size: 1 }) })
  expect(view.bestBid).toEqual([undefined, { price: 0.3, size: 1 }])
  expect(view.timeLeftMs).toBe(view.market.endMs - view.nowMs)
})

test('inventory from net and sets', () => {
  expect(inventoryOf(-5, 2)).toEqual({ yes: 2, no: 7, net: -5, sets: 2 })
})
