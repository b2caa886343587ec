// The simulated exchange with its accounts, beside the fastest order book of npm, which has none.

import type { CaseSpec, Figure, Suite } from '../harness/figure.js'

const spec = (book: string, depth: number): CaseSpec => ({
  module: 'exchange/exchange-case.js',
  args: { book, depth },
  nodeFlags: ['--expose-gc'],
})

const figure = (depth: number): Figure => ({
  name: `exchange-${depth}`,
  unit: 'us/order',
  what: `an order or a cancel, with ${depth} orders in the book; accounts, events and settlement included`,
  subject: spec('ours', depth),
  baseline: { ...spec('npm', depth), sources: 'here', name: 'nodejs-order-book' },
  ratio: 'better',
  runs: 9,
  warmUps: 2,
})

export const exchangeSuite: Suite = { name: 'exchange', figures: [10, 1000, 100_000].map(figure) }
