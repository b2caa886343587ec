import { describe, expect, it } from 'vitest'
import { copiedWish, wishProblem } from '../../src/strategy/check-wish.js'

const bid = { outcome: 0, side: 'BUY', price: 0.4, size: 10 } as const
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`part ${n}`, n]))

describe('a wish that is one', () => {
  it.each<[string, unknown]>([
    ['nothing wanted', { quotes: [] }],
    ['a quote', { quotes: [bid], fair: 0.4, note: 'why' }],
    ['values of what is over', { quotes: [], fair: 0 }],
    ['and of what is certain', { quotes: [], fair: 1 }],
    ['terms of all and of one', { quotes: [{ ...bid, terms: { fair: 0.42, spread: -0.02 } }], terms: many(12) }],
  ])('%s', (_name, wish) => {
    expect(wishProblem(wish)).toBeUndefined()
  })
})

describe('a wish that is none', () => {
  it.each<[string, unknown, string]>([
    ['words', 'buy low', 'wish: expected { quotes }, got "buy low"'],
    ['nothing', undefined, 'wish: expected { quotes }, got undefined'],
    ['null', null, 'wish: expected { quotes }, got null'],
    ['the quotes alone', [bid], 'wish: expected { quotes }, got a list'],
    [
      'a promise',
      Promise.resolve({ quotes: [] }),
      'wish: expected { quotes }, got a promise: it must answer at once, without async',
    ],
    ['no quotes', {}, 'quotes: expected a list, got undefined'],
    ['a quote that is none', { quotes: [bid, null] }, 'quotes.1: expected { outcome, side, price, size }, got null'],
    ['a price in words', { quotes: [{ ...bid, price: '0.5' }] }, 'quotes.0.price: expected a number, got "0.5"'],
    ['an outcome in words', { quotes: [{ ...bid, outcome: 'YES' }] }, 'quotes.0.outcome: expected 0 or 1, got "YES"'],
    [
      'a size that is not called',
      { quotes: [{ ...bid, size: () => 5 }] },
      'quotes.0.size: expected a number, got a function',
    ],
    ['too many', { quotes: Array.from({ length: 10_000 }, () => bid) }, 'quotes: expected at most 200, got 10000'],
    [
      'a price that is no number',
      { quotes: [{ ...bid, price: Number.NaN }] },
      'quotes.0.price: expected a number, got NaN',
    ],
    ['a fair value that is none', { quotes: [], fair: Number.NaN }, 'fair: expected a probability, 0 to 1, got NaN'],
    ['a fair value in percent', { quotes: [bid], fair: 52 }, 'fair: expected a probability, 0 to 1, got 52'],
    ['a fair value below none', { quotes: [bid], fair: -0.01 }, 'fair: expected a probability, 0 to 1, got -0.01'],
    ['a fair value in words', { quotes: [bid], fair: '0.5' }, 'fair: expected a probability, 0 to 1, got "0.5"'],
    ['a note without words', { quotes: [], note: {} }, 'note: expected words, got an object'],
    ['a third outcome', { quotes: [{ ...bid, outcome: 2 }] }, 'quotes.0.outcome: expected 0 or 1, got 2'],
    ['a third side', { quotes: [{ ...bid, side: 'HOLD' }] }, 'quotes.0.side: expected BUY or SELL, got "HOLD"'],
    ['terms in a row', { quotes: [], terms: [1] }, 'terms: expected numbers by name, got a list'],
    ['terms in words', { quotes: [], terms: { fair: 'high' } }, 'terms.fair: expected a number, got "high"'],
    [
      'endless terms of a quote',
      { quotes: [{ ...bid, terms: { fair: Infinity } }] },
      'quotes.0.terms.fair: expected a number, got Infinity',
    ],
    ['too many terms', { quotes: [], terms: many(13) }, 'terms: expected at most 12, got 13'],
    ['long names', { quotes: [], terms: { ['x'.repeat(41)]: 1 } }, 'terms: expected names of at most 40 characters'],
  ])('%s', (_name, wish, expected) => {
    expect(wishProblem(wish)).toBe(expected)
  })
})

it('a copy has what a wish has, and nothing else', () => {
  const extra: object = { quotes: [{ ...bid, mine: 1 }], memory: { a: 1 }, other: 2 }
  expect(copiedWish(Object.assign({ quotes: [] }, extra))).toEqual({ quotes: [bid] })
  const full = { quotes: [{ ...bid, terms: { a: 1 } }], fair: 0.5, note: 'n', terms: { b: 2 } }
  expect(copiedWish(full)).toEqual(full)
})
