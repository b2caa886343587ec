// The worlds of the closed loop, by seed: many short markets, a shared limit that binds, settlements that fail; every third bot sells what
// it holds, some pay fees, some draw permits ahead, some have slow strategies.

import { executionSettings } from '../../../src/execution/schema.js'
import { feedSettings } from '../../../src/feed/schema.js'
import { riskLimits } from '../../../src/risk/schema.js'
import type { SimulationOptions } from '../virtual/simulate.js'
import { VirtualStock } from './virtual-stock.js'

export interface LoopWorld {
  readonly seed: number
  readonly markets: number
  readonly scope: 'market' | 'group'
}

/** Name of the values from outside. */
export const SIGNAL = 'said'
export const SLOW_AFTER_MS = 5
/** A call of the strategy, microseconds: what is charged for each, and so many times more for a slow one. */
export const CALL_US = 10
export const SLOW_CALLS = 600

/** Orders that come and go, and unknown ones that are soon known to be dead. */
const QUICK = {
  ...{ orderLifetimeSec: 20, unknownGraceSec: 2, submitInFlightSec: 1 },
  ...{ repriceTicks: 0, minRepriceMs: 100, resizeFraction: 0.2 },
}

/** The groups of the venue, of which one market in so many wins. */
const exclusiveGroups = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`group_${n}`, n < 3 ? 3 : 4]))

/** The last part of each market, and what news might do to all of them. */
const CALENDAR = [
  { at: 'close', beforeSec: 60, action: 'widen', factor: 1.5 },
  { at: 'close', beforeSec: 40, action: 'reduce-only' },
  { at: 'close', beforeSec: 12, action: 'stop' },
] as const

export function hasSlowSpells({ seed, scope }: LoopWorld): boolean {
  return scope === 'market' && seed % 4 === 3
}

/** Answers come after what they are about, and lists of markets have gaps; the others have more quiet turns to compare. */
export function isRough({ seed }: LoopWorld): boolean {
  return seed % 4 !== 2
}

export function worldOptions(world: LoopWorld): Omit<SimulationOptions, 'strategy'> {
  const { seed, markets } = world
  return {
    seed,
    tier: 'MM',
    server: {
      world: {
        markets: { count: markets, minSec: 60, maxSec: 300 },
        noise: { arrivalsPerSec: 0.5 },
        rivals: { requoteMs: 4000 },
        probability: { volatility: 0.03 },
      },
      settlement: { failureRate: 0.1, delayMs: 500 },
      globalFeeRateBps: seed % 2 === 0 ? 30 : 0,
      fees: { makerPays: seed % 4 < 2 },
      // signs in again and again
      siwe: { accessTtlSec: 30 },
    },
    estimates: {
      fairTauMs: 0,
      confirmMs: 0,
      maxFairAgeMs: 10_000,
      fairSignal: { name: SIGNAL, maxAgeMs: 5000, maxJump: 1 },
    },
    exclusiveGroups,
    choice: {
      select: { max: markets - 2, minTimeLeftSec: 10, refreshSec: isRough(world) ? 2 : 5 },
      // what the venue lists is more than was said, once the first markets of a group are over: where nobody asks, groups stay exclusive
      ...(seed % 2 === 0 ? { exclusiveGroups } : {}),
    },
    core: {
      risk: riskLimits.parse({
        maxTotalCollateral: 10 * markets,
        maxGroupLoss: 60,
        // bids on favourites are too dear, some fees too high, some turns too busy
        ...{ maxOrderCollateral: 20, maxFeeRateBps: 40, orderRate: { perSecond: 10, perMinute: 300 } },
        calendar: CALENDAR,
        ramp: { startAt: 0.8, step: 0.1, periodSec: 10, minFills: 3, maxMarkout: 0.005 },
        toxicity: { horizonSec: 4, priorFills: 1, widenAbove: 0.004, pullAbove: 0.02, forSec: 15 },
        // trips now and then, and is resumed
        killSwitch: { maxLoss: 1e6, maxDailyLoss: 1e6, maxDrawdown: 6 },
      }),
      execution: executionSettings.parse({ useHeldTokens: seed % 3 === 0, ...QUICK }),
      feed: feedSettings.parse({ checkBestEverySec: 10, compareBookEverySec: 15 }),
    },
    ...(seed % 5 === 2 ? { stock: (clock) => new VirtualStock(clock) } : {}),
    ...(hasSlowSpells(world) ? { work: { table: { strategy: CALL_US } }, slowAfterMs: SLOW_AFTER_MS } : {}),
  }
}
