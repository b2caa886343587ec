// What the configuration says otherwise than most do, and what the venue's markets are like: as plain data, in the words of the schemas.

import type { z } from 'zod'
import type { ChainPolicy } from '../../../src/chain/policy.js'
import type { executionSettings } from '../../../src/execution/schema.js'
import type { feedSettings, MarketSelector } from '../../../src/feed/schema.js'
import type { RampLimits } from '../../../src/risk/caution/ramp-schema.js'
import type { riskLimits } from '../../../src/risk/schema.js'
import type { estimateSettings } from '../../../src/state/schema.js'

type Estimates = z.output<typeof estimateSettings>

export interface ClosingWindow {
  readonly beforeSec: number
  readonly action: 'stop' | 'reduce-only'
  /** In the order in which the venue has listed them. */
  readonly markets?: readonly number[]
}

/** Which of the markets that the venue lists are to be quoted: by their places in the order in which it has listed them, or by what they are. */
export type Chosen =
  | { readonly ids: readonly number[] }
  | (Omit<MarketSelector, 'tag' | 'category' | 'groupId' | 'search'> & {
      /** Those that have this in common with that one. */
      readonly like?: { readonly by: 'tag' | 'category' | 'groupId' | 'search'; readonly market: number }
    })

export interface Terms {
  /** Beside the limits that the scenario names. */
  readonly risk?: z.input<typeof riskLimits>
  readonly execution?: z.input<typeof executionSettings>
  readonly feed?: z.input<typeof feedSettings>
  readonly estimates?: Partial<Pick<Estimates, 'fairTauSec' | 'confirmMs' | 'maxFairAgeMs' | 'volatilityTauSec'>>
  /** From outside, said so often: it carries the fair value while no book does. */
  readonly signal?: { readonly maxAgeMs: number; readonly maxJump: number; readonly everyMs: number }
  /** What every market is worth where nothing else says so. */
  readonly prior?: number
  /** What one is worth then, by another name of it, and for how long from the start of the run; for good, if not said. */
  readonly priors?: readonly {
    readonly market: number
    readonly by: 'id' | 'condition' | 'CONDITION'
    readonly p: number
    readonly forSec?: number
  }[]
  /** What is done on the chain, where there is one, and what a transaction costs there while gas is cheap, in units of collateral. */
  readonly chain?: Omit<ChainPolicy, 'allowance'> & { readonly cost: number }
  /** Of the strategy at a constant distance. */
  readonly quotes?: { readonly halfSpread: number; readonly size: number }
  /** Of another shipped strategy: what is not its default. */
  readonly params?: Readonly<Record<string, number | string>>
  /** A second quote stands behind each, and is larger. */
  readonly ladder?: boolean
  /** Of each group of the venue exactly one market wins, as the operator says. */
  readonly exclusive?: boolean
  /** The venue lists these markets alone, in one group: the first probabilities of YES. */
  readonly group?: readonly number[]
  readonly markets?: { readonly tickSize: number; readonly minOrderShares: number }
  readonly stopMatchingBeforeSec?: number
  /** Shortest life of an order that the venue takes, seconds, as its profile says; and how many of a wallet may be open there. */
  readonly minLifetimeSec?: number
  readonly maxOpenOrders?: number
  /** What a start does where what is held is not explained. */
  readonly positions?: 'accept' | 'report' | 'refuse'
  /** Beside what stands in the calendar as a caution: around the end of each market, or of these alone. */
  readonly calendar?: readonly ClosingWindow[]
  /** All that are listed by default. */
  readonly chosen?: Chosen
  /** Where few losses are allowed: of the run, or of the day, and not of both. */
  readonly losses?: 'run' | 'day'
  /** Where there is a ramp: what else it expects. */
  readonly ramp?: Partial<RampLimits>
}

export const NO_TERMS: Terms = {}

/** Further off than the quote that it stands behind, in price, and so many times as large. */
export const LADDER = { distance: 0.02, times: 1.7 } as const

/** What `b` says before what `a` does, key by key. */
export function mergedTerms(a: Terms, b: Terms): Terms {
  const parts = (['risk', 'execution', 'feed', 'estimates'] as const).flatMap((key) =>
    a[key] === undefined && b[key] === undefined ? [] : [[key, { ...a[key], ...b[key] }] as const],
  )
  return { ...a, ...b, ...Object.fromEntries(parts) }
}
