import { expect, test } from 'vitest'
import { bothBids } from '../../src/strategy/both-bids.js'

test('bids without a legal price are left out', () => {
  expect(bothBids({ yes: 0.4, no: 0.5, size: 3 })).toHaveLength(2)
  expect(bothBids({ yes: 0, no: 1, size: 3 })).toEqual([])
  expect(bothBids({ yes: Number.NaN, no: -0.1, size: 3 })).toEqual([])
  expect(bothBids({ yes: undefined, no: 0.5, size: 3 })).toEqual([{ outcome: 1, side: 'BUY', price: 0.5, size: 3 }])
})
