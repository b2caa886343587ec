// Figures of backtests, each against JSON.parse of the same lines.

import type { CaseSpec, Figure, Suite } from '../harness/figure.js'

const NODE_FLAGS = ['--max-semi-space-size=16']

function againstJson(name: string, what: string, { module, args }: Pick<CaseSpec, 'module' | 'args'>): Figure {
  return {
    ...{ name, what, unit: 'us/line' },
    subject: { module, args, nodeFlags: NODE_FLAGS },
    baseline: { module: 'backtest/json-case.js', args, nodeFlags: NODE_FLAGS, sources: 'here', name: 'JSON.parse' },
    ratio: 'better',
    runs: 5,
    warmUps: 2,
  }
}

const replayed = (name: string, what: string, args: CaseSpec['args']): Figure =>
  againstJson(name, what, { module: 'backtest/replay-case.js', args })

/** How much dearer a line is than in another backtest. */
function beside(name: string, what: string, [args, base]: readonly [CaseSpec['args'], CaseSpec['args']]): Figure {
  const module = 'backtest/replay-case.js'
  return {
    ...{ name, what, unit: 'us/line' },
    subject: { module, args, nodeFlags: NODE_FLAGS },
    baseline: { module, args: base, nodeFlags: NODE_FLAGS, sources: 'here', name: 'one of it' },
    ratio: 'dearer',
    runs: 3,
    warmUps: 1,
  }
}

export const backtestSuite: Suite = {
  name: 'backtest',
  figures: [
    againstJson('backtest-read', 'reading whole ladders of the cache, without a bot', {
      module: 'backtest/read-case.js',
      args: { shape: 'depth', markets: 5, from: 'columns' },
    }),
    againstJson('backtest-parse', 'reading them of the tape, as it was read before there was a cache', {
      module: 'backtest/read-case.js',
      args: { shape: 'depth', markets: 5, from: 'lines' },
    }),
    replayed('backtest-top', 'best prices and trades, as-logit, latency and queue in', { shape: 'top', markets: 5 }),
    replayed('backtest-depth', 'whole ladders, as-logit, latency and queue in', { shape: 'depth', markets: 5 }),
    beside('backtest-longer', 'a line of ten times the tape', [
      { shape: 'depth', markets: 5, times: 10 },
      { shape: 'depth', markets: 5 },
    ]),
    beside('backtest-markets-10', 'a line of ten markets', [
      { shape: 'depth', markets: 10 },
      { shape: 'depth', markets: 1 },
    ]),
    beside('backtest-markets-100', 'a line of a hundred markets', [
      { shape: 'depth', markets: 100 },
      { shape: 'depth', markets: 1 },
    ]),
  ],
}
