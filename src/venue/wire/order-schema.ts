// Orders, keys and sign-in, as they travel.

import { z } from 'zod'
import { MOST_CANCELS, ORDER_STATUSES, ORDER_TYPES } from '../../domain/orders/order.js'
import { side } from './market-schema.js'
import {
  address,
  bytes32,
  dateTime,
  decimalPrice,
  hexBytes,
  pagination,
  rawAmount,
  signedAmount,
  uintString,
} from './primitives.js'

/** The signed order of the specification; `side` and `signatureType` are optional extras of the 12-field profile. */
export const signedOrder = z
  .object({
    salt: uintString.describe('Any number below 2^256 that makes the hash a new one'),
    maker: address.describe('Wallet whose collateral or tokens are given, and that signs; any case'),
    signer: address.describe('The same wallet as `maker`'),
    taker: address.describe('The zero address: anybody may match. Nothing else is accepted'),
    tokenId: uintString.describe("Outcome token bought or sold: the `tokenId` of one of the market's outcomes"),
    makerAmount: uintString.describe(
      'What the maker gives, raw units, 1 to 2^256 - 1: collateral on a BUY, outcome tokens on a SELL',
    ),
    takerAmount: uintString.describe(
      'What the maker gets, raw units, 1 to 2^256 - 1: outcome tokens on a BUY, collateral on a SELL. The side follows: makerAmount < takerAmount is a BUY, more is a SELL, equal is refused. Price = collateral / tokens, a multiple of the tickSize strictly between 0 and 1; the tokens are a multiple of the sizeStep and at least the minOrderSize',
    ),
    expiration: uintString.describe(
      "Unix seconds of the venue's clock (`GET /health`, the Date header) after which nothing matches; 0 for none, but a GTD needs one",
    ),
    nonce: uintString.describe("The wallet's current one, exactly: 0 until it was raised (`GET /me`)"),
    feeRateBps: uintString.describe(
      "The market's effective fee in basis points (1/100 %), 0 to 1000: exactly what `GET /markets/{id}/fee` answers, read right before signing",
    ),
    side: z
      .string()
      .optional()
      .describe(
        '"0" BUY, "1" SELL, as the amounts say. Signed where the type has 12 fields; may be left out of the body',
      ),
    signatureType: z
      .string()
      .optional()
      .describe('"0": a wallet of its own (EOA). Signed where the type has 12 fields; may be left out of the body'),
    signature: hexBytes.describe(
      'EIP-712 signature of the fields above by `maker`: 65 bytes r, s, v as hex; s in the lower half of the curve order, v 27 or 28 (1b or 1c)',
    ),
  })
  .meta({ id: 'SignedOrder', description: 'Every value is text; whole numbers are decimal, without sign or point.' })
export type WireSignedOrder = z.infer<typeof signedOrder>

export const orderSubmission = z.object({
  order: signedOrder,
  orderType: z
    .enum(ORDER_TYPES)
    .describe(
      'GTC rests; GTD rests until its expiration; FOK matches in full or not at all; FAK matches what it can, the rest is cancelled; POST_ONLY rests or is cancelled. Not signed',
    ),
})
export type WireOrderSubmission = z.infer<typeof orderSubmission>

export const orderStatus = z.enum(ORDER_STATUSES)
export const orderResult = z.looseObject({ orderHash: bytes32, status: orderStatus }).meta({ id: 'OrderResult' })
export type WireOrderResult = z.infer<typeof orderResult>

