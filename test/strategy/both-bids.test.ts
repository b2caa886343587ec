import { expect, test } from 'vitest'
import { bothBids } from '../../src/strategy/both-bids.js'
import { wishProblem } from '../../src/strategy/check-wish.js'

test('bids without a legal price are left out', () => {
  expect(bothBids({ yes: 0.4, no: 0.5, size: 3 })).toHaveLength(2)
  expect(bothBids({ yes: 0, no: 1, size: 3 })).toEqual([])
  expect(bothBids({ yes: 1.1, no: -0.1, size: 3 })).toEqual([])
  expect(bothBids({ yes: undefined, no: 0.5, size: 3 })).toEqual([{ outcome: 1, side: 'BUY', price: 0.5, size: 3 }])
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  'a price of %s makes the wish a fault',
  (price) => {
    const yes = bothBids({ yes: price, no: 0.5, size: 3 })
    expect(yes).toHaveLength(2)
    expect(wishProblem({ quotes: yes })).toContain('price: expected a number')
    expect(wishProblem({ quotes: bothBids({ yes: 0.5, no: price, size: 3 }) })).toContain('price: expected a number')
  },
)
