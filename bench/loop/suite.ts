import type { Suite } from '../harness/figure.js'
export const loopSuite: Suite = { name: 'loop', figures: [] }
