import { describe, expect, it } from 'vitest'
import { ticks } from '../../../../src/domain/amounts/price.js'
import { lots } from '../../../../src/domain/amounts/size.js'
import type { LevelChange, MarketBook } from '../../../../src/domain/market/book.js'
import { RoomBooks } from '../../../../src/venue/session/socket/room-books.js'
import { bookHash, formatBook } from '../../../../src/venue/wire/book-codec.js'
import { marketOf } from '../fake-venue.js'

const market = marketOf(1)
const level = (price: number, size: number) => ({ price: ticks(price), size: lots(size) })
const book = (
  bids: readonly (readonly [number, number])[],
  asks: readonly (readonly [number, number])[] = [],
): MarketBook => [
  { bids: bids.map(([price, size]) => level(price, size)), asks: [] },
  { bids: [], asks: asks.map(([price, size]) => level(price, size)) },
]
const hashOf = (of: MarketBook) => bookHash(formatBook(of, market))
const bid = (price: number, size: number): LevelChange => ({ outcome: 0, side: 'BUY', ...level(price, size) })
const ask = (price: number, size: number): LevelChange => ({ outcome: 1, side: 'SELL', ...level(price, size) })

function joined(seq = 4): RoomBooks {
  const rooms = new RoomBooks()
  rooms.snapshot(
    market.conditionId,
    book([
      [40, 5],
      [38, 5],
    ]),
    seq,
  )
  return rooms
}

describe('RoomBooks', () => {
  it('agrees with the venue after changes of every kind', () => {
    const rooms = joined()
    const changes = [bid(39, 7), bid(40, 0), bid(38, 6), bid(41, 1), ask(60, 2), ask(58, 3), ask(60, 4)]
    for (const [i, change] of changes.entries()) expect(rooms.change(market, change, 5 + i)).toBe(false)
    const told = book(
      [
        [41, 1],
        [39, 7],
        [38, 6],
      ],
      [
        [58, 3],
        [60, 4],
      ],
    )
    expect(rooms.told(market, 11, hashOf(told))).toBe(false)
  })

  it('agrees after any number of changes', () => {
    for (const count of [1, 255, 256, 257, 700]) {
      const rooms = joined()
      const sizes = new Map([
        [40, 5],
        [38, 5],
      ])
      for (let n = 0; n < count; n++) {
        const [price, size] = [20 + ((n * 7) % 29), (n * 5) % 4]
        sizes.set(price, size)
        expect(rooms.change(market, bid(price, size), 5 + n)).toBe(false)
      }
      const left = [...sizes].filter(([, size]) => size > 0).sort(([a], [b]) => b - a)
      expect(rooms.told(market, 4 + count, hashOf(book(left)))).toBe(false)
    }
  })

  it('differs where one level below the best does', () => {
    expect(
      joined().told(
        market,
        4,
        hashOf(
          book([
            [40, 5],
            [38, 6],
          ]),
        ),
      ),
    ).toBe(true)
  })

  it('compares at the same number only: later when the venue is ahead, never when it is behind', () => {
    const rooms = joined()
    const told = hashOf(
      book([
        [40, 5],
        [38, 5],
        [37, 9],
      ]),
    )
    expect(rooms.told(market, 3, told)).toBe(false)
    expect(rooms.told(market, 6, told)).toBe(false)
    expect(rooms.change(market, bid(37, 8), 5)).toBe(false)
    expect(rooms.change(market, bid(36, 1), 6)).toBe(true)
  })

  it('says it once, and again only of a new snapshot', () => {
    const rooms = joined()
    expect(rooms.told(market, 4, 'other')).toBe(true)
    expect(rooms.told(market, 4, 'other')).toBe(false)
    rooms.snapshot(market.conditionId, book([[40, 5]]), 9)
    expect(rooms.told(market, 9, 'other')).toBe(true)
  })

  it('takes a repeated number for what it is, and knows nothing after a gap', () => {
    const rooms = joined()
    expect(rooms.change(market, bid(40, 1), 4)).toBe(false)
    expect(
      rooms.told(
        market,
        4,
        hashOf(
          book([
            [40, 5],
            [38, 5],
          ]),
        ),
      ),
    ).toBe(false)
    expect(rooms.change(market, bid(40, 1), 6)).toBe(false)
    expect(rooms.told(market, 6, 'other')).toBe(false)
  })

  it('forgets the rooms that are left', () => {
    const rooms = joined()
    rooms.keep(new Map())
    expect(rooms.told(market, 4, 'other')).toBe(false)
  })
})
