// Real processes over loopback: a bot and the bundled server.

import type { CaseSpec, Suite } from '../harness/figure.js'

const FIRST_QUOTES: CaseSpec = { module: 'live/first-quotes-case.js', args: { markets: 200 } }

export const liveSuite: Suite = {
  name: 'live',
  figures: [
    {
      name: 'first-quotes-200',
      unit: 's',
      what: 'from the start of the bot until 200 markets are quoted on both sides, INTERNAL key; at most 30',
      subject: FIRST_QUOTES,
      baseline: { ...FIRST_QUOTES, sources: 'reference', name: '' },
      ratio: 'better',
      runs: 3,
      warmUps: 0,
    },
  ],
}
