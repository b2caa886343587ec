// Figures of the core: an event that changes nothing we want, one that changes the quotes, and a whole reprice.

import type { CaseSpec, Figure, Suite } from '../harness/figure.js'
import type { SceneName } from './scenes.js'

/** Room for a sample's garbage: the collector's work is counted, its chance of striking one sample and not the other is small. */
const NODE_FLAGS = ['--max-semi-space-size=16']
/** A case warms itself up; its first sample after that still pays for the other's. */
const WARM_UPS = 1

export function coreCase(scene: SceneName, more: CaseSpec['args'] = {}): CaseSpec {
  return { module: 'core/core-case.js', args: { scene, markets: 1, ...more }, nodeFlags: NODE_FLAGS }
}

function parseCase(args: CaseSpec['args'] = {}): Figure['baseline'] {
  return { module: 'core/parse-case.js', args, nodeFlags: NODE_FLAGS, sources: 'here', name: 'JSON.parse' }
}

function againstReference(scene: SceneName, markets: number): Figure {
  const subject = coreCase(scene, { markets })
  return {
    name: `${scene}-${markets}`,
    unit: 'us',
    what: `${scene} in one of ${markets} markets`,
    subject,
    baseline: { ...subject, sources: 'reference', name: '' },
    ratio: 'better',
    runs: 9,
    warmUps: WARM_UPS,
  }
}

export const coreSuite: Suite = {
  name: 'core',
  figures: [
    {
      name: 'unchanged',
      unit: 'us/event',
      what: 'an event that changes nothing we want, the strategy asked, through the loop',
      subject: coreCase('unchanged'),
      baseline: parseCase(),
      ratio: 'better',
      runs: 9,
      warmUps: WARM_UPS,
    },
    {
      name: 'unchanged-bytes',
      unit: 'bytes/event',
      what: 'what it allocates',
      subject: coreCase('unchanged', { measure: 'bytes' }),
      baseline: parseCase({ measure: 'bytes' }),
      ratio: 'better',
      runs: 5,
      warmUps: WARM_UPS,
    },
    ...[1, 20].map((markets) => againstReference('quotes-change', markets)),
    ...[1, 20].map((markets) => againstReference('reprice', markets)),
  ],
}
