import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineStrategy } from '../../src/strategy/contract.js'
import { bindStrategy, parseParams } from '../../src/strategy/parse-params.js'
import { exampleView } from '../../src/strategy/view/example-view.js'

const strategy = defineStrategy({
  name: 'sample',
  description: 'A sample.',
  params: z.strictObject({ size: z.number().positive().default(20), mode: z.enum(['a', 'b']).default('a') }),
  inputs: ['fair', 'time'],
  everyMs: 250,
  quote: (_view, { size }) => ({ quotes: [], note: `size ${size}` }),
})

describe('parameters', () => {
  test('defaults are filled in', () => {
    expect(parseParams(strategy)).toEqual({ size: 20, mode: 'a' })
    expect(parseParams(strategy, { size: 5 })).toEqual({ size: 5, mode: 'a' })
  })

  test('every wrong key is named with what was expected and what came', () => {
    const parse = () => parseParams(strategy, { size: -1, mode: 'c' })
    expect(parse).toThrow(/^sample: strategy\.params\.size: .*>0, got -1; strategy\.params\.mode: .*"a"\|"b", got 'c'$/)
    expect(parse).toThrow(expect.objectContaining({ code: 'bad-config' }))
  })

  test('unknown keys are refused', () => {
    expect(() => parseParams(strategy, { sise: 1 })).toThrow(/strategy\.params: .*"sise"/)
    expect(() => parseParams(strategy, 3)).toThrow(/strategy\.params: .*expected object.*got 3/)
  })

  test('what is declared is told to the engine, and nonsense is refused by name', () => {
    expect(bindStrategy(strategy).reads).toEqual({ inputs: ['fair', 'time'], everyMs: 250, signals: [] })
    const wrong: object = { ...strategy, inputs: ['fare'] }
    expect(() => bindStrategy(Object.assign({}, strategy, wrong))).toThrow(/^sample: inputs: expected names of .*fare/)
  })

  test('a memory begins with the market and the parameters', () => {
    const made = { ...strategy, init: (info: { id: string }, { size }: { size: number }) => `${info.id} ${size}` }
    expect(bindStrategy(made, { size: 3 }).init?.(exampleView().market)).toBe('example 3')
    expect(bindStrategy(strategy).init).toBeUndefined()
  })

  test('bound once, called often', () => {
    expect(bindStrategy(strategy, { size: 7 })(exampleView()).note).toBe('size 7')
    expect(() => bindStrategy(strategy, { size: 'x' })).toThrow("got 'x'")
  })
})
