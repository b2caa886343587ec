// Settings of risk. Amounts are decimal: shares, or units of collateral. A limit may be reached, never passed.

import { z } from 'zod'
import { calendar } from './caution/calendar-schema.js'
import { ramp } from './caution/ramp-schema.js'
import { toxicity } from './caution/toxicity-schema.js'
import { orderLimits } from './limits/order-limits-schema.js'

const shares = z.number().min(0).max(1e12)
const collateral = z.number().min(0).max(1e12)
const inside = z.number().gt(0).lt(1)

const priceBand = z
  .strictObject({
    min: inside
      .default(0.02)
      .describe('Lowest price of YES at which we quote; a bid on NO at p is a quote on YES at 1 - p'),
    max: inside.default(0.98).describe('Highest price of YES at which we quote'),
  })
  .refine(({ min, max }) => min <= max, { error: 'expected min to be at most max', path: ['min'] })

const killSwitch = z.strictObject({
  maxLoss: collateral
    .default(250)
    .describe(
      'Total loss, in collateral, above which everything is pulled; since the first start with this journal, or the resume after the last halt for a loss. What is held counts at the best bid for it, or at its fair value where that is lower',
    ),
  maxDailyLoss: collateral
    .default(250)
    .describe(
      'The same within one day, from midnight to midnight in UTC; what was won or lost while no bot ran counts in the day on which it is found',
    ),
  maxDrawdown: collateral
    .default(250)
    .describe('Fall of the total profit from its highest point, in collateral, above which everything is pulled'),
})
export type KillSwitchLimits = z.infer<typeof killSwitch>

export const riskLimits = z.strictObject({
  maxMarketShares: shares
    .default(500)
    .describe('Net position of a market, YES minus NO in shares, with every order of one direction filled'),
  maxMarketCollateral: collateral
    .default(500)
    .describe('Collateral of a market: behind its orders, and paid for what is held'),
  maxMarketLoss: collateral
    .default(250)
    .describe(
      'Loss of a market in its worst outcome, every order that may live filled, from what is held at what it cost: what was earned or lost before neither adds room nor takes it',
    ),
  maxGroupLoss: collateral
    .optional()
    .describe(
      'Loss of a market group in its worst outcome; of groups in markets.exclusiveGroups, one market wins and the others do not, of others the worst cases add up; no limit without it',
    ),
  maxTotalShares: shares.default(5000).describe('The same position, summed over all markets'),
  maxTotalCollateral: collateral.default(5000).describe('The same collateral, summed over all markets'),
  maxTotalLoss: collateral.default(1000).describe('The same worst cases, summed over all markets'),
  ...orderLimits,
  priceBand: priceBand.prefault({}).describe('Prices outside are not quoted'),
  calendar: calendar
    .optional()
    .describe('Times around which markets are quoted wider, only to reduce, or not at all; the strictest counts'),
  toxicity: toxicity
    .optional()
    .describe('Markets in which our own fills go bad are quoted wider, then not at all for a while; off without it'),
  ramp: ramp
    .optional()
    .describe(
      'Quotes that add to a position begin small, grow while live agrees with what was expected, and shrink at once when it does not; off without it, and in backtests',
    ),
  killSwitch: killSwitch.prefault({}).describe('Pulls everything until an operator resumes, restarts included'),
  quoteAgainAfterSec: z
    .number()
    .min(0)
    .max(3600)
    .default(3)
    .describe(
      'Seconds for which venue, sign-in, clock and feeds must be well, after any of them was not, before anything is quoted again',
    ),
  maxClockErrorMs: z
    .number()
    .min(0)
    .max(60_000)
    .default(2000)
    .describe("Uncertainty of the venue's clock, in milliseconds, above which nothing is quoted"),
})
export type RiskLimits = z.infer<typeof riskLimits>
