import { describe, expect, it } from 'vitest'
import { paper, type Row, type Words } from './scenario.js'

const BOOK: readonly Row[] = [
  ['YES bid', 48, 100],
  ['YES bid', 47, 50],
  ['YES ask', 52, 100],
]

describe('queue at our price', () => {
  it('no tape, no fill', () => {
    const { show, place, clock, filled } = paper()
    show(BOOK)
    const { hash } = place('BUY YES', 48, 10)
    clock.advance(3_600_000)
    expect(filled(hash)).toBe(0)
  })

  it('trades take the queue ahead first, then us, in part, then whole', () => {
    const { show, place, trade, filled } = paper()
    show(BOOK)
    const { hash } = place('BUY YES', 48, 10)
    trade('SELL YES', 48, 100)
    expect(filled(hash)).toBe(0)
    trade('SELL YES', 48, 4)
    expect(filled(hash)).toBe(4)
    trade('SELL YES', 48, 100)
    expect(filled(hash)).toBe(10)
  })

  it('one trade can reach us behind the queue', () => {
    const { show, place, trade, filled } = paper()
    show(BOOK)
    const { hash } = place('BUY YES', 48, 10)
    trade('SELL YES', 48, 103)
    expect(filled(hash)).toBe(3)
  })

  it('who joins a price of its own is first', () => {
    const { show, place, trade, filled } = paper()
    show(BOOK)
    const { hash } = place('BUY YES', 49, 10)
    trade('SELL YES', 49, 6)
    expect(filled(hash)).toBe(6)
  })

  it('sales of the complement at the same price are ahead too', () => {
    const { show, place, trade, filled } = paper()
    show([...BOOK, ['NO ask', 52, 30]])
    const { hash } = place('BUY YES', 48, 10)
    trade('SELL YES', 48, 130)
    expect(filled(hash)).toBe(0)
    trade('SELL YES', 48, 1)
    expect(filled(hash)).toBe(1)
  })

  it('what joins after us is behind us', () => {
    const { show, place, level, trade, filled } = paper()
    show(BOOK)
    const { hash } = place('BUY YES', 48, 10)
    level(['YES bid', 48, 500])
    trade('SELL YES', 48, 105)
    expect(filled(hash)).toBe(5)
  })

  it('cancels of others come from behind us as long as anybody is there: risk-averse', () => {
    const { show, place, level, trade, filled, clock } = paper()
    show(BOOK)
    const { hash } = place('BUY YES', 48, 10)
    level(['YES bid', 48, 150])
    level(['YES bid', 48, 90])
    clock.advance(100)
    // 50 of the 60 that left stood behind us: 90 are ahead, and nobody behind
    trade('SELL YES', 48, 89)
    expect(filled(hash)).toBe(0)
    trade('SELL YES', 48, 2)
    expect(filled(hash)).toBe(1)
  })

  it('cancels of others move us in proportion: pro-rata, but not those that were trades', () => {
    const { show, place, level, trade, filled, clock } = paper({ fillModel: { queue: 'pro-rata' } })
    show(BOOK)
    const { hash } = place('BUY YES', 48, 10)
    trade('SELL YES', 48, 20)
    level(['YES bid', 48, 80])
    // 80 ahead of 80; the next 40 are cancels: no trade has come to explain them
    level(['YES bid', 48, 40])
    clock.advance(100)
    trade('SELL YES', 48, 40)
    expect(filled(hash)).toBe(0)
    trade('SELL YES', 48, 1)
    expect(filled(hash)).toBe(1)
  })

  it('who left just before a trade was no part of it, once the feed is known to tell trades first', () => {
    const filledAfter = (tradesSeen: number) => {
      const { show, place, level, trade, filled, clock } = paper({ fillModel: { queue: 'optimistic' } })
      show(BOOK)
      for (let i = 1; i <= tradesSeen; i++) {
        trade('BUY YES', 52, 10)
        level(['YES ask', 52, 100 - 10 * i])
        clock.advance(1000)
      }
      const { hash } = place('BUY YES', 48, 10)
      level(['YES bid', 48, 0])
      clock.advance(10)
      trade('SELL YES', 48, 10)
      return filled(hash)
    }
    expect([filledAfter(2), filledAfter(3)]).toEqual([0, 10])
  })

  it('a cancel of the size of one order was that order', () => {
    const { show, place, level, trade, filled, clock } = paper({ fillModel: { queue: 'pro-rata' } })
    show(BOOK)
    for (let i = 1; i <= 3; i++) {
      trade('BUY YES', 52, 10)
      level(['YES ask', 52, 100 - 10 * i])
    }
    const { hash } = place('BUY YES', 48, 10)
    level(['YES bid', 48, 140])
    clock.advance(1000)
    // the 40 behind us
    level(['YES bid', 48, 100])
    trade('SELL YES', 48, 100)
    expect(filled(hash)).toBe(0)
    trade('SELL YES', 48, 1)
    expect(filled(hash)).toBe(1)
  })

  it('our second order at a price stands behind the first and all that is ahead of it', () => {
    const { show, place, level, trade, filled } = paper()
    show(BOOK)
    const first = place('BUY YES', 48, 10)
    level(['YES bid', 48, 130])
    const second = place('BUY YES', 48, 10)
    trade('SELL YES', 48, 112)
    expect([filled(first.hash), filled(second.hash)]).toEqual([10, 0])
    trade('SELL YES', 48, 30)
    expect([filled(first.hash), filled(second.hash)]).toEqual([10, 2])
  })

  it('before the first snapshot nobody knows the queue: no fill at our price, then behind what is seen', () => {
    const { show, place, trade, filled } = paper()
    const { hash } = place('BUY YES', 48, 10)
    trade('SELL YES', 48, 1000)
    expect(filled(hash)).toBe(0)
    show(BOOK)
    trade('SELL YES', 48, 101)
    expect(filled(hash)).toBe(1)
  })

  it('a fraction of a lot is not enough for a lot', () => {
    const { show, place, trade, filled } = paper()
    show(BOOK)
    const { hash } = place('BUY YES', 49, 10)
    trade('SELL YES', 49, 0.019)
    expect(filled(hash)).toBe(0.01)
  })
})

