import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineStrategy } from '../../src/strategy/contract.js'
import { findStrategy, strategyInModule } from '../../src/strategy/find-strategy.js'

const make = (name: string) =>
  defineStrategy({
    ...{ name, description: 'Nothing.', params: z.strictObject({}), inputs: [] },
    quote: () => ({ quotes: [] }),
  })
const [one, two] = [make('one'), make('two')]

describe('finding a strategy', () => {
  test('by name', () => {
    expect(findStrategy('two', [one, two])).toBe(two)
  })

  test('an unknown name is answered with the known ones', () => {
    expect(() => findStrategy('thre', [two, one])).toThrow("strategy.name: expected one of one, two, got 'thre'")
  })

  test('in a module, under any export name', () => {
    expect(strategyInModule({ LIMIT: 3, mine: one, helper: () => 1, default: one }, 'mine.ts')).toBe(one)
  })

  test('under `default` of a module of CommonJS, where it was written with `export default`', () => {
    expect(strategyInModule({ default: { __esModule: true, default: one } }, 'mine.ts')).toBe(one)
  })

  test('none, or two, is a mistake', () => {
    const none = () => strategyInModule({ text: 'x', empty: null, near: { name: 'x', quote: 1 } }, 'mine.ts')
    expect(none).toThrow('expected one exported strategy (defineStrategy) in mine.ts, got 0')
    expect(() => strategyInModule({ one, two }, 'mine.ts')).toThrow('in mine.ts, got 2')
  })
  test('what misses a part is told apart from nothing', () => {
    expect(() => strategyInModule({ mine: { ...one, quote: undefined, qoute: 1 } }, 'mine.ts')).toThrow(
      /in mine\.ts, got 0; one without a quote that can be used$/,
    )
    expect(() => strategyInModule({ mine: { ...one, name: undefined, params: undefined } }, 'mine.ts')).toThrow(
      /got 0; one without a name and a params that can be used$/,
    )
    expect(() => strategyInModule({ text: 'x', other: { a: 1 } }, 'mine.ts')).toThrow(/got 0$/)
  })

  test('a part that is misspelt is refused by name and file', () => {
    expect(() => strategyInModule({ mine: { ...one, evryMs: 500 } }, 'mine.ts')).toThrow(
      /^one: expected no parts but name, .*everyMs.*, got evryMs \(mine\.ts\)$/,
    )
  })

  test('parameters without a schema are refused by name and file', () => {
    const plain = Object.assign({}, one, { params: Object({ distance: 0.02 }) })
    expect(() => strategyInModule({ mine: plain }, 'mine.ts')).toThrow(
      /^one: params: expected a schema .* got another object \(mine\.ts\)$/,
    )
  })
})
