import { expect, test } from 'vitest'
import { bothBids } from '../../../src/strategy/both-bids.js'
import { inventoryOf } from '../../../src/strategy/example-view.js'
import { limitByInventoryAndEnd } from '../../../src/strategy/overlays/inventory-and-end.js'

const PAIR = bothBids({ yes: 0.4, no: 0.5, size: 20 })
const LIMITS = { maxNet: 100, reduceOnlyMs: 1000, stopMs: 200 }
const sizes = (net: number, timeLeftMs: number) =>
  limitByInventoryAndEnd(PAIR, { inventory: inventoryOf(net), timeLeftMs }, LIMITS).map((quote) => quote.size)

test('taper, then reduce-only, then nothing', () => {
  expect(sizes(50, 1001)).toEqual([10, 20])
  expect(sizes(50, 1000)).toEqual([20])
  expect(sizes(5, 1000)).toEqual([5])
  expect(sizes(0, 1000)).toEqual([])
  expect(sizes(50, 201)).toEqual([20])
  expect(sizes(50, 200)).toEqual([])
})
