// The file of `quoin signer`: whose key it holds, where it is asked, and what it signs at most. It is the signer's own: a bot that is taken
// over can ask for nothing beyond it.

import { z } from 'zod'
import { ORDER_TYPES } from '../domain/orders/order.js'
import { keySettings } from '../venue/schema.js'
import { address } from '../venue/wire/primitives.js'

const probability = z.number().min(0).max(1)

const orders = z
  .strictObject({
    types: z
      .array(z.enum(ORDER_TYPES))
      .min(1)
      .default(['POST_ONLY', 'GTC', 'FOK'])
      .describe('Order types that are signed; quoin flatten needs FOK'),
    maxShares: z.number().positive().describe('Largest order, in shares'),
    maxCollateral: z.number().positive().describe('Dearest order, in units of collateral'),
    minPrice: probability.default(0).describe('Lowest price, as a probability'),
    maxPrice: probability.default(1).describe('Highest price, as a probability'),
    maxLifetimeSec: z
      .number()
      .positive()
      .default(420)
      .describe("Longest time until an order's expiration, in seconds; one without an expiration is refused"),
    maxFeeRateBps: z.int().min(0).max(10_000).default(100).describe('Highest fee, in basis points'),
    perMinute: z.int().min(1).default(600).describe('Orders signed in any minute, for all bots together'),
    contracts: z.array(address).default([]).describe("Exchange contracts that orders may be for besides the profile's"),
  })
  .refine(({ minPrice, maxPrice }) => minPrice < maxPrice, { error: 'expected minPrice to be less than maxPrice' })

const chain = z.strictObject({
  conditionalTokens: address.describe('Contract that holds the outcome tokens'),
  collateral: address.describe('Contract of the collateral'),
  maxGas: z.int().min(21_000).default(500_000).describe('Most gas that a transaction may use'),
  maxGasPriceGwei: z.number().positive().describe('Most that a unit of gas may cost'),
  allowance: z
    .strictObject({
      spender: address.describe('Contract that may be allowed to take collateral, such as the exchange'),
      amount: z.number().positive().describe('Most that it may be allowed, in units of collateral'),
    })
    .optional()
    .describe('Absent: no allowance is signed'),
})

export const signerConfig = z.strictObject({
  profile: z.string().min(1).describe('Venue profile: a path, relative to this file'),
  socket: z
    .string()
    .min(1)
    .describe('Path of the socket, relative to this file; its folder is made, and must be nobody else’s (mode 0700)'),
  wallet: keySettings.prefault({}).describe('Where the private key is'),
  orders: orders.describe('What of orders is signed'),
  chain: chain.optional().describe('Split, merge, redeem and approve on a real chain; absent: none is signed'),
})
export type SignerConfig = z.infer<typeof signerConfig>