describe('trades through our price', () => {
  it('fill us whatever the queue was, up to their size', () => {
    const { show, place, trade, filled } = paper()
    show(BOOK)
    const { hash } = place('BUY YES', 48, 10)
    trade('SELL YES', 47, 4)
    expect(filled(hash)).toBe(4)
    trade('SELL YES', 46, 100)
    expect(filled(hash)).toBe(10)
  })

  it('fill the better of our orders first and share one size', () => {
    const { show, place, trade, filled } = paper()
    show(BOOK)
    const better = place('BUY YES', 50, 10)
    const worse = place('BUY YES', 49, 10)
    trade('SELL YES', 47, 15)
    expect([filled(better.hash), filled(worse.hash)]).toEqual([10, 5])
  })

  it('fill at our own price', () => {
    const { show, place, trade, fills } = paper()
    show(BOOK)
    place('BUY YES', 48, 10)
    trade('SELL YES', 40, 10)
    expect(fills()).toMatchObject([{ price: 48, sizeRaw: 10_000_000n, liquidity: 'maker', side: 'BUY', outcome: 0 }])
  })

  it('only the other side of the tape counts', () => {
    const { show, place, trade, filled } = paper()
    show(BOOK)
    const { hash } = place('BUY YES', 49, 10)
    trade('BUY YES', 52, 100)
    trade('BUY YES', 49, 100)
    expect(filled(hash)).toBe(0)
  })

  const mirrored: readonly (readonly [Words, number, Words, number])[] = [
    ['BUY YES', 49, 'SELL YES', 49],
    ['BUY YES', 49, 'BUY NO', 51],
    ['BUY NO', 51, 'SELL NO', 51],
    ['BUY NO', 51, 'BUY YES', 49],
  ]
  it.each(mirrored)('our %s at %d is met by a taker that wants to %s at %d', (ours, price, takers, at) => {
    const { show, place, trade, filled } = paper()
    show([])
    const { hash } = place(ours, price, 10)
    trade(takers, at, 7)
    expect(filled(hash)).toBe(7)
  })

  it('our sales are met by buyers, of the complement by its sellers', () => {
    const { show, place, trade, filled, clock } = paper()
    show([])
    place('BUY YES', 40, 10)
    trade('SELL YES', 40, 10)
    clock.advance(5000)
    const { hash } = place('SELL YES', 60, 10)
    trade('BUY YES', 60, 4)
    expect(filled(hash)).toBe(4)
    trade('SELL NO', 40, 3)
    expect(filled(hash)).toBe(7)
    trade('SELL NO', 41, 3)
    expect(filled(hash)).toBe(7)
    trade('SELL NO', 39, 3)
    expect(filled(hash)).toBe(10)
  })
})

