// What stands for the chain and the operator on the bundled server alone. No live venue has these.

import { z } from 'zod'
import { clobMarketStatus } from './market-schema.js'
import { balances, tier } from './order-schema.js'
import { address, decimalPrice, rawAmount, uintString } from './primitives.js'

const positiveAmount = rawAmount
  .refine((text) => /[1-9]/.test(text) && text.length <= 40, { message: 'expected 1 to 40 digits, more than 0' })
  .meta({ pattern: '^\\d{1,40}$', examples: ['5000000'] })
const feeRateBps = z.int().min(0).max(1000)

export const faucetBody = z.object({ account: address, amount: positiveAmount })
export const setBody = z.object({ conditionId: z.string(), amount: positiveAmount })
export const redeemBody = z.object({ conditionId: z.string() })
export const redeemed = balances.extend({ paid: rawAmount }).meta({ id: 'Redeemed' })
export const resolveBody = z
  .object({
    winningOutcomeId: z.string().optional(),
    outcome: z.union([z.literal(0), z.literal(1)]).optional(),
    cancelled: z.literal(true).optional(),
  })
  .refine((b) => [b.winningOutcomeId, b.outcome, b.cancelled].filter((given) => given !== undefined).length === 1, {
    message: 'expected exactly one of winningOutcomeId, outcome, cancelled',
  })
  .meta({ minProperties: 1, maxProperties: 1 })
export const registerBody = z.object({ clobMarketStatus })

/** What is left out stays. */
export const termsBody = z
  .object({
    tickSize: decimalPrice.optional(),
    sizeStep: rawAmount.optional(),
    minOrderSize: rawAmount.optional(),
  })
  .refine((terms) => Object.keys(terms).length > 0, 'expected tickSize, sizeStep or minOrderSize, got none of them')
  .meta({ minProperties: 1 })
export type TermsBody = z.infer<typeof termsBody>

/** The nonce that orders must sign from now on, and how many that rested were cancelled. */
export const nonceRaised = z
  .object({ account: address, nonce: uintString, cancelled: z.int().min(0) })
  .meta({ id: 'NonceRaised' })

/** Without a rate (`null`) a market or a tag inherits again. */
export const feeChangeBody = z.discriminatedUnion('scope', [
  z.object({ scope: z.literal('market'), marketId: z.string(), feeRateBps: feeRateBps.nullable() }),
  z.object({ scope: z.literal('tag'), tagSlug: z.string(), feeRateBps: feeRateBps.nullable() }),
  z.object({ scope: z.literal('global'), feeRateBps }),
])
export const feeChange = z.object({ feeRateBps: feeRateBps.nullable() })

export const tierBody = z.object({ tier })

/** Raw collateral paid to each referrer. */
export const referralPayout = z.object({ paid: z.array(z.object({ account: address, amount: rawAmount })) })
