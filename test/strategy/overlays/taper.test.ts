import { expect, test } from 'vitest'
import { NO, YES } from '../../../src/domain/market/side.js'
import { bothBids } from '../../../src/strategy/both-bids.js'
import { wishProblem } from '../../../src/strategy/check-wish.js'
import { taperByInventory } from '../../../src/strategy/overlays/taper.js'

const PAIR = bothBids({ yes: 0.4, no: 0.5, size: 20 })
const sizes = (net: number) => {
  const quotes = taperByInventory(PAIR, net, 200)
  return [quotes.find((q) => q.outcome === YES)?.size, quotes.find((q) => q.outcome === NO)?.size]
}

test('the adding side shrinks to nothing at the cap, the other stays', () => {
  expect(sizes(0)).toEqual([20, 20])
  expect(sizes(50)).toEqual([15, 20])
  expect(sizes(-150)).toEqual([20, 5])
  expect(sizes(200)).toEqual([undefined, 20])
  expect(sizes(-1e9)).toEqual([20, undefined])
})

test('selling what is held is reducing, too', () => {
  const sale = { outcome: YES, side: 'SELL', price: 0.6, size: 20 } as const
  expect(taperByInventory([sale], 200, 200)).toEqual([sale])
  expect(taperByInventory([sale], -200, 200)).toEqual([])
})

test('a cap of nothing lets nothing add', () => {
  expect(taperByInventory(PAIR, 0, 0)).toEqual([])
})

test('a size that is no number stays, for the wish to be a fault', () => {
  const broken = bothBids({ yes: 0.4, no: 0.5, size: Number.NaN })
  expect(taperByInventory(broken, 50, 200)).toHaveLength(2)
  expect(wishProblem({ quotes: taperByInventory(broken, 50, 200) })).toBe('quotes.0.size: expected a number, got NaN')
})
