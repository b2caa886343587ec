// A two-outcome market as the stages see it. Anything else is listed and refused before it gets here.

import type { Lots } from '../amounts/size.js'
import type { Outcome } from './side.js'

declare const conditionIdBrand: unique symbol

/** 0x-prefixed key of rooms, events and order queries. */
export type ConditionId = string & { readonly [conditionIdBrand]: true }

export type Address = `0x${string}`
export type Hex = `0x${string}`

export type MarketStatus = 'OPEN' | 'CLOSED' | 'RESOLVED' | 'CANCELLED'
export type RegistrationStatus = 'PENDING' | 'REGISTERED' | 'FAILED'

export interface OutcomeInfo {
  readonly outcomeId: string
  readonly tokenId: string
  readonly name: string
}

export interface Market {
  readonly id: string
  readonly conditionId: ConditionId
  readonly question: string
  readonly outcomes: readonly [OutcomeInfo, OutcomeInfo]
  /** Ticks in one unit of price: 100 for a tick of 0.01. */
  readonly ticksPerUnit: number
  /** Raw token units in one lot; a multiple of `ticksPerUnit`, so that every cost is whole. */
  readonly lotRaw: bigint
  readonly minLots: Lots
  /** Raw collateral units in one unit of collateral: 10 ** decimals. A share pays this much when it wins. */
  readonly unitRaw: bigint
  readonly status: MarketStatus
  readonly registration: RegistrationStatus
  /** Effective fee when the market was last read; a display value, never signed. */
  readonly feeRateBps: number
  readonly endMs: number
  /** When trading opened, as far as the venue says. */
  readonly startMs?: number
  /** Kick-off and end of the match that decides it. */
  readonly matchStartMs?: number
  readonly matchEndMs?: number
  readonly winner?: Outcome
  readonly groupId?: string
  readonly category?: string
  readonly tagSlugs: readonly string[]
  /** Exchange contract of this market, where it differs from the profile's. */
  readonly exchange?: Address
}

interface Ending {
  readonly status: MarketStatus
  readonly winner?: Outcome | undefined
}

/** Whether the payouts are known. A market may be resolved before its winner is told: until then it is as one that is closed. */
export function isFinal({ status, winner }: Ending): boolean {
  return status === 'CANCELLED' || (status === 'RESOLVED' && winner !== undefined)
}

/** Shares (float, for display and strategies) in `raw` token units. */
export function rawToShares(raw: bigint, market: Pick<Market, 'unitRaw'>): number {
  return Number(raw) / Number(market.unitRaw)
}

/** Shares in so many lots, for display. */
export function lotsToShares(size: number, market: Pick<Market, 'unitRaw' | 'lotRaw'>): number {
  return (size * Number(market.lotRaw)) / Number(market.unitRaw)
}

/** Whole lots in `shares`, rounded down. */
export function sharesToLots(shares: number, market: Pick<Market, 'unitRaw' | 'lotRaw'>): Lots {
  const lotsPerShare = Number(market.unitRaw) / Number(market.lotRaw)
  const exact = shares * lotsPerShare
  // the small addends keep 0.29 * 100 from becoming 28, and 123456789.29 * 100 from becoming 12345678928
  return Math.max(0, Math.floor(exact + 1e-9 + exact * 2 * Number.EPSILON)) as Lots
}

/** A market as a list has it now; one that was read before the market's end does not undo it. */
export function readAgain(market: Market, known: Market): Market {
  const { status, winner } = known
  if (isFinal(market) || (status !== 'RESOLVED' && status !== 'CANCELLED')) return market
  return { ...market, status, ...(winner === undefined ? {} : { winner }) }
}

/** What a reading of a market tells of its end; answers may be behind the stream, which may have told of it by now. */
export function statusRead(
  market: Market,
  known: Market | undefined,
): Pick<Market, 'conditionId' | 'status'> & Pick<MarketNews, 'winner'> {
  const { conditionId, status, winner } = known ? readAgain(market, known) : market
  return { conditionId, status, ...(winner === undefined ? {} : { winner }) }
}

/** News of a market that is known: what it does not tell stays. */
export interface MarketNews {
  readonly status: MarketStatus
  readonly registration?: RegistrationStatus
  readonly winner?: Outcome
}

export function withNews(market: Market, { status, registration, winner }: MarketNews): Market {
  return {
    ...market,
    status,
    ...(registration ? { registration } : {}),
    ...(winner === undefined ? {} : { winner }),
  }
}

/** Whether a person means the market: by its id, or by its condition id, whose hexadecimal digits are the same in either case. */
export function isCalled(name: string, { id, conditionId }: Pick<Market, 'id' | 'conditionId'>): boolean {
  return name === id || name === conditionId || name.toLowerCase() === conditionId.toLowerCase()
}
