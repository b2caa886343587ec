// Experiments of the literature through the backtester: what is known exactly must come out of its fills. More paths: QUOIN_PATHS=400.

import { expect, test } from 'vitest'
import { runLattice } from '../models/binary-lattice.js'
import { FILL_RATE, K, LATTICE_RULES } from '../models/lattice-rules.js'
import { experiment, type Given } from './avellaneda-stoikov.js'
import { sampledLattice } from './lattice-market.js'

/** By hand every experiment, with more paths; else three. */
const BY_HAND = process.env['QUOIN_PATHS'] !== undefined
const PATHS = Number(process.env['QUOIN_PATHS'] ?? 8)
const tried = <T>(all: readonly T[], few: readonly number[]): readonly T[] =>
  BY_HAND ? all : all.filter((_, i) => few.includes(i))

interface Sample {
  readonly profit: number
  readonly inventory: number
  readonly fills: number
}

async function sampled(path: (seed: number) => Promise<Sample>) {
  const all: Sample[] = []
  for (let seed = 1; seed <= PATHS; seed++) all.push(await path(seed))
  const moments = (of: (sample: Sample) => number) => {
    const mean = all.reduce((sum, sample) => sum + of(sample), 0) / PATHS
    return { mean, std: Math.sqrt(all.reduce((sum, sample) => sum + (of(sample) - mean) ** 2, 0) / (PATHS - 1)) }
  }
  return {
    profit: moments((one) => one.profit),
    inventory: moments((one) => one.inventory),
    fills: moments((one) => one.fills),
  }
}

/** A true value is farther off in one sample of a thousand. */
const Z = 3.29

/** Continuous time; profit, its standard deviation and excess kurtosis, that of the inventory, and fills where they are known. */
const KNOWN: readonly (Given & Record<'mean' | 'std' | 'stdQ' | 'kurtosis', number> & { fills?: number })[] = [
  {
    gamma: 0.1,
    symmetric: true,
    least: 0.6,
    mean: 68.228179,
    std: 15.294591,
    stdQ: 9.567346,
    kurtosis: 2.426,
    fills: 91.534119,
  },
  { gamma: 0.01, symmetric: false, least: -0.2, mean: 68.3, std: 10.345, stdQ: 6.058, kurtosis: 0.639 },
  { gamma: 0.1, symmetric: false, least: -1.5, mean: 63.98, std: 7.285, stdQ: 3.426, kurtosis: 0.027 },
]

test.each(tried(KNOWN, [2]))(
  'Avellaneda and Stoikov, gamma $gamma, symmetric: $symmetric',
  async ({ mean, std, stdQ, kurtosis, fills, ...given }) => {
    const { profit, inventory, fills: filled } = await sampled((seed) => experiment(seed, given))
    console.log(
      `${PATHS} paths: profit ${profit.mean.toFixed(2)} +- ${profit.std.toFixed(2)}, inventory +- ${inventory.std.toFixed(2)}, fills ${filled.mean.toFixed(1)}`,
    )
    expect(Math.abs(profit.mean - mean)).toBeLessThan((Z * std) / Math.sqrt(PATHS))
    expect(Math.abs(profit.std - std)).toBeLessThan(Z * std * Math.sqrt((kurtosis + 2) / (4 * PATHS)))
    expect(Math.abs(inventory.std - stdQ)).toBeLessThan((Z * stdQ) / Math.sqrt(2 * PATHS))
    // a Poisson number
    if (fills !== undefined) expect(Math.abs(filled.mean - fills)).toBeLessThan(Z * Math.sqrt(fills / PATHS))
  },
)

const RULES = [
  { rule: 'symmetric', start: 0, informed: 0 },
  { rule: 'logitCara', start: 0, informed: 0.2 },
  { rule: 'twoStepCara', start: -18, informed: 0 },
] as const

test.each(tried(RULES, [1]))(
  'the binary lattice, $rule from $start, $informed informed',
  async ({ rule, start, informed }) => {
    const lattice = { steps: 201, fillRate: FILL_RATE, k: K, lot: 1, maxLots: 30, start, informed }
    const exact = runLattice(lattice, LATTICE_RULES[rule])
    const { profit, fills } = await sampled((seed) => sampledLattice(seed, lattice, LATTICE_RULES[rule]))
    console.log(
      `${PATHS} paths: profit ${profit.mean.toFixed(3)} (exact ${exact.mean.toFixed(3)}), fills ${fills.mean.toFixed(1)} (${exact.fills.toFixed(1)})`,
    )
    expect(Math.abs(profit.mean - exact.mean)).toBeLessThan((4 * exact.std) / Math.sqrt(PATHS))
    // the number of fills varies from path to path as the price leaves the quoted range
    expect(Math.abs(fills.mean - exact.fills)).toBeLessThan((4 * fills.std) / Math.sqrt(PATHS))
  },
)
