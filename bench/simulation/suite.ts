// How much faster than real time the whole bot and the venue run in virtual time, linked by the simulated network.

import type { Figure, Suite } from '../harness/figure.js'

function simulated(markets: number): Figure {
  const subject = { module: 'simulation/simulation-case.js', args: { markets } }
  return {
    name: `simulation-${markets}`,
    unit: 'x real time',
    what: `simulated per CPU time, ${markets} markets`,
    subject,
    baseline: { ...subject, sources: 'reference', name: '' },
    ratio: 'better',
    higherIsBetter: true,
    runs: 5,
    warmUps: 1,
  }
}

export const simulationSuite: Suite = { name: 'simulation', figures: [simulated(1), simulated(20)] }
