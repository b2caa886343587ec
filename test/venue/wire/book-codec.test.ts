import { describe, expect, it } from 'vitest'
import { formatBook, parseBook } from '../../../src/venue/wire/book-codec.js'
import { marketOf } from '../session/fake-venue.js'

const MARKET = marketOf(1)
const { lotRaw } = MARKET
const [yes, no] = MARKET.outcomes
type Told = readonly (readonly [price: string, raw: bigint])[]
const levels = (told: Told) => told.map(([price, raw]) => ({ price, size: raw.toString() }))
const read = (bids: Told, asks: Told) =>
  parseBook(
    [
      { outcomeId: no.outcomeId, tokenId: no.tokenId, bids: [], asks: [] },
      { outcomeId: yes.outcomeId, tokenId: yes.tokenId, bids: levels(bids), asks: levels(asks) },
    ],
    MARKET,
  )

const BOOK = [
  {
    bids: [
      { price: 45, size: 7 },
      { price: 44, size: 2 },
      { price: 1, size: 9 },
    ],
    asks: [
      { price: 47, size: 3 },
      { price: 99, size: 4 },
    ],
  },
  { bids: [], asks: [] },
]
const BIDS: Told = [
  ['0.45', 7n * lotRaw],
  ['0.44', 2n * lotRaw],
  ['0.01', 9n * lotRaw],
]
const ASKS: Told = [
  ['0.47', 3n * lotRaw],
  ['0.99', 4n * lotRaw],
]

describe('a book is read best level first', () => {
  it('as it is mostly told', () => {
    expect(read(BIDS, ASKS)).toEqual(BOOK)
    expect(parseBook(formatBook(read(BIDS, ASKS), MARKET), MARKET)).toEqual(BOOK)
  })

  it('where it is told worst level first, or in no order', () => {
    expect(read([...BIDS].reverse(), [...ASKS].reverse())).toEqual(BOOK)
    expect(read([...BIDS.slice(1), ...BIDS.slice(0, 1)], ASKS)).toEqual(BOOK)
  })

  it('with one level for each price, where its orders are told one by one', () => {
    const parts: Told = [['0.45', 3n * lotRaw], ...BIDS.slice(1), ['0.45', 4n * lotRaw]]
    expect(read(parts, ASKS)).toEqual(BOOK)
  })

  it('without levels that are empty, at the top among them', () => {
    expect(read([['0.46', 0n], ...BIDS], [...ASKS, ['0.98', lotRaw - 1n]])).toEqual(BOOK)
  })
})
