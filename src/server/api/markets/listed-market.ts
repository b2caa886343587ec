// A market on the venue's list: what the exchange trades, with its text and its place among tags and groups.

import { keccak256, stringToBytes } from 'viem/utils'
import type { ConditionId, Market, OutcomeInfo, RegistrationStatus } from '../../../domain/market/market.js'
import type { MarketSpec } from '../../../venue/simulated/exchange/exchange.js'
import type { Match } from './match-scores.js'

export interface NewListing {
  /** `feeRateBps` is ignored: the effective rate follows from the override, the tags and the global rate. */
  readonly spec: MarketSpec
  readonly question: string
  readonly outcomeNames: readonly [string, string]
  readonly createdMs: number
  readonly description?: string
  readonly category?: string
  readonly tagSlugs?: readonly string[]
  readonly group?: { readonly slug: string; readonly title?: string }
  readonly registration?: RegistrationStatus
  readonly feeRateBpsOverride?: number
  readonly startMs?: number
  readonly mirrorSlug?: string
  readonly betTypeName?: string
  readonly match?: Match
  /** Listed without token ids, and not on the exchange. */
  readonly incomplete?: boolean
}

export interface ListedMarket {
  readonly id: string
  readonly conditionId: ConditionId
  readonly spec: MarketSpec
  readonly question: string
  readonly description: string | undefined
  readonly category: string | undefined
  readonly tagSlugs: readonly string[]
  readonly groupId: string | undefined
  readonly mirrorSlug: string | undefined
  readonly betTypeName: string | undefined
  readonly match: Match | undefined
  readonly incomplete: boolean
  readonly createdMs: number
  readonly startMs: number | undefined
  /** What the codecs need. */
  readonly grid: Pick<Market, 'ticksPerUnit' | 'lotRaw' | 'outcomes'>
  registration: RegistrationStatus
  feeRateBpsOverride: number | undefined
  /** Raw collateral traded. */
  volumeRaw: bigint
}

export function listedMarket(
  listing: NewListing & { readonly registration: RegistrationStatus },
  groupId: string | undefined,
): ListedMarket {
  const { spec, outcomeNames } = listing
  const outcome = (index: 0 | 1): OutcomeInfo => ({
    outcomeId: `${spec.id}-${index}`,
    tokenId: spec.tokenIds[index],
    name: outcomeNames[index],
  })
  return {
    id: spec.id,
    conditionId: spec.conditionId,
    spec,
    question: listing.question,
    description: listing.description,
    category: listing.category,
    tagSlugs: listing.tagSlugs ?? [],
    groupId,
    mirrorSlug: listing.mirrorSlug,
    betTypeName: listing.betTypeName,
    match: listing.match,
    incomplete: listing.incomplete ?? false,
    createdMs: listing.createdMs,
    startMs: listing.startMs,
    grid: { ticksPerUnit: spec.ticksPerUnit, lotRaw: spec.lotRaw, outcomes: [outcome(0), outcome(1)] },
    registration: listing.registration,
    feeRateBpsOverride: listing.feeRateBpsOverride,
    volumeRaw: 0n,
  }
}

/** Condition and token ids of a configured market: the same for the same seed and market id. */
export function derivedIds(seed: number, marketId: string): Pick<MarketSpec, 'conditionId' | 'tokenIds'> {
  const digest = (name: string) => keccak256(stringToBytes(`quoin/${seed}/${marketId}/${name}`))
  return {
    conditionId: digest('condition') as ConditionId,
    tokenIds: [BigInt(digest('token/0')).toString(), BigInt(digest('token/1')).toString()],
  }
}
