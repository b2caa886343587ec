// Orders, keys and sign-in, as they travel.

import { z } from 'zod'
import { ORDER_STATUSES, ORDER_TYPES } from '../../domain/order.js'
import { side } from './market-schema.js'
import { address, bytes32, dateTime, decimalPrice, hexBytes, pagination, rawAmount, uintString } from './primitives.js'

/** The signed order of the specification; `side` and `signatureType` are optional extras of the 12-field profile. */
export const signedOrder = z
  .object({
    salt: uintString,
    maker: address,
    signer: address,
    taker: address,
    tokenId: uintString,
    makerAmount: uintString,
    takerAmount: uintString,
    expiration: uintString,
    nonce: uintString,
    feeRateBps: uintString,
    side: z.string().optional(),
    signatureType: z.string().optional(),
    signature: hexBytes,
  })
  .meta({ id: 'SignedOrder' })
export type WireSignedOrder = z.infer<typeof signedOrder>

export const orderSubmission = z.object({ order: signedOrder, orderType: z.enum(ORDER_TYPES) })
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
    originalSize: rawAmount,
    filledSize: rawAmount,
    remainingSize: rawAmount,
    pendingSize: rawAmount.optional(),
    orderType: z.enum(ORDER_TYPES),
    expiration: uintString.optional(),
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .meta({ id: 'Order' })
export type WireOrderRecord = z.infer<typeof orderRecord>
export const orderList = z.object({ orders: z.array(orderRecord), pagination: pagination.optional() })

export const cancelManyBody = z.object({
  orderHashes: z.array(bytes32).min(1).max(100),
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
    /** Raw tokens on a BUY, raw collateral on a SELL. */
    fee: rawAmount,
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
  available: rawAmount.describe('What a new order can use, raw units'),
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
    /** Seconds. */
    expiresIn: z.number().positive(),
  })
  .meta({ id: 'AuthTokens' })
export type WireAuthTokens = z.infer<typeof authTokens>
