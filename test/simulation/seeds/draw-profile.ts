// In three seeds of forty-one the venue is another one than the bundled server is by itself: its collateral has other decimals, its orders sign
// other fields, or both.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import type { Scenario } from './scenario.js'

const FORTY_ONE = 41
/** Of forty-one. */
const OTHERS: readonly number[] = [24, 27, 32]

/** The same scenario, at such a venue in such a seed. The chain of a simulation counts in six decimals. */
export function drawProfile(scenario: Scenario, random: Random): Scenario {
  const { seed, setting } = scenario
  if (!OTHERS.includes(seed % FORTY_ONE)) return scenario
  const d = new Drawn(random, 1)
  const decimals = d.of(undefined, 18, 18, 8)
  const hasDecimals = decimals !== undefined && setting.chain !== true
  const hasFewFields = !hasDecimals || d.of(true, false)
  return {
    ...scenario,
    setting: { ...setting, ...(hasDecimals ? { decimals } : {}), ...(hasFewFields ? { fewFields: true } : {}) },
  }
}
