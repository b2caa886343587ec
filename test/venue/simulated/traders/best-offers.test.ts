import { describe, expect, it } from 'vitest'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { Level, MarketBook } from '../../../../src/domain/market/book.js'
import { bestOffers } from '../../../../src/venue/simulated/traders/best-offers.js'

const at = (price: number): Level[] => [{ price: ticks(price), size: lots(10) }]

describe('bestOffers', () => {
  it.each<[string, MarketBook, [number | undefined, number | undefined]]>([
    [
      'nobody',
      [
        { bids: [], asks: [] },
        { bids: [], asks: [] },
      ],
      [undefined, undefined],
    ],
    [
      'sellers only',
      [
        { bids: [], asks: at(60) },
        { bids: [], asks: at(45) },
      ],
      [60, 45],
    ],
    [
      'bids on the other outcome',
      [
        { bids: at(40), asks: [] },
        { bids: at(55), asks: [] },
      ],
      [45, 60],
    ],
    [
      'the cheaper of both',
      [
        { bids: at(40), asks: at(44) },
        { bids: at(55), asks: at(70) },
      ],
      [44, 60],
    ],
  ])('%s', (_, book, expected) => {
    expect(bestOffers(book, 100)).toEqual(expected)
  })
})
