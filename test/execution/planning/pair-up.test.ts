import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StandingOrder } from '../../../src/domain/orders/own-order.js'
import type { Quote } from '../../../src/domain/orders/quote.js'
import { pairUp } from '../../../src/execution/planning/pair-up.js'
import { quote } from '../../risk/builders.js'
import { restingOrder } from '../builders.js'

const bid = (price: number) => quote('BUY YES', price, 10)

/** Every pairing there is: quotes in order, each with one of the free orders or none. */
function* allPairings(
  quotes: readonly Quote[],
  orders: readonly StandingOrder[],
): Generator<(readonly [Quote, StandingOrder])[]> {
  const [first, ...rest] = quotes
  if (first === undefined) {
    yield []
    return
  }
  yield* allPairings(rest, orders)
  for (const order of orders) {
    for (const others of allPairings(
      rest,
      orders.filter((o) => o !== order),
    ))
      yield [[first, order], ...others]
  }
}

/** Pairs, pairs that stay, and ticks off of those that stay; more, more, less is better. */
function score(pairs: Iterable<readonly [Quote, StandingOrder]>, tolerance: number): readonly [number, number, number] {
  const offs = [...pairs].map(([q, o]) => Math.abs(q.price - o.draft.price))
  const kept = offs.filter((off) => off <= tolerance)
  return [offs.length, kept.length, kept.reduce((sum, off) => sum - off, 0)]
}

it('is the best of all pairings: most pairs, most kept, least distance of those', () => {
  const prices = fc.array(fc.integer({ min: 40, max: 50 }), { maxLength: 4 })
  fc.assert(
    fc.property(prices, prices, fc.integer({ min: 0, max: 3 }), (wanted, resting, tolerance) => {
      const quotes = wanted.map(bid)
      const orders = resting.map((price, i) => restingOrder(bid(price), i + 1))
      const best = [...allPairings(quotes, orders)]
        .map((pairs) => score(pairs, tolerance))
        .sort((a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2])[0]
      expect(score(pairUp(quotes, orders, tolerance), tolerance)).toEqual(best)
    }),
    { numRuns: 200 },
  )
})

it('keeps a level that moves into the place of another', () => {
  const quotes = [bid(50), bid(48)]
  const orders = [restingOrder(bid(48), 1), restingOrder(bid(46), 2)]
  const pairs = pairUp(quotes, orders, 1)
  expect(pairs.get(quotes[1]!)?.intentId).toBe(1)
  expect(pairs.get(quotes[0]!)?.intentId).toBe(2)
})

it('of two orders at one price it keeps the older', () => {
  const [wanted] = [bid(50)]
  const orders = [restingOrder(bid(50), 7), restingOrder(bid(50), 3)]
  expect(pairUp([wanted!], orders, 1).get(wanted!)?.intentId).toBe(3)
})