describe('levels through our price', () => {
  it('fill us up to their size, once', () => {
    const { show, place, level, filled } = paper()
    show(BOOK)
    const { hash } = place('BUY YES', 50, 10)
    level(['YES ask', 49, 4])
    expect(filled(hash)).toBe(4)
    level(['YES ask', 49, 4])
    level(['YES bid', 47, 60])
    expect(filled(hash)).toBe(4)
    level(['YES ask', 49, 7])
    expect(filled(hash)).toBe(7)
  })

  it('fill us by the complement and at our own price', () => {
    const { show, place, level, fills } = paper()
    show(BOOK)
    place('BUY YES', 50, 10)
    level(['NO bid', 52, 6])
    expect(fills()).toMatchObject([{ price: 50, sizeRaw: 6_000_000n }])
  })

  it('a level at our price is not through it', () => {
    const { show, place, level, filled } = paper()
    show(BOOK)
    const { hash } = place('BUY YES', 50, 10)
    level(['YES ask', 50, 100])
    expect(filled(hash)).toBe(0)
  })

  it('a snapshot counts as its changes, whatever order they come in', () => {
    const { show, place, filled } = paper()
    show(BOOK)
    const { hash } = place('BUY YES', 50, 10)
    show([
      ['YES bid', 45, 10],
      ['YES ask', 47, 3],
    ])
    show([
      ['YES bid', 45, 10],
      ['YES ask', 47, 3],
    ])
    expect(filled(hash)).toBe(3)
  })
})

describe('arriving at the visible book', () => {
  it('POST_ONLY that would cross is cancelled, of the complement too', () => {
    const { show, place } = paper()
    show([...BOOK, ['NO bid', 49, 20]])
    expect(place('BUY YES', 52, 10).status).toBe('cancelled_local')
    expect(place('BUY YES', 51, 10).status).toBe('cancelled_local')
    expect(place('BUY YES', 50, 10).status).toBe('open')
    // two bids that sum to 1 would mint
    expect(place('BUY NO', 52, 10).status).toBe('cancelled_local')
  })

  it('GTC takes what is visible at the visible prices and rests with the remainder', () => {
    const { show, place, fills, filled, order } = paper()
    show([
      ['YES ask', 52, 6],
      ['YES ask', 53, 6],
      ['YES ask', 55, 6],
    ])
    const { hash, status } = place('BUY YES', 53, 20, { type: 'GTC' })
    expect(status).toBe('partially_filled')
    expect(filled(hash)).toBe(12)
    expect(order(hash).remainingRaw).toBe(8_000_000n)
    expect(fills().map(({ price, liquidity }) => [price, liquidity])).toEqual([
      [53, 'taker'],
      [52, 'taker'],
    ])
  })

  it('cannot take the same visible size twice', () => {
    const { show, place, level } = paper()
    show([['YES ask', 52, 6]])
    expect(place('BUY YES', 52, 6, { type: 'FOK' }).status).toBe('pending_settlement')
    expect(place('BUY YES', 52, 6, { type: 'FOK' }).status).toBe('cancelled_local')
    level(['YES ask', 52, 12])
    expect(place('BUY YES', 52, 6, { type: 'FOK' }).status).toBe('pending_settlement')
  })

  it('FOK of more than is visible does nothing', () => {
    const { show, place, fills } = paper()
    show([['YES ask', 52, 6]])
    expect(place('BUY YES', 52, 6.01, { type: 'FOK' }).status).toBe('cancelled_local')
    expect(fills()).toEqual([])
  })

  it('our own orders never match each other', () => {
    const { show, place, order } = paper()
    show([])
    const { hash } = place('BUY YES', 50, 10)
    expect(place('BUY NO', 50, 10).status).toBe('cancelled_local')
    expect(order(hash).status).toBe('open')
  })

  it('the book is taken as it is on arrival, not as it was when the order was sent', () => {
    const { show, clock, sign, draft, trading, level, order } = paper()
    show(BOOK)
    const signed = sign(draft('BUY YES', 51, 10))
    trading.submit(signed, () => {})
    clock.advance(40)
    level(['YES ask', 51, 5])
    clock.advance(40)
    expect(order(signed.hash).status).toBe('cancelled_local')
  })
})
