// What risk holds back beside its limits, in one other seed of seven: a calendar, our own markouts, a ramp, a kill switch that is met.

import type { Random } from '../../../src/domain/random.js'
import { CAUTIONS, type CautionName } from './cautions.js'
import type { Scenario } from './scenario.js'

const SEVEN = 7
/** Of seven; those that have company, or something beside them, are others. */
const CAUTIOUS = 1
const MOST = 3

/** The same scenario, and how careful the bot is in such a seed. */
export function drawCautions(scenario: Scenario, random: Random): Scenario {
  if (scenario.seed % SEVEN !== CAUTIOUS) return scenario
  const left: CautionName[] = [...CAUTIONS]
  const cautions = Array.from({ length: 1 + random.below(MOST) }, () =>
    left.splice(random.below(left.length), 1),
  ).flat()
  const { setting } = scenario
  // a market whose fee is beyond the cap from the beginning is never quoted
  const feeRateBps = cautions.includes('fee-cap') ? 0 : setting.feeRateBps
  return { ...scenario, setting: { ...setting, feeRateBps, cautions } }
}
