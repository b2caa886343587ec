// How much the bot may hold and rest, by what the scenario and the configuration of the moment say.

import { type RiskLimits, riskLimits } from '../../../src/risk/schema.js'

const of = (shares: number, collateral: number): RiskLimits =>
  riskLimits.parse({
    maxMarketShares: shares,
    maxMarketCollateral: collateral,
    maxMarketLoss: 120,
    maxTotalShares: 1000,
    maxTotalCollateral: 1500,
    maxTotalLoss: 1000,
  })

export const LIMITS = {
  wide: of(120, 200),
  tight: of(24, 40),
  'limits-raised': of(160, 260),
  'limits-lowered': of(20, 30),
} as const satisfies Record<string, RiskLimits>
