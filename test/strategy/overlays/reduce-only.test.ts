import { expect, test } from 'vitest'
import { NO, YES } from '../../../src/domain/market/side.js'
import { bothBids } from '../../../src/strategy/both-bids.js'
import { wishProblem } from '../../../src/strategy/check-wish.js'
import { reduceOnly } from '../../../src/strategy/overlays/reduce-only.js'

const PAIR = bothBids({ yes: 0.4, no: 0.5, size: 20 })

test('only what brings the position to zero, and not beyond', () => {
  expect(reduceOnly(PAIR, 0)).toEqual([])
  expect(reduceOnly(PAIR, 30)).toEqual([{ outcome: NO, side: 'BUY', price: 0.5, size: 20 }])
  expect(reduceOnly(PAIR, -12)).toEqual([{ outcome: YES, side: 'BUY', price: 0.4, size: 12 }])
})

test('several quotes share what is left', () => {
  const two = [...PAIR, ...bothBids({ yes: 0.39, no: undefined, size: 20 })]
  expect(reduceOnly(two, -30).map((quote) => quote.size)).toEqual([20, 10])
  expect(reduceOnly(two, -20).map((quote) => quote.size)).toEqual([20])
})

test('a size that is no number stays, for the wish to be a fault', () => {
  const quotes = reduceOnly(bothBids({ yes: 0.4, no: 0.5, size: Number.NaN }), -30)
  expect(wishProblem({ quotes })).toBe('quotes.0.size: expected a number, got NaN')
})
