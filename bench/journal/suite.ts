// The journal of signed orders after many of them.

import type { CaseSpec, Figure, Suite } from '../harness/figure.js'

const spec = (what: string, orders: number): CaseSpec => ({
  module: 'journal/journal-case.js',
  args: { what, orders },
})

const MANY = 200_000
/** A few minutes' orders, so that as much is remembered of past ones. */
const FEW = 20_000

function figure(name: string, what: string, rest: Pick<Figure, 'unit' | 'what'>): Figure {
  return {
    ...{ name, ...rest, subject: spec(what, MANY), ratio: 'dearer', runs: 3, warmUps: 0 },
    baseline: { ...spec(what, FEW), sources: 'here', name: '20,000 orders' },
  }
}

export const journalSuite: Suite = {
  name: 'journal',
  figures: [
    figure('journal-start', 'start', { unit: 'ms', what: 'opening it after 200,000 orders, 500 of them live' }),
    figure('journal-bytes', 'bytes', { unit: 'B', what: 'on disk after them' }),
    figure('journal-delay', 'delay', { unit: 'ms', what: 'CPU time of the longest turn while they were written' }),
  ],
}