export const orderRecord = z
  .looseObject({
    orderHash: bytes32,
    account: address,
    conditionId: z.string(),
    tokenId: z.string(),
    status: orderStatus,
    side,
    price: decimalPrice,
    originalSize: rawAmount.describe('Signed size, raw outcome tokens'),
    filledSize: rawAmount.describe('Matched and settled, raw outcome tokens'),
    remainingSize: rawAmount.describe('Rests on the book, raw outcome tokens; 0 once the order has ended'),
    pendingSize: rawAmount
      .optional()
      .describe(
        'Matched and not settled, beside the filled size, raw outcome tokens. originalSize = filledSize + pendingSize + remainingSize + what was cancelled',
      ),
    orderType: z.enum(ORDER_TYPES),
    expiration: uintString.optional().describe("Unix seconds of the venue's clock; 0 for none"),
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .meta({ id: 'Order' })
export type WireOrderRecord = z.infer<typeof orderRecord>
export const orderList = z.object({ orders: z.array(orderRecord), pagination: pagination.optional() })
/**
 * The same as a client reads it. The specification shows neither all order types nor what beside the page stands in the pagination, and neither is
 * needed: an order that somebody has placed by hand must not hide all others. One of a type that has another name counts as GTC.
 */
export const orderReading = orderRecord.extend({ orderType: orderRecord.shape.orderType.catch('GTC') })
export const orderListReading = z.object({
  orders: z.array(orderReading),
  pagination: z.looseObject({ total: z.int().optional() }).optional(),
})

export const cancelManyBody = z.object({
  orderHashes: z.array(bytes32).min(1).max(MOST_CANCELS),
  account: address.optional(),
})
export const cancelManyResult = z
  .object({
    cancelled: z.int(),
    orderHashes: z.array(z.string()),
    failed: z.array(z.looseObject({ orderHash: z.string(), error: z.string() })),
  })
  .meta({ id: 'CancelManyResult' })
export type WireCancelManyResult = z.infer<typeof cancelManyResult>

/** One of our matches (`GET /me/trades`). */
export const ownTrade = z
  .looseObject({
    tradeId: z.string(),
    orderHash: bytes32,
    conditionId: z.string(),
    tokenId: z.string(),
    side,
    price: decimalPrice,
    size: rawAmount,
    fee: rawAmount.describe('Raw tokens on a BUY, raw collateral on a SELL'),
    liquidity: z.enum(['maker', 'taker']),
    status: z.enum(['pending', 'settled', 'failed']),
    timestamp: dateTime,
  })
  .meta({ id: 'OwnTrade' })
export type WireOwnTrade = z.infer<typeof ownTrade>
export const ownTradeList = z.object({ data: z.array(ownTrade), pagination })

/** total = available + locked + pending, for the collateral and for each token. */
const ownedParts = {
  total: rawAmount.describe('Everything owned: available + locked + pending, raw units'),
  available: signedAmount.describe(
    'What a new order can use, raw units; below zero where more is behind open orders than is owned',
  ),
  locked: rawAmount.describe('Behind open orders, raw units'),
  pending: rawAmount.describe(
    'Matched and not settled, raw units: gone when it settles, available again when it fails',
  ),
}

/** `GET /me/balances`: collateral after open-order locks. */
export const balances = z
  .looseObject({ account: address, collateral: z.looseObject(ownedParts) })
  .meta({ id: 'Balances' })
export type WireBalances = z.infer<typeof balances>

/** `GET /me/positions`: a bare list of token holdings in `data`. */
export const positions = z.object({
  data: z.array(
    z.looseObject({
      conditionId: z.string(),
      marketId: z.string().optional(),
      outcomeId: z.string(),
      tokenId: z.string(),
      ...ownedParts,
    }),
  ),
  pagination,
})
export type WirePositions = z.infer<typeof positions>

export const tier = z.enum(['DEFAULT', 'PRO', 'MM', 'INTERNAL'])
export const apiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    tier,
    createdAt: dateTime.optional(),
  })
  .meta({ id: 'ApiKey' })
export const createdApiKey = apiKey.extend({ key: z.string() }).meta({ id: 'CreatedApiKey' })
export const apiKeyList = z.object({ data: z.array(apiKey), pagination })
/** The specification shows no more than that it worked. */
export const emptyResult = z.object({})
export const createApiKeyBody = z.object({ name: z.string().min(1).max(64) })

export const authNonce = z.object({ nonce: z.string() })
export const authVerifyBody = z.object({ message: z.string().max(4096), signature: hexBytes })
export const authRefreshBody = z.object({ refreshToken: z.string().max(512) })
export const authTokens = z
  .looseObject({
    accessToken: z.string(),
    refreshToken: z.string(),
    tokenType: z.literal('Bearer'),
    expiresIn: z.number().positive().describe('Life of the access token, seconds'),
  })
  .meta({ id: 'AuthTokens' })
export type WireAuthTokens = z.infer<typeof authTokens>
/** The same as a client reads it: the name of the type is of any case (RFC 6749, 5.1), and there is no other. */
export const authTokensReading = authTokens.extend({
  tokenType: z
    .string()
    .regex(/^bearer$/i)
    .optional(),
})
export type AuthTokensReading = z.infer<typeof authTokensReading>
