// What a start costs, and what a bot holds in memory: real processes.

import type { CaseSpec, Figure, Suite } from '../harness/figure.js'

const DEMO: CaseSpec = { module: 'start/demo-case.js', args: {} }
const memory = (client: 'bot' | 'plain', markets: number): CaseSpec => ({
  module: 'start/memory-case.js',
  args: { client, markets },
})
const FEW = { runs: 3, warmUps: 0 } as const

const FIGURES: readonly Figure[] = [
  {
    name: 'help',
    unit: 'ms',
    what: 'quoin --help, beside a Node that does nothing; at most 120',
    subject: { module: 'start/help-case.js', args: { program: 'quoin' } },
    baseline: { module: 'start/help-case.js', args: { program: 'node' }, sources: 'here', name: 'node' },
    ratio: 'dearer',
    runs: 15,
    warmUps: 2,
  },
  {
    name: 'first-quote',
    unit: 'ms',
    what: 'from the start of a live bot of five markets until its first order arrives; at most 700',
    subject: { module: 'start/first-quote-case.js', args: { client: 'bot' } },
    baseline: {
      module: 'start/first-quote-case.js',
      args: { client: 'plain' },
      ...{ sources: 'here', name: 'plain client, subscribed' },
    },
    ratio: 'dearer',
    runs: 9,
    warmUps: 1,
  },
  {
    name: 'demo',
    unit: 's',
    what: 'from quoin demo until a quote of its bot rests; at most 3',
    subject: DEMO,
    baseline: { ...DEMO, sources: 'reference', name: '' },
    ratio: 'better',
    ...FEW,
  },
  {
    name: 'memory-5',
    unit: 'MB',
    what: 'resident memory of a live bot that quotes five markets; at most 120',
    subject: memory('bot', 5),
    baseline: { ...memory('plain', 5), sources: 'here', name: 'plain client' },
    ratio: 'dearer',
    ...FEW,
  },
  {
    name: 'memory-500',
    unit: 'MB',
    what: 'likewise of 500 markets; at most 1 MB a market more than of five',
    subject: memory('bot', 500),
    baseline: { ...memory('bot', 5), sources: 'here', name: '5 markets' },
    ratio: 'dearer',
    ...FEW,
  },
]

export const startSuite: Suite = { name: 'start', figures: FIGURES }
