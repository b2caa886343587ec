import { describe, expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import { bestPair, spreadOf } from '../../../src/domain/market/best-pair.js'
import type { MarketBook } from '../../../src/domain/market/book.js'

type Pair = readonly [number, number]
const levels = (pairs: readonly Pair[]) => pairs.map(([price, size]) => ({ price: ticks(price), size: lots(size) }))
const book = (yes: Pair[], no: Pair[], yesAsks: Pair[] = [], noAsks: Pair[] = []): MarketBook => [
  { bids: levels(yes), asks: levels(yesAsks) },
  { bids: levels(no), asks: levels(noAsks) },
]

describe('bestPair', () => {
  it('takes the best bid of each outcome', () => {
    expect(bestPair(book([[40, 5]], [[55, 7]]), 100)).toEqual([
      { price: 0.4, size: 5 },
      { price: 0.55, size: 7 },
    ])
  })

  it('takes who sells the other outcome for a bid when that is better', () => {
    expect(bestPair(book([[40, 5]], [[55, 7]], [[43, 3]], []), 100)[1]).toEqual({ price: 0.57, size: 3 })
    expect(bestPair(book([[40, 5]], [], [], [[58, 2]]), 100)).toEqual([{ price: 0.42, size: 2 }, undefined])
    expect(bestPair(book([], []), 100)).toEqual([undefined, undefined])
  })
})

it('the spread is what both best bids leave of 1, and unknown for a one-sided book', () => {
  expect(spreadOf(book([[40, 5]], [[55, 7]]), 100)).toBeCloseTo(0.05, 12)
  expect(spreadOf(book([[40, 5]], [], [[43, 3]]), 100)).toBeCloseTo(0.03, 12)
  expect(spreadOf(book([[40, 5]], []), 100)).toBeUndefined()
})
