import { describe, expect, it } from 'vitest'
import { toldTerms } from '../../src/strategy/told-terms.js'

describe('terms that are told', () => {
  it('are those of the wish, or what it computes when it is asked', () => {
    const terms = { fair: 0.5 }
    expect(toldTerms(undefined)).toEqual({})
    expect(toldTerms(terms)).toEqual({ terms })
    expect(toldTerms(() => terms)).toEqual({ terms })
  })

  it.each<[string, () => unknown, string]>([
    ['is no number', () => ({ fair: Number.NaN }), 'terms.fair: expected a number, got NaN'],
    ['is none', () => [], 'terms: expected numbers by name, got a list'],
    [
      'throws',
      () => {
        throw new Error('no book')
      },
      'terms: it threw: no book',
    ],
  ])('what %s is said, and throws nothing', (_name, terms, problem) => {
    expect(toldTerms(terms as never)).toEqual({ problem })
  })
})
