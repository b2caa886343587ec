import { describe, expect, it } from 'vitest'
import { callStrategy, firstMemory } from '../../src/strategy/call-strategy.js'
import type { Quoter } from '../../src/strategy/parse-params.js'
import { exampleView } from '../../src/strategy/view/example-view.js'

const SOURCE = { file: '/bots/mine.ts', line: 12 }
const view = exampleView()

function faultOf(quote: () => unknown, source?: Quoter['source']): string {
  const quoter = Object.assign(quote as () => never, source === undefined ? {} : { source })
  try {
    callStrategy(quoter, view)
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : 'not an error'
  }
  return 'no fault'
}

function thrown(stack: readonly string[]) {
  return () => {
    throw Object.assign(new Error('no'), { stack: ['Error: no', ...stack].join('\n') })
  }
}

describe('what a strategy throws', () => {
  it.each<[string, () => unknown, string]>([
    ['names the line', thrown(['    at quote (file:///bots/mine.ts:20:9)']), 'no (/bots/mine.ts:20:9)'],
    [
      'without what a loader adds to the name',
      thrown(['    at Object.quote (file:///bots/mine.ts?tsx-namespace=ec8d-57:20:9)']),
      'no (/bots/mine.ts:20:9)',
    ],
    ['without a function name', thrown(['    at /bots/mine.ts:21:1']), 'no (/bots/mine.ts:21:1)'],
    [
      'names its own line where a built-in or a library threw',
      thrown([
        '    at JSON.parse (<anonymous>)',
        '    at inner (node:internal/x:1:2)',
        '    at parse (/bots/node_modules/lib/index.js:3:4)',
        '    at quote (/bots/mine.ts:22:5)',
      ]),
      'no (/bots/mine.ts:22:5)',
    ],
    [
      'names the file that the strategy is made of where its own is not on the way',
      thrown(['    at node:fs:1:2', '    at shared (/bots/shared.ts:5:6)']),
      'no (/bots/shared.ts:5:6)',
    ],
    [
      'names its file where its text was compiled from one that has no name',
      thrown([
        '    at Object.quote (data:text/javascript,require%20%3D%20require(%22x%22)%3B%0Avar%20a%3D1:2:979)',
        '    at callStrategy (/bots/node_modules/quoin/dist/src/chunks/chunk-TNVNAYUH.js:2:5054)',
      ]),
      'no (/bots/mine.ts:12)',
    ],
    [
      'names what such a one called, where that threw',
      thrown(['    at shared (/bots/shared.js:5:6)', '    at Object.quote (data:text/javascript,var%20a%3D1:2:979)']),
      'no (/bots/shared.js:5:6)',
    ],
    ['names its file where nothing else is known', thrown([]), 'no (/bots/mine.ts:12)'],
    [
      'and where it throws what is no error',
      () => {
        throw 'words'
      },
      'words (/bots/mine.ts:12)',
    ],
  ])('%s', (_name, quote, expected) => {
    expect(faultOf(quote, SOURCE)).toBe(`StrategyFault: it threw: ${expected}`)
  })
})

it('a wish that is none names what is wrong, and the file', () => {
  expect(faultOf(() => 'buy low', SOURCE)).toBe(
    'StrategyFault: wish: expected { quotes }, got "buy low" (/bots/mine.ts:12)',
  )
  expect(faultOf(() => 'buy low')).toBe('StrategyFault: wish: expected { quotes }, got "buy low"')
})

