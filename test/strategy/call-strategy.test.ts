import { describe, expect, it } from 'vitest'
import { callStrategy } from '../../src/strategy/call-strategy.js'
import { exampleView } from '../../src/strategy/example-view.js'
import type { Quoter } from '../../src/strategy/parse-params.js'

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

describe('a wish that is none', () => {
  const bid = { outcome: 0, side: 'BUY', price: 0.4, size: 10 }
  it.each<[string, unknown, string]>([
    ['words', 'buy low', 'quotes: expected a list, got undefined'],
    ['nothing', undefined, 'quotes: expected a list, got undefined'],
    ['too many', { quotes: Array.from({ length: 10_000 }, () => bid) }, 'quotes: expected at most 200, got 10000'],
    [
      'a price that is no number',
      { quotes: [{ ...bid, price: Number.NaN }] },
      'quotes.0.price: expected a number, got NaN',
    ],
    ['a fair value that is none', { quotes: [], fair: Number.NaN }, 'fair: expected a number, got NaN'],
    ['a third outcome', { quotes: [{ ...bid, outcome: 2 }] }, 'quotes.0.outcome: expected 0 or 1, got 2'],
    ['a third side', { quotes: [{ ...bid, side: 'HOLD' }] }, 'quotes.0.side: expected BUY or SELL, got HOLD'],
  ])('%s', (_name, wish, expected) => {
    expect(faultOf(() => wish, SOURCE)).toBe(`StrategyFault: ${expected} (/bots/mine.ts:12)`)
    expect(faultOf(() => wish)).toBe(`StrategyFault: ${expected}`)
  })
})
