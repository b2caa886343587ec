import { describe, expect, test } from 'vitest'
import { runs } from '../run-counts.js'
import { runLattice } from './binary-lattice.js'
import { FILL_RATE, K, LATTICE_RULES as STRATEGIES } from './lattice-rules.js'

const LIKELY = 0
const UNLIKELY = -18

interface Row {
  readonly name: keyof typeof STRATEGIES
  readonly start: number
  readonly informed: number
  readonly silent?: number
  /** Mean, std, spread part, inventory part, fills, std of the inventory. */
  readonly expected: readonly number[]
}

const row = (name: Row['name'], [start, informed]: readonly [number, number], ...expected: number[]): Row => ({
  name,
  start,
  informed,
  expected,
})

const TABLE: readonly Row[] = [
  row('twoStepCara', [LIKELY, 0.2], 1.602467, 0.848369, 2.153646, -0.551179, 84.5242, 2.975671),
  row('glftLocal', [LIKELY, 0], 2.197854, 1.349632, 2.197854, 0, 87.4548, 3.923146),
  row('symmetric', [LIKELY, 0], 2.174525, 3.740024, 2.174525, 0, 108.7263, 8.960719),
  row('asTerminal', [LIKELY, 0], 2.092301, 0.836951, 2.092301, 0, 111.5093, 3.077772),
  row('logitCara', [LIKELY, 0], 2.092446, 0.837276, 2.092446, 0, 111.5171, 3.042353),
  row('twoStepCara', [LIKELY, 0], 2.15463, 0.88905, 2.15463, 0, 84.5172, 3.22749),
  row('symmetric', [LIKELY, 0.2], 1.466353, 3.701843, 2.174539, -0.708186, 108.7269, 8.669783),
  row('logitCara', [LIKELY, 0.2], 1.362228, 0.795032, 2.090752, -0.728524, 111.5224, 2.78314),
  row('glftLocal', [LIKELY, 0.2], 1.626309, 1.325717, 2.197311, -0.571002, 87.4448, 3.582947),
  row('symmetric', [UNLIKELY, 0], 1.605765, 2.493467, 1.605765, 0, 80.2882, 8.352921),
  row('logitCara', [UNLIKELY, 0], 1.578532, 0.798774, 1.578532, 0, 81.6074, 3.818256),
  row('twoStepCara', [UNLIKELY, 0], 1.590952, 0.841783, 1.590952, 0, 62.9202, 4.07723),
  row('symmetric', [UNLIKELY, 0.2], 1.296015, 2.522215, 1.605777, -0.309762, 80.2888, 8.014931),
  row('logitCara', [UNLIKELY, 0.2], 1.259077, 0.677241, 1.57592, -0.316842, 81.574, 3.649849),
  { ...row('logitCara', [LIKELY, 0.2], 1.347668, 0.808723, 2.004399, -0.656731, 106.9711, 2.712604), silent: 20 },
]

const LATTICE = { steps: 201, fillRate: FILL_RATE, k: K, lot: 1, maxLots: 30 }
const DECIMALS = [6, 6, 6, 6, 4, 6]

describe('the exact market', () => {
  // a row takes most of a second
  test.each(TABLE.slice(0, runs(2, TABLE.length)))('$name from $start, $informed informed', (row) => {
    const { name, expected, ...place } = row
    const { mean, std, spread, inventory, fills, stdQ } = runLattice({ ...LATTICE, ...place }, STRATEGIES[name])
    for (const [i, value] of [mean, std, spread, inventory, fills, stdQ].entries()) {
      expect(value).toBeCloseTo(expected[i] ?? Number.NaN, DECIMALS[i])
    }
  })
})
