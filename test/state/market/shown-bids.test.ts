import { expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { BestBids } from '../../../src/domain/market/book.js'
import { haveSamePrices, pricesOf, ShownBids } from '../../../src/state/market/shown-bids.js'
import { A, B } from '../../risk/builders.js'

const bids = (yes?: number, no?: number, size = 7): BestBids => {
  const level = (price: number | undefined) =>
    price === undefined ? undefined : { price: ticks(price), size: lots(size) }
  return [level(yes), level(no)]
}

it('names prices and leaves sizes aside', () => {
  expect(pricesOf(bids(40, undefined))).toBe('40/-')
  expect(haveSamePrices(bids(40, 50, 1), bids(40, 50, 2))).toBe(true)
  expect(haveSamePrices(bids(40, 50), bids(40, undefined))).toBe(false)
})

it('knows since when they are what they are, and when they have last ceased to be something else', () => {
  const shown = new ShownBids()
  expect(shown.sinceMonoMs(A)).toBe(Number.POSITIVE_INFINITY)
  shown.show(A, bids(40, 50), 1000)
  shown.show(A, bids(40, 50, 9), 2000)
  expect(shown.sinceMonoMs(A)).toBe(1000)
  expect(shown.leftMonoMs(A, '40/50', 2000)).toBeUndefined()
  shown.show(A, bids(41, 50), 3000)
  shown.show(A, bids(40, 50), 4000)
  shown.show(A, bids(42, 50), 5000)
  expect(shown.sinceMonoMs(A)).toBe(5000)
  expect(shown.leftMonoMs(A, '40/50', 35_000)).toBe(5000)
  expect(shown.leftMonoMs(A, '40/50', 35_001)).toBeUndefined()
  expect(shown.leftMonoMs(A, '41/50', 6000)).toBe(4000)
  expect(shown.leftMonoMs(B, '41/50', 6000)).toBeUndefined()
  shown.forgetMarket(A)
  expect(shown.leftMonoMs(A, '41/50', 6000)).toBeUndefined()
})

it('keeps half a minute of them, however many there are', () => {
  const shown = new ShownBids()
  for (let i = 0; i <= 1000; i++) shown.show(A, bids(1 + i, 50), i * 100)
  expect(shown.leftMonoMs(A, '701/50', 100_000)).toBe(70_100)
  expect(shown.leftMonoMs(A, '700/50', 100_000)).toBe(70_000)
  expect(shown.leftMonoMs(A, '699/50', 100_000)).toBeUndefined()
})
