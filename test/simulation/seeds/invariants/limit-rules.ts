// Each limit by the name of its refusal: the amount that is held against it, of one market or of all.

import type { RefusalReason } from '../../../../src/domain/orders/quote.js'
import type { RiskLimits } from '../../../../src/risk/schema.js'
import type { PlainSums } from './plain-exposure.js'

/** Over all markets, raw. */
export interface Totals {
  readonly positionRaw: bigint
  readonly collateralRaw: bigint
  readonly lossRaw: bigint
  readonly lockedRaw: bigint
}

export const NOTHING: Totals = { positionRaw: 0n, collateralRaw: 0n, lossRaw: 0n, lockedRaw: 0n }

export const OF_MARKET = [
  { reason: 'market-position', amount: (s: PlainSums) => s.highRaw, limit: (r: RiskLimits) => r.maxMarketShares },
  { reason: 'market-position', amount: (s: PlainSums) => -s.lowRaw, limit: (r: RiskLimits) => r.maxMarketShares },
  {
    reason: 'market-collateral',
    amount: (s: PlainSums) => s.collateralRaw,
    limit: (r: RiskLimits) => r.maxMarketCollateral,
  },
  { reason: 'market-loss', amount: (s: PlainSums) => s.lossRaw, limit: (r: RiskLimits) => r.maxMarketLoss },
] as const
export const OF_ALL = [
  { reason: 'total-position', amount: (t: Totals) => t.positionRaw, limit: (r: RiskLimits) => r.maxTotalShares },
  {
    reason: 'total-collateral',
    amount: (t: Totals) => t.collateralRaw,
    limit: (r: RiskLimits) => r.maxTotalCollateral,
  },
  { reason: 'total-loss', amount: (t: Totals) => t.lossRaw, limit: (r: RiskLimits) => r.maxTotalLoss },
] as const
export const CAPITAL: ReadonlySet<RefusalReason> = new Set([
  'market-collateral',
  'total-collateral',
  'no-collateral',
  'not-held',
] as const)
export const SHARED: ReadonlySet<RefusalReason> = new Set([
  ...(['total-position', 'total-collateral', 'total-loss', 'group-loss', 'no-collateral'] as const),
])
export const LIMITED: ReadonlySet<RefusalReason> = new Set([
  ...(['market-position', 'market-collateral', 'market-loss', 'total-position', 'total-collateral'] as const),
  ...(['total-loss', 'group-loss', 'no-collateral', 'not-held', 'pair-unfunded'] as const),
])

/** With one market more. */
export function plus(sum: Totals, { highRaw, lowRaw, ...one }: PlainSums): Totals {
  const larger = highRaw > -lowRaw ? highRaw : -lowRaw
  return {
    positionRaw: sum.positionRaw + (larger > 0n ? larger : 0n),
    collateralRaw: sum.collateralRaw + one.collateralRaw,
    lossRaw: sum.lossRaw + one.lossRaw,
    lockedRaw: sum.lockedRaw + one.lockedRaw,
  }
}
