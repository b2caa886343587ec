import { describe, expect, it } from 'vitest'
import { fromJsonText, toJsonText } from '../../../src/server/store/json-text.js'

describe('rows as text', () => {
  it.each([
    ['a number', 3n],
    ['in objects and lists', { a: [1n, { b: -(2n ** 200n) }], c: { d: [[0n]] } }],
    ['beside what is no number', { a: null, b: 'text "$n" of it', c: [true, 0.5, 'x', null], d: 7n }],
    ['with a key that objects are given by', JSON.parse('{"__proto__": {"x": 1}, "n": 2}')],
    ['without any', { a: { $m: '1' }, b: [] }],
    ['a text', 'say "$n"'],
    ['nothing', null],
  ])('%s comes back as it was', (_name, value) => {
    expect(fromJsonText(toJsonText(value))).toEqual(value)
  })

  it('knows a number only by its text', () => {
    expect(fromJsonText('{"a":{"$n":5},"b":{"$n":"5"}}')).toEqual({ a: { $n: 5 }, b: 5n })
  })

  it('refuses what is no JSON', () => {
    expect(() => fromJsonText('{"a":')).toThrow(SyntaxError)
  })
})
