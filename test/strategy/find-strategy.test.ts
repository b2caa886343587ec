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
})
