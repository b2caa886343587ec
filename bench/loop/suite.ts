// How long the event loop is held up while the bot reprices.

import type { CaseSpec, Suite } from '../harness/figure.js'

const SUBJECT: CaseSpec = { module: 'loop/loop-delay-case.js', args: { markets: 10 } }

export const loopSuite: Suite = {
  name: 'loop',
  figures: [
    {
      name: 'loop-delay-20',
      unit: 'ms',
      what: 'longest turn of the event loop while 20 orders are repriced at once',
      subject: SUBJECT,
      baseline: { ...SUBJECT, sources: 'reference', name: '' },
      ratio: 'better',
      runs: 15,
      warmUps: 5,
    },
  ],
}
