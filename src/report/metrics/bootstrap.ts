// How far a number might have been another, had other markets come: resampled by whole markets, since what happens within one is one draw.

import { seededRandom } from '../../domain/random.js'
import type { Range } from '../result.js'

/** Under so many blocks no interval says anything. */
export const LEAST_BLOCKS = 20
const RESAMPLES = 1000
const SEED = 1
const TAIL = 0.025

/**
 * The 95 % interval of a statistic: percentile bootstrap (Efron 1979) over blocks, a thousand resamples from one seed, so that the same run gives
 * the same interval. `statistic` hears how often each block was drawn. `undefined` under twenty blocks, or where less than `least` of the resamples
 * have a value.
 */
export function bootstrapInterval(
  blocks: number,
  statistic: (draws: readonly number[]) => number | undefined,
  least = 0.5,
): Range | undefined {
  if (blocks < LEAST_BLOCKS) return undefined
  const random = seededRandom(SEED, 'bootstrap')
  const values: number[] = []
  for (let i = 0; i < RESAMPLES; i++) {
    const draws = Array.from({ length: blocks }, () => 0)
    for (let j = 0; j < blocks; j++) {
      const drawn = random.below(blocks)
      draws[drawn] = (draws[drawn] ?? 0) + 1
    }
    const value = statistic(draws)
    if (value !== undefined) values.push(value)
  }
  if (values.length < RESAMPLES * least) return undefined
  values.sort((a, b) => a - b)
  return { lower: quantile(values, TAIL), upper: quantile(values, 1 - TAIL) }
}

/** Interpolated between neighbours; of sorted values. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? 0
  const above = sorted[Math.ceil(at)] ?? below
  return below + (at - Math.floor(at)) * (above - below)
}
