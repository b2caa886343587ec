import type { Suite } from '../harness/figure.js'
export const simulationSuite: Suite = { name: 'simulation', figures: [] }
