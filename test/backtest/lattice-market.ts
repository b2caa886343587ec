// The binary lattice of test/models/binary-lattice.ts, sampled: one path of its walk as a tape, with the takers of each step.

import { seededRandom } from '../../src/domain/random.js'
import { defineStrategy, z } from '../../src/index.js'
import type { TapeRecord } from '../../src/recording/tape-record.js'
import {
  endsAbove,
  type Lattice,
  type LatticePlace,
  type LatticeQuotes,
  QUOTED_ABOVE,
} from '../models/binary-lattice.js'
import { BEGIN_MS, moved, type Outcomes, played, taker } from './experiment.js'

const STEP_MS = 4000
/** Within a step the price stands first, then takers come. */
const TAKERS_AFTER_MS = 2000
const HALF_WIDTH = 0.25
const TICK = 1e-6

/** A rule that needs nothing of the next move. */
export type LatticeRule = (place: LatticePlace) => LatticeQuotes

interface Walk {
  /** Probability of YES before each step. */
  readonly prices: readonly number[]
  readonly records: readonly TapeRecord[]
  readonly payout: 0 | 1
}

function walk(seed: number, lattice: Lattice, above: readonly Float64Array[]): Walk {
  const { steps, start, informed, fillRate, k } = lattice
  const random = seededRandom(seed)
  const reachOf = Math.abs(start) + steps
  const prices: number[] = []
  const records: TapeRecord[] = []
  let z = start
  for (let step = 0; step < steps; step++) {
    const atMs = BEGIN_MS + step * STEP_MS
    const p = above[steps - step]?.[z + reachOf] ?? 0
    const move = random.next() < 0.5 ? 1 : -1
    prices.push(p)
    records.push(moved(atMs, p, Math.max(TICK, Math.min(HALF_WIDTH, p - 2 * TICK, 1 - p - 2 * TICK))))
    for (const [side, sign] of [
      ['BUY', 1],
      ['SELL', -1],
    ] as const) {
      const comes = random.next() < fillRate * (1 + sign * move * informed)
      const reach = p + sign * random.exponential(1 / k)
      if (comes) records.push(...taker(atMs + TAKERS_AFTER_MS, side, Math.min(1 - TICK, Math.max(TICK, reach))))
    }
    z += move
  }
  return { prices, records, payout: z > 0 ? 1 : 0 }
}

/** Quotes by a rule; the tape's book has the price in its middle, and the price of a step is exact where the tape's grid is not. */
function strategyOf(rule: LatticeRule, { steps, maxLots }: Lattice, prices: readonly number[]) {
  return defineStrategy({
    name: 'lattice-rule',
    description: 'A rule of the lattice.',
    params: z.strictObject({}),
    inputs: ['top', 'inventory', 'time'],
    everyMs: STEP_MS,
    quote({ bestBid: [bid], nowMs, inventory: { net } }) {
      const step = Math.floor((nowMs - BEGIN_MS) / STEP_MS)
      const p = prices[step]
      if (bid === undefined || p === undefined || p <= QUOTED_ABOVE || p >= 1 - QUOTED_ABOVE) return { quotes: [] }
      const { bid: buy, ask: sell } = rule({ p, q: net, stepsLeft: steps - step, nextMove: 0 })
      const inside = (price: number | undefined) => (price !== undefined && price > 0 && price < 1 ? price : undefined)
      const [bidAt, askAt] = [inside(buy), inside(sell)]
      return {
        quotes: [
          ...(bidAt === undefined || net >= maxLots
            ? []
            : [{ outcome: 0, side: 'BUY', price: Math.min(p, bidAt), size: 1 } as const]),
          ...(askAt === undefined || net <= -maxLots
            ? []
            : [{ outcome: 1, side: 'BUY', price: 1 - Math.max(p, askAt), size: 1 } as const]),
        ],
      }
    },
  })
}

/** Profit, the payout included, of a rule on one path. Only lots of one share. */
export async function sampledLattice(
  seed: number,
  lattice: Lattice,
  rule: LatticeRule,
): Promise<{ profit: number } & Outcomes> {
  const above = endsAbove(lattice.steps, Math.abs(lattice.start) + lattice.steps)
  const { prices, records, payout } = walk(seed, lattice, above)
  const made = await played(records, strategyOf(rule, lattice, prices), {})
  return { ...made, profit: made.cash + made.inventory * payout }
}
