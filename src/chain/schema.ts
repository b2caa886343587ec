// Settings of what is done on the chain: what may be done, and when it pays.

import { z } from 'zod'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'expected an address: 0x and 40 hex digits')

const allowance = z
  .strictObject({
    spender: address.describe('Contract that takes the collateral, such as the exchange'),
    amount: z.number().positive().describe('Allowance that is given, in units of collateral; never more'),
    refillBelow: z.number().min(0).describe('It is given again when less than this is left, in units of collateral'),
  })
  .refine(({ amount, refillBelow }) => refillBelow < amount, { error: 'expected refillBelow to be less than amount' })

export const chainSettings = z.strictObject({
  actions: z
    .enum(['off', 'redeem', 'merge', 'all'])
    .default('off')
    .describe(
      'off: nothing is sent to the chain; redeem: markets that are over are paid out; merge: full sets become collateral, too; all: the allowance is kept up, too',
    ),
  mergeMin: z.number().positive().default(5).describe('Fewest full sets of a market that are merged'),
  maxCostShare: z
    .number()
    .gt(0)
    .max(1)
    .default(0.01)
    .describe('Most that a transaction may cost, as a share of the collateral that it brings'),
  allowance: allowance.optional().describe('Allowance of the exchange, kept up with actions: all'),
})
