// What the exchange must know about a market to trade it.

import type { Lots } from '../../../../domain/amounts/size.js'
import { QuoinError } from '../../../../domain/error.js'
import type { ConditionId } from '../../../../domain/market/market.js'

export interface MarketSpec {
  readonly id: string
  readonly conditionId: ConditionId
  readonly tokenIds: readonly [string, string]
  /** Ticks in one unit of price: 100 for a tick of 0.01. */
  readonly ticksPerUnit: number
  /** Raw token units in one lot; a multiple of `ticksPerUnit`. */
  readonly lotRaw: bigint
  /** Raw units in one share and in one unit of collateral. */
  readonly unitRaw: bigint
  readonly minLots: Lots
  /** Venue time in ms at which the market closes. */
  readonly endMs: number
  /** Effective fee at the start, 0 to 1000. */
  readonly feeRateBps: number
}

/** The same with nothing else, and of one shape whoever made it: each order reads it. */
export function plainSpec(spec: MarketSpec): MarketSpec {
  const { id, conditionId, tokenIds, ticksPerUnit, lotRaw, unitRaw, minLots, endMs, feeRateBps } = spec
  return { id, conditionId, tokenIds, ticksPerUnit, lotRaw, unitRaw, minLots, endMs, feeRateBps }
}

/** The contract refuses a higher signed rate. */
const MAX_FEE_RATE_BPS = 1000

export function checkFeeRate(feeRateBps: number): void {
  if (!Number.isInteger(feeRateBps) || feeRateBps < 0 || feeRateBps > MAX_FEE_RATE_BPS) {
    throw new QuoinError(
      'bad-argument',
      `feeRateBps: expected a whole number from 0 to ${MAX_FEE_RATE_BPS}, got ${feeRateBps}`,
    )
  }
}

/** Throws `bad-argument` for a market whose amounts would not be whole raw units. */
export function checkMarketSpec(spec: MarketSpec): void {
  if (!Number.isInteger(spec.ticksPerUnit) || spec.ticksPerUnit < 2) {
    throw new QuoinError(
      'bad-argument',
      `ticksPerUnit: expected a whole number of at least 2, got ${spec.ticksPerUnit}`,
    )
  }
  if (spec.lotRaw <= 0n || spec.lotRaw % BigInt(spec.ticksPerUnit) !== 0n) {
    throw new QuoinError(
      'bad-argument',
      `lotRaw: expected a positive multiple of ticksPerUnit ${spec.ticksPerUnit}, got ${spec.lotRaw}`,
    )
  }
  if (spec.tokenIds[0] === spec.tokenIds[1]) {
    throw new QuoinError('bad-argument', `tokenIds: expected two different ids, got ${spec.tokenIds[0]} twice`)
  }
  checkFeeRate(spec.feeRateBps)
}