describe('whatever a strategy throws is its own fault', () => {
  const refuse = () => {
    throw new Error('no words')
  }
  const hostile = { toString: refuse }
  it.each<[string, () => unknown, string]>([
    [
      'what has no text',
      () => {
        throw Object.create(null)
      },
      'something without words',
    ],
    [
      'what throws when it is read',
      () => {
        throw Object.defineProperty(new Error('x'), 'message', { get: refuse })
      },
      'something without words',
    ],
    [
      'an error whose message is none',
      () => {
        throw Object.assign(new Error('x'), { message: hostile, stack: hostile })
      },
      'something without words',
    ],
    [
      'a field of its wish',
      () =>
        Object.defineProperty({}, 'quotes', {
          get() {
            throw 'computed'
          },
        }),
      'computed',
    ],
    [
      'a field of its memory',
      () =>
        Object.defineProperty({ quotes: [] }, 'memory', {
          get() {
            throw 'remembered'
          },
        }),
      'remembered',
    ],
  ])('%s', (_name, quote, expected) => {
    expect(faultOf(quote, SOURCE)).toBe(`StrategyFault: it threw: ${expected} (/bots/mine.ts:12)`)
  })

  it('an answer that comes later is none, and what it throws then is nobody’s', async () => {
    const late: unknown[] = []
    const hear = (reason: unknown) => late.push(reason)
    process.on('unhandledRejection', hear)
    const rejected = async () => {
      throw new Error('late')
    }
    expect(faultOf(rejected, SOURCE)).toContain('got a promise')
    const begins = Object.assign(() => ({ quotes: [] }), { init: rejected })
    expect(() => firstMemory(begins, view.market)).toThrow('memory: expected plain data, got a Promise')
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.off('unhandledRejection', hear)
    expect(late).toEqual([])
  })
})

describe('memory', () => {
  const init = () => ({ calls: 0 })
  const withMemory = (quote: (view: unknown, memory: unknown) => unknown): Quoter =>
    Object.assign(quote as () => never, { init, source: SOURCE })

  it('goes in with the view and comes out with the wish', () => {
    const quoter = withMemory((_view, memory) => ({ quotes: [], memory: { calls: Object(memory).calls + 1 } }))
    const first = firstMemory(quoter, view.market)
    const second = callStrategy(quoter, view, first).memory
    expect([first?.value, second?.value]).toEqual([{ calls: 0 }, { calls: 1 }])
    expect(second?.hash).not.toBe(first?.hash)
    // the same memory in, the same out
    expect(callStrategy(quoter, view, first).memory).toEqual(second)
  })

  it('stays where the wish has none', () => {
    const quoter = withMemory(() => ({ quotes: [] }))
    const memory = firstMemory(quoter, view.market)
    expect(callStrategy(quoter, view, memory).memory).toBe(memory)
    expect(
      firstMemory(
        Object.assign(() => ({ quotes: [] }), {}),
        view.market,
      ),
    ).toBeUndefined()
  })

  it('that is too large, or no plain data, is a fault with a name', () => {
    const large = withMemory(() => ({ quotes: [], memory: 'x'.repeat(5000) }))
    expect(() => callStrategy(large, view)).toThrow(
      'memory: expected at most 4096 bytes as JSON, got 5002 (/bots/mine.ts:12)',
    )
    expect(faultOf(() => ({ quotes: [], memory: 1 }))).toBe(
      'StrategyFault: memory: expected none of a strategy without init',
    )
    const broken = Object.assign(() => ({ quotes: [] }), {
      init: () => {
        throw new Error('no start')
      },
    })
    expect(() => firstMemory(broken, view.market)).toThrow(/^it threw: no start/)
  })
})

it('a strategy that keeps its wish cannot change it later', () => {
  const mine = { quotes: [{ outcome: 0, side: 'BUY', price: 0.4, size: 10, terms: { fair: 0.5 } }], terms: { a: 1 } }
  const quoter = Object.assign((() => mine) as () => never, {})
  const { wish } = callStrategy(quoter, view)
  Object.assign(mine.quotes[0]!, { price: 0.99 })
  Object.assign(mine.quotes[0]!.terms, { fair: 2 })
  mine.quotes.push(mine.quotes[0]!)
  expect(wish).toEqual({
    quotes: [{ outcome: 0, side: 'BUY', price: 0.4, size: 10, terms: { fair: 0.5 } }],
    terms: { a: 1 },
  })
})
