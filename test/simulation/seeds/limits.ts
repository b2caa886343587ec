// How much the bot may hold and rest, by what the scenario and the configuration of the moment say.

import type { z } from 'zod'
import { type RiskLimits, riskLimits } from '../../../src/risk/schema.js'

type RiskLimitsInput = z.input<typeof riskLimits>

const of = (shares: number, collateral: number, more: RiskLimitsInput = {}): RiskLimits =>
  riskLimits.parse({
    maxMarketShares: shares,
    maxMarketCollateral: collateral,
    maxMarketLoss: 120,
    maxTotalShares: 1000,
    maxTotalCollateral: 1500,
    maxTotalLoss: 1000,
    ...more,
  })

export const LIMITS = {
  wide: of(120, 200),
  tight: of(24, 40),
  'tight-losses': of(120, 60, { maxMarketLoss: 8, maxTotalLoss: 24, maxTotalCollateral: 100 }),
  'tight-rate': of(120, 200, { orderRate: { perSecond: 3, perMinute: 40 } }),
  'limits-raised': of(160, 260),
  'limits-lowered': of(20, 30),
} as const satisfies Record<string, RiskLimits>
