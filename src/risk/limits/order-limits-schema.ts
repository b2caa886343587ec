// Settings of what one order may be, and how many a bot may send: the last guards against a strategy, or a bot, that has gone wild.

import { z } from 'zod'

const amount = z.number().min(0).max(1e12)

export const orderLimits = {
  maxOrderShares: amount
    .default(500)
    .describe('Largest order, in shares: a larger one is refused, not cut down, and the signer signs none'),
  maxOrderCollateral: amount
    .default(500)
    .describe('Largest order, price times size in collateral: a larger one is refused, and the signer signs none'),
  maxFairDistance: z
    .number()
    .gt(0)
    .max(1)
    .default(0.25)
    .describe('Furthest that a quote may stand from the fair value, on either side, as a probability'),
  maxFeeRateBps: z
    .int()
    .min(0)
    .max(10_000)
    .default(1000)
    .describe('Fee of a market, in basis points, above which nothing is quoted there that adds to the position'),
  orderRate: z
    .strictObject({
      perSecond: z.int().min(1).max(10_000).default(100).describe('Orders that may be sent within any second'),
      perMinute: z.int().min(1).max(100_000).default(6000).describe('Orders that may be sent within any minute'),
    })
    .prefault({})
    .describe("Orders that the bot may send, of all markets, whatever the venue's own limits allow"),
}
