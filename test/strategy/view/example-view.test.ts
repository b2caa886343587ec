import { expect, test } from 'vitest'
import { bookOfBids, exampleView, inventoryOf } from '../../../src/strategy/view/example-view.js'

test('best bids follow the book', () => {
  expect(exampleView().bestBid.map((level) => level?.price)).toEqual([0.47, 0.49])
  const view = exampleView({ book: bookOfBids(undefined, { price: 0.3, size: 1 }) })
  expect(view.bestBid).toEqual([undefined, { price: 0.3, size: 1 }])
  expect(view.timeLeftMs).toBe(view.market.endMs - view.nowMs)
})

test('inventory from net and sets', () => {
  expect(inventoryOf(-5, 2)).toEqual({ yes: 2, no: 7, net: -5, sets: 2 })
})

test('what is asked for is what was given', () => {
  const trade = { outcome: 0, side: 'BUY', price: 0.4, size: 1, atMs: 5 } as const
  const view = exampleView({ trades: [trade], fills: [trade], signals: { model: { value: 0.3, ageMs: 7 } } })
  expect([view.trades(), view.fills(), view.signal('model')]).toEqual([[trade], [trade], { value: 0.3, ageMs: 7 }])
  expect(view.signal('other')).toBeUndefined()
  expect(view.depth().bids[0]).toEqual([{ price: 0.47, size: 300 }])
})
