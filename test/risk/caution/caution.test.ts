import { describe, expect, it } from 'vitest'
import type { Wish } from '../../../src/domain/orders/wish.js'
import { cautious, NO_CAUTION } from '../../../src/risk/caution/caution.js'
import { A, market, raw } from '../builders.js'

const FLAT = { market: market(A), fair: 0.5, netRaw: 0n }
const twice = { ...NO_CAUTION, widen: 2 }

/** Two bids, two cents on either side of `value`. */
function around(value: number, fair?: number): Wish {
  const bid = { side: 'BUY', size: 10 } as const
  return {
    quotes: [
      { ...bid, outcome: 0, price: value - 0.02 },
      { ...bid, outcome: 1, price: 1 - value - 0.02 },
    ],
    ...(fair === undefined ? {} : { fair }),
  }
}

const prices = (wish: Wish) => wish.quotes.map(({ price }) => Number(price.toFixed(6)))

describe('widened quotes', () => {
  it('stand so many times as far from the fair value', () => {
    expect(prices(cautious(around(0.5), twice, FLAT))).toEqual([0.46, 0.46])
  })

  it("stand so many times as far from the strategy's own value, where it says one", () => {
    expect(prices(cautious(around(0.6, 0.6), twice, FLAT))).toEqual([0.56, 0.36])
  })

  it('stay where they are on the other side of it', () => {
    expect(prices(cautious(around(0.6, 0.55), twice, FLAT))).toEqual([0.58, 0.31])
  })
})

describe('smaller sizes', () => {
  it('are a share of what adds, and no less than the market takes', () => {
    const sizes = (share: number, netRaw = 0n) =>
      cautious(around(0.5), { ...NO_CAUTION, sizes: share }, { ...FLAT, netRaw }).quotes.map(({ size }) => size)
    expect(sizes(0.6)).toEqual([6, 6])
    expect(sizes(0.5, raw(4))).toEqual([5, 7])
    expect(sizes(0.001)).toEqual([5, 5])
  })

  it('are no larger by a quote of less than nothing, which is refused', () => {
    const sale = (size: number) => ({ outcome: 0, side: 'SELL', price: 0.6, size }) as const
    const quotes = [sale(-500), sale(100)]
    const small = cautious({ quotes }, { ...NO_CAUTION, sizes: 0.1 }, { ...FLAT, netRaw: raw(10) })
    // ten close the position, and a tenth of the others is quoted
    expect(small.quotes[1]?.size).toBe(19)
  })
})

it('is the same wish where nothing is held back', () => {
  const wish = around(0.5)
  expect(cautious(wish, NO_CAUTION, FLAT)).toBe(wish)
})
