// What risk holds back beside its limits, in one other seed of seven, and one of it in two fifths of those whose configuration says something
// else than most do: a calendar, our own markouts, a ramp, a kill switch that is met.

import type { Random } from '../../../src/domain/random.js'
import { CAUTIONS, type CautionName } from './cautions.js'
import { hasTerms } from './draw-terms.js'
import type { Scenario } from './scenario.js'

const SEVEN = 7
/** Of seven; those that have company, or something beside them, are others. */
const CAUTIOUS = 1
const MOST = 3
/** Of the others. */
const SHARE = 0.4
/** Half of those have one of what a bot learns from its own fills. */
const LEARNING: readonly CautionName[] = ['ramp', 'toxicity']

/** The same scenario, and how careful the bot is in such a seed. */
export function drawCautions(scenario: Scenario, random: Random): Scenario {
  const { seed } = scenario
  const isAlone = seed % SEVEN !== CAUTIOUS
  if (isAlone && (!hasTerms(seed) || random.fork('alone').next() >= SHARE)) return scenario
  const left: CautionName[] = isAlone && random.next() < 0.5 ? [...LEARNING] : [...CAUTIONS]
  const cautions = Array.from({ length: isAlone ? 1 : 1 + random.below(MOST) }, () =>
    left.splice(random.below(left.length), 1),
  ).flat()
  const { setting } = scenario
  // a market whose fee is beyond the cap from the beginning is never quoted
  const feeRateBps = cautions.includes('fee-cap') ? 0 : setting.feeRateBps
  return { ...scenario, setting: { ...setting, feeRateBps, cautions } }
}
