// How the cost of an event grows with what exists: markets, orders that ended, markets that resolved; and the first quotes in many markets.

import type { SceneName } from '../core/scenes.js'
import { coreCase } from '../core/suite.js'
import type { CaseSpec, Figure, Suite } from '../harness/figure.js'

const SCENES: readonly SceneName[] = ['unchanged', 'quotes-change', 'reprice']

/** The three scenes with much that exists, against the same with little: how many times dearer, and the dearest of them. */
function grown(name: string, many: CaseSpec['args'], few: string): Figure[] {
  return SCENES.map((scene) => ({
    name: `${name}-${scene}`,
    unit: 'us',
    what: `${scene} with ${name}`,
    subject: coreCase(scene, many),
    baseline: { ...coreCase(scene), sources: 'here', name: few },
    ratio: 'dearer',
    runs: 5,
    warmUps: 1,
    worstOf: name,
  }))
}

export const marketsSuite: Suite = {
  name: 'markets',
  figures: [
    ...grown('markets-200', { markets: 200 }, '1 market'),
    ...grown('markets-1000', { markets: 1000 }, '1 market'),
    ...grown('ended-20000', { ended: 20_000 }, 'none ended'),
    ...grown('resolved-2000', { resolved: 2000 }, 'none resolved'),
  ],
}
