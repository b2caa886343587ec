// Settings of what is done on the chain: what may be done, when it pays, and how a real chain is reached.

import { z } from 'zod'

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'expected an address: 0x and 40 hex digits')

const allowance = z
  .strictObject({
    spender: address.describe('Contract that takes the collateral, such as the exchange'),
    amount: z.number().positive().describe('Allowance that is given, in units of collateral; never more'),
    refillBelow: z.number().min(0).describe('It is given again when less than this is left, in units of collateral'),
  })
  .refine(({ amount, refillBelow }) => refillBelow < amount, { error: 'expected refillBelow to be less than amount' })

const rpc = z
  .strictObject({
    url: z.string().min(1).optional().describe('Address of a node; only of one that holds no secret'),
    urlEnv: z.string().min(1).optional().describe('Environment variable that holds the address of a node'),
    timeoutMs: z.int().min(100).max(60_000).default(5000).describe('A question to the node is given up after this'),
    pollMs: z.int().min(50).default(2000).describe('Milliseconds between two looks at a pending transaction'),
    confirmations: z
      .int()
      .min(1)
      .default(3)
      .describe('Blocks, its own included, after which a transaction counts as done; fewer can be taken back'),
    stuckAfterSec: z
      .number()
      .positive()
      .default(60)
      .describe('Seconds until a transaction that is not mined is replaced by one that pays more'),
    conditionalTokens: address.describe('Contract that holds the outcome tokens'),
    collateral: address.describe('Contract of the collateral'),
    maxGasPriceGwei: z.number().positive().describe('Most that a unit of gas may cost; nothing is signed above it'),
    maxGas: z
      .int()
      .min(21_000)
      .default(500_000)
      .describe('Most gas that a transaction may use; none is signed above it'),
    gasTokenPrice: z.number().positive().describe("Price of the chain's own token, in units of collateral"),
  })
  .refine(({ url, urlEnv }) => (url === undefined) !== (urlEnv === undefined), {
    error: 'expected exactly one of url, urlEnv',
  })
export type RpcSettings = z.infer<typeof rpc>

export const chainSettings = z
  .strictObject({
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
    rpc: rpc.optional().describe('A node of the chain; not needed on the bundled server, which plays the chain itself'),
    allowance: allowance.optional().describe('Allowance of the exchange, kept up with actions: all'),
  })
  // the bundled server's chain knows no allowance
  .refine(({ actions, rpc: node, allowance: kept }) => actions !== 'all' || node === undefined || kept !== undefined, {
    error: 'expected the allowance that actions: all keeps up, or actions: merge, which does the rest',
    path: ['allowance'],
  })
