// What risk holds back beside its limits, as a scenario has it: close enough to what happens that it is met within a run.

import type { z } from 'zod'
import type { RampLimits } from '../../../src/risk/caution/ramp-schema.js'
import { type RiskLimits, riskLimits } from '../../../src/risk/schema.js'
import type { Setting } from './scenario.js'
import { NO_TERMS, type Terms } from './terms.js'

export const CAUTIONS = [
  'calendar-stop',
  'calendar-reduce',
  'calendar-widen',
  'toxicity',
  'ramp',
  'few-losses',
  'fee-cap',
] as const
export type CautionName = (typeof CAUTIONS)[number]

/** From the start of a simulation, milliseconds, by the venue's clock: over before the faults are. */
const WINDOW = { atMs: 45_000, beforeSec: 12, afterSec: 8 } as const
export const WIDEN_FACTOR = 2
/** Basis points. */
export const FEE_CAP_BPS = 25
/** Units of collateral. */
export const MOST_LOST = 1

export const RAMP: RampLimits = {
  ...{ startAt: 0.3, step: 0.25, periodSec: 12, minFills: 2, maxMarkout: 0.02 },
  ...{ minFillRatio: 0, maxFillRatio: 1, shrinkTo: 0.5 },
}
export const TOXICITY = {
  ...{ horizonSec: 2, memorySec: 60, priorFills: 1, widenAbove: 0.001, pullAbove: 0.004 },
  ...{ factor: WIDEN_FACTOR, forSec: 8 },
} as const

/** When the calendar counts, milliseconds of the venue's clock. */
export interface CalendarWindow {
  readonly fromMs: number
  readonly untilMs: number
}

export function calendarWindow(startWallMs: number): CalendarWindow {
  const atMs = startWallMs + WINDOW.atMs
  return { fromMs: atMs - 1000 * WINDOW.beforeSec, untilMs: atMs + 1000 * WINDOW.afterSec }
}

type Action = 'stop' | 'reduce-only' | 'widen'
const ACTIONS: Readonly<Partial<Record<CautionName, Action>>> = {
  'calendar-stop': 'stop',
  'calendar-reduce': 'reduce-only',
  'calendar-widen': 'widen',
}

/** The others are as large as everybody begins with. */
function lossesOf(kind: Terms['losses']): z.input<typeof riskLimits>['killSwitch'] {
  return {
    ...(kind === 'day' ? {} : { maxLoss: MOST_LOST }),
    ...(kind === 'run' ? {} : { maxDailyLoss: MOST_LOST }),
  }
}

export function withCautions(
  limits: RiskLimits,
  { cautions = [], terms = NO_TERMS }: Pick<Setting, 'cautions' | 'terms'>,
  startWallMs: number,
): RiskLimits {
  const { beforeSec, afterSec } = WINDOW
  const at = new Date(startWallMs + WINDOW.atMs).toISOString()
  const calendar = cautions.flatMap((name) => {
    const action = ACTIONS[name]
    return action === undefined ? [] : [{ name, at, beforeSec, afterSec, action, factor: WIDEN_FACTOR }]
  })
  const has = (name: CautionName) => cautions.includes(name)
  const more: z.input<typeof riskLimits> = {
    ...(calendar.length > 0 ? { calendar } : {}),
    ...(has('toxicity') ? { toxicity: TOXICITY } : {}),
    ...(has('ramp') ? { ramp: { ...RAMP, ...terms.ramp } } : {}),
    ...(has('fee-cap') ? { maxFeeRateBps: FEE_CAP_BPS } : {}),
    ...(has('few-losses') ? { killSwitch: { ...lossesOf(terms.losses), maxDrawdown: 2 * MOST_LOST } } : {}),
  }
  return riskLimits.parse({ ...limits, ...more })
}
