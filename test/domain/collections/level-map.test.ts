import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import { levelKey, levelMap, levelOf, putLevel } from '../../../src/domain/collections/level-map.js'
import { OUTCOMES } from '../../../src/domain/market/side.js'

it('a key stands for one outcome, side and price, and for no other', () => {
  const place = fc.record({
    outcome: fc.constantFrom(...OUTCOMES),
    side: fc.constantFrom('BUY' as const, 'SELL' as const),
    price: fc.integer({ min: 1, max: 1_000_000 }).map(ticks),
  })
  fc.assert(
    fc.property(place, fc.nat(1e9), ({ outcome, side, price }, size) => {
      expect(levelOf(levelKey(outcome, side, price), size)).toEqual({ outcome, side, price, size })
    }),
  )
})

it('holds every level of a book, and none without lots', () => {
  const level = (price: number, size: number) => ({ price: ticks(price), size: lots(size) })
  const levels = levelMap([
    { bids: [level(48, 10)], asks: [level(52, 20)] },
    { bids: [level(48, 30)], asks: [] },
  ])
  expect([...levels.values()]).toEqual([10, 20, 30])
  putLevel(levels, levelKey(0, 'BUY', 48), 0)
  putLevel(levels, levelKey(1, 'BUY', 48), 7)
  expect([...levels].map(([key, size]) => levelOf(key, size))).toEqual([
    { outcome: 0, side: 'SELL', ...level(52, 20) },
    { outcome: 1, side: 'BUY', ...level(48, 7) },
  ])
})
