import { expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { fillOn, fillPrice, fillValueRaw } from '../../../src/domain/orders/fill.js'

const fill = (side: 'BUY' | 'SELL', price: number) => ({ side, price: ticks(price), sizeRaw: 6_230_000n })

it('what a fill has moved is the same to the unit on every tick that it is told on', () => {
  for (const side of ['BUY', 'SELL'] as const) {
    const first = fill(side, 43)
    const coarser = fillOn(first, 100, 20)
    expect(coarser).toEqual({ ...first, price: side === 'BUY' ? 9 : 8, paidRaw: 2_678_900n })
    const finer = fillOn(coarser, 20, 1000)
    expect([first, coarser, finer].map((one, i) => fillValueRaw(one, [100, 20, 1000][i] ?? 0))).toEqual(
      Array(3).fill(2_678_900n),
    )
  }
})

it('is told at the price at which it traded, also between the ticks', () => {
  const first = fill('BUY', 43)
  expect(fillPrice(first, 100)).toBe(0.43)
  expect(fillPrice(fillOn(first, 100, 20), 20)).toBe(0.43)
})

it('where its price is on both ticks nothing else is told of it', () => {
  expect(fillOn(fill('BUY', 45), 100, 20)).toEqual(fill('BUY', 9))
  expect(fillOn(fill('BUY', 9), 20, 100)).toEqual(fill('BUY', 45))
  const same = fill('BUY', 45)
  expect(fillOn(same, 100, 100)).toBe(same)
})
