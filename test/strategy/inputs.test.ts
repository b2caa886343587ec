import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { defineStrategy } from '../../src/strategy/contract.js'
import { declarationProblem, INPUT_FIELDS, INPUTS, readsOf } from '../../src/strategy/inputs.js'
import type { StopReason } from '../../src/strategy/view/group-view.js'
import type { FairView, Inventory } from '../../src/strategy/view/market-view.js'

describe('a declaration', () => {
  test.each<[string, object]>([
    ['nothing at all', { inputs: [] }],
    ['everything', { inputs: INPUTS, signals: ['model'], everyMs: 20 }],
    ['a group', { inputs: ['top'], scope: 'group' }],
    ['an hour', { inputs: ['time'], everyMs: 3_600_000 }],
  ])('of %s is one', (_name, declared) => {
    expect(declarationProblem(declared)).toBeUndefined()
  })

  test.each<[string, object, RegExp]>([
    ['an unknown scope', { inputs: [], scope: 'venue' }, /^scope: expected market or group, got venue$/],
    ['no inputs', {}, /^inputs: expected a list of what it reads \(top, depth, .*, got undefined$/],
    ['an unknown input', { inputs: ['top', 'book'] }, /^inputs: expected names of top, .*, got book$/],
    ['an input of nothing', { inputs: [undefined] }, /^inputs: expected names of top, .*, got undefined$/],
    ['a period of nothing', { inputs: ['time'], everyMs: 0 }, /^everyMs: expected milliseconds from 20 .*, got 0$/],
    ['a period in words', { inputs: ['time'], everyMs: 'often' }, /^everyMs: .*, got often$/],
    ['a period without time', { inputs: ['top'], everyMs: 100 }, /^everyMs: expected 'time' among the inputs$/],
    ['signals without names', { inputs: ['signals'] }, /^signals: expected their names/],
    ['no names of signals', { inputs: ['signals'], signals: [] }, /^signals: expected a list of names$/],
    ['names without signals', { inputs: [], signals: ['model'] }, /^signals: expected 'signals' among the inputs$/],
  ])('with %s is none', (_name, declared, problem) => {
    expect(declarationProblem(declared)).toMatch(problem)
  })

  test('says each thing once', () => {
    expect(readsOf({ inputs: ['top', 'top'] })).toEqual({ inputs: ['top'], everyMs: 1000, signals: [] })
  })
})

describe('the types', () => {
  const base = { name: 'typed', description: 'Typed.', params: z.strictObject({ size: z.number().default(1) }) }

  test('show what is declared and nothing else', () => {
    defineStrategy({
      ...base,
      inputs: ['fair', 'top'],
      quote(view, params, memory) {
        expectTypeOf(view.fair).toEqualTypeOf<FairView | undefined>()
        expectTypeOf<keyof typeof view>().toEqualTypeOf<'market' | 'fair' | 'bestBid' | 'bestAsk'>()
        expectTypeOf(params.size).toEqualTypeOf<number>()
        expectTypeOf(memory).toEqualTypeOf<void>()
        // @ts-expect-error not declared
        expect(view.volatility).toBeUndefined()
        return { quotes: [] }
      },
    })
  })

  test('know the names of the signals and the memory', () => {
    defineStrategy({
      ...base,
      inputs: ['signals'],
      signals: ['model', 'momentum'],
      init: () => ({ calls: 0 }),
      quote(view, _params, memory) {
        expectTypeOf(view.signal).parameter(0).toEqualTypeOf<'model' | 'momentum'>()
        expectTypeOf(memory).toEqualTypeOf<{ calls: number }>()
        return { quotes: [], memory: { calls: memory.calls + 1 } }
      },
    })
    defineStrategy({
      ...base,
      inputs: [],
      init: () => ({ calls: 0 }),
      // @ts-expect-error another memory than it begins with
      quote: () => ({ quotes: [], memory: { colls: 1 } }),
    })
    // @ts-expect-error a memory that begins nowhere
    defineStrategy({ ...base, inputs: [], quote: () => ({ quotes: [], memory: 1 }) })
    // @ts-expect-error no such input
    defineStrategy({ ...base, inputs: ['book'], quote: () => ({ quotes: [] }) })
  })

  test('of a group show every market as one alone, and what is ours where nothing may rest', () => {
    const grouped = defineStrategy({
      ...base,
      scope: 'group',
      inputs: ['fair', 'inventory'],
      init: ({ markets, exclusive }) => ({ markets: markets.map(({ conditionId }) => conditionId), exclusive }),
      quote(view, params, memory) {
        expectTypeOf(params.size).toEqualTypeOf<number>()
        expectTypeOf(memory).toEqualTypeOf<{ markets: string[]; exclusive: boolean }>()
        expectTypeOf<keyof typeof view>().toEqualTypeOf<'groupId' | 'exclusive' | 'markets'>()
        // @ts-expect-error that of one market
        expect(view.fair).toBeUndefined()
        return {
          markets: view.markets.flatMap((market) => {
            expectTypeOf(market.inventory).toEqualTypeOf<Inventory>()
            // @ts-expect-error not said to be open
            expect(market.fair?.p).not.toBe(2)
            if (market.stopped !== undefined) {
              expectTypeOf(market.stopped).toEqualTypeOf<StopReason>()
              return []
            }
            expectTypeOf(market.fair).toEqualTypeOf<FairView | undefined>()
            // @ts-expect-error not declared
            expect(market.volatility).toBeUndefined()
            return { conditionId: market.market.conditionId, quotes: [] }
          }),
        }
      },
    })
    expectTypeOf(grouped.scope).toEqualTypeOf<'group' | undefined>()
    // @ts-expect-error a wish for one market
    defineStrategy({ ...base, scope: 'group', inputs: [], quote: () => ({ quotes: [] }) })
    // @ts-expect-error a wish for a group
    defineStrategy({ ...base, inputs: [], quote: () => ({ markets: [] }) })
    // @ts-expect-error no such scope
    defineStrategy({ ...base, scope: 'venue', inputs: [], quote: () => ({ quotes: [] }) })
  })

  test('every field belongs to one input', () => {
    const fields = Object.values(INPUT_FIELDS).flat()
    expect(new Set(fields).size).toBe(fields.length)
  })
})
