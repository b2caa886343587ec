// Plain data through a line of text and back: the same value, whatever it is.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactValue, toExactJson } from '../../../src/recording/lines/exact-json.js'

const back = (value: unknown) => exactValue(JSON.parse(toExactJson(value)))

describe('exact JSON', () => {
  it.each([
    [12n, '{"$bigint":"12"}'],
    [-(10n ** 30n), '{"$bigint":"-1000000000000000000000000000000"}'],
    [Number.NaN, '{"$number":"NaN"}'],
    [-0, '{"$number":"-0"}'],
    [[undefined, { price: 3 }], '[null,{"price":3}]'],
    [{ a: null }, '{"a":{"$null":true}}'],
    [{ $bigint: '12' }, '{"$$bigint":"12"}'],
    [{ a: undefined, b: 'x' }, '{"b":"x"}'],
  ])('%#', (value, text) => {
    expect(toExactJson(value)).toBe(text)
    expect(back(value)).toEqual(value)
  })

  it('gives back any plain value, of one line', () => {
    const leaf = fc.oneof(fc.bigInt(), fc.double(), fc.string(), fc.boolean(), fc.constant(null))
    const name = fc.oneof(fc.string(), fc.constantFrom('$bigint', '$$', '$null', '$number', '$'))
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        leaf,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(name, tie('value'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(value, (given) => {
        const text = toExactJson(given)
        expect(text).not.toContain('\n')
        expect(exactValue(JSON.parse(text))).toStrictEqual(unprototyped(given))
      }),
    )
  })

  it.each([[new Date(0)], [new Map()], [() => 1], [Symbol('a')]])('refuses what is no plain data: %#', (value) => {
    expect(() => toExactJson({ a: [value] })).toThrow(/expected plain data/)
  })

  it.each(['{"$bigint":"1.5"}', '{"$number":"12"}', '{"$other":1}'])('refuses a word it does not know: %s', (text) => {
    expect(() => exactValue(JSON.parse(text))).toThrow(/bad-tape|expected \$bigint/)
  })
})

/** Objects as literals make them: the generator's have no prototype. */
function unprototyped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unprototyped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unprototyped(inner)]))
}
