// What the core is told at start: the sections of the configuration that its stages read, and what the venue's profile says.

import type { ChainPolicy } from '../chain/policy.js'
import type { ErrorCode } from '../domain/error.js'
import type { ConditionId } from '../domain/market/market.js'
import type { CoreEvent } from '../domain/run/core-event.js'
import type { PlannerSettings } from '../execution/planning/order-planner.js'
import type { ReadSettings } from '../execution/reads/read-schedule.js'
import type { ExecutionSettings } from '../execution/schema.js'
import type { FeedSettings } from '../feed/schema.js'
import { toxicityDefaults } from '../risk/caution/toxicity-schema.js'
import type { RiskLimits } from '../risk/schema.js'
import type { BeliefSettings } from '../state/beliefs.js'
import type { EstimateSettings } from '../state/market/estimates.js'
import type { MarkoutBounds } from '../state/market/own-markouts.js'
import type { AnyQuoter } from '../strategy/parse-params.js'

export type SettingsChange = Extract<CoreEvent, { kind: 'settings' }>

export interface CoreSettings extends EstimateSettings {
  readonly quoter: AnyQuoter
  /** Groups of which exactly one market wins, as the operator says, by id: the number of all their markets. */
  readonly exclusiveGroups?: Readonly<Record<string, number>>
  /** Around each call of the strategy, to measure it from outside; what it finds enters as events. */
  readonly measured?: <T>(conditionId: ConditionId, call: () => T) => T
  /** What a change of the configuration makes of them; without it none is heard. Throws for one that it does not know. */
  readonly changed?: (change: SettingsChange) => CoreSettings
  readonly risk: RiskLimits
  readonly execution: ExecutionSettings
  readonly feed: FeedSettings
  /** What is done on the chain; absent: nothing. */
  readonly chain?: ChainPolicy
  /** Levels kept per outcome and side. */
  readonly maxLevels: number
  // from the venue's profile
  readonly makerPaysFee: boolean
  readonly holdingsLagMs: number
  readonly mergedBestBids: boolean
  readonly stopMatchingBeforeSec: number
  readonly minLifetimeSec: number
  /** The venue tells own orders and balances over the socket. */
  readonly privateEvents: boolean
  /** Refusals of an order that do not depend on our own orders. */
  readonly termRefusals: ReadonlySet<ErrorCode>
}

export function beliefSettings(settings: CoreSettings): BeliefSettings {
  return { ...settings, ...settings.feed, ownMarkouts: markoutBounds(settings.risk) }
}

/** Names of the signals that the strategy or the fair value reads. */
export function signalsRead({ quoter, fairSignal }: Pick<CoreSettings, 'quoter' | 'fairSignal'>): ReadonlySet<string> {
  return new Set([...(quoter.reads?.signals ?? []), ...(fairSignal ? [fairSignal.name] : [])])
}

/** Lifetime of an order until the budget is learned, seconds. */
const FIRST_LIFETIME_SEC = 120

export function plannerSettings({ execution, stopMatchingBeforeSec }: CoreSettings): PlannerSettings {
  const { orderLifetimeSec } = execution
  return {
    ...execution,
    stopMatchingBeforeSec,
    lifetimeSec: orderLifetimeSec === 'auto' ? FIRST_LIFETIME_SEC : orderLifetimeSec,
  }
}

/** How our own fills are judged; `undefined` where nobody asks. Without bounds nothing follows from it for a market. */
export function markoutBounds({ toxicity, ramp }: RiskLimits): MarkoutBounds | undefined {
  if (toxicity === undefined && ramp === undefined) return undefined
  const never = { widenAbove: Number.POSITIVE_INFINITY, pullAbove: Number.POSITIVE_INFINITY }
  const { horizonSec, memorySec, priorFills, forSec } = toxicity ?? toxicityDefaults
  const { widenAbove, pullAbove } = toxicity ?? never
  const [horizonMs, tauMs, forMs] = [horizonSec * 1000, memorySec * 1000, forSec * 1000]
  return { horizonMs, tauMs, prior: priorFills, widenAbove, pullAbove, forMs }
}

export function readSettings({ feed, privateEvents }: CoreSettings): ReadSettings {
  return {
    checkBestEveryMs: feed.checkBestEverySec * 1000,
    compareBookEveryMs: feed.compareBookEverySec * 1000,
    staleAfterMs: feed.staleAfterMs,
    pollStaleAfterMs: feed.pollStaleAfterMs,
    privateEvents,
  }
}
