// The venue as data: everything that may differ between deployments. Files: config/venues/*.yaml.

import { z } from 'zod'
import { ORDER_TYPES } from '../../domain/order.js'
import { address } from './primitives.js'

/** Chain id reserved for the bundled server ("QUOI" in ASCII): orders signed for it are worthless anywhere else. */
export const SANDBOX_CHAIN_ID = 0x51554f49

export const ROUTE_CLASSES = ['read', 'write', 'cancel', 'account'] as const
export type RouteClass = (typeof ROUTE_CLASSES)[number]

/** Requests allowed per window; two independent sliding windows. */
export const windowLimits = z.strictObject({ perSecond: z.int().min(1), perMinute: z.int().min(1) })
export type WindowLimits = z.infer<typeof windowLimits>
export const classLimits = z.strictObject({
  read: windowLimits,
  write: windowLimits,
  cancel: windowLimits,
  account: windowLimits,
})
export type ClassLimits = z.infer<typeof classLimits>

const path = z.string().startsWith('/')

/** Path of each request; `{id}` is the market id, `{hash}` the order hash. */
export const paths = z.strictObject({
  root: path.default('/'),
  markets: path.default('/markets'),
  market: path.default('/markets/{id}'),
  fee: path.default('/markets/{id}/fee'),
  bestBids: path.default('/markets/{id}/best-bids'),
  orderbook: path.default('/markets/{id}/orderbook'),
  submit: path.default('/markets/{id}/orders'),
  cancelAll: path.default('/markets/{id}/orders/cancel-all'),
  cancelMany: path.default('/orders/cancel-many'),
  order: path.default('/orders/{hash}'),
  orders: path.default('/orders'),
  ownTrades: path.default('/me/trades'),
  balances: path.default('/me/balances'),
  positions: path.default('/me/positions'),
  nonce: path.default('/auth/nonce'),
  verify: path.default('/auth/verify'),
  refresh: path.default('/auth/refresh'),
})

const eventName = z.string().min(1)
const eventNames = z.strictObject({
  'orderbook.snapshot': eventName.default('orderbook.snapshot'),
  'orderbook.update': eventName.default('orderbook.update'),
  bestBids: eventName.default('bestBids'),
  trade: eventName.default('trade'),
  'trade.settlement': eventName.default('trade.settlement'),
  'market.status': eventName.default('market.status'),
  'market.fee': eventName.default('market.fee'),
  order: eventName.default('order'),
  balance: eventName.default('balance'),
})

export const typedData = z.strictObject({
  /** `side-in-order`: 12 fields with side and signatureType; `side-from-amounts`: the 10 fields of the specification's body. */
  variant: z.enum(['side-in-order', 'side-from-amounts']).default('side-in-order'),
  domain: z.strictObject({
    name: z.string(),
    version: z.string(),
    chainId: z.int().positive(),
    verifyingContract: address,
  }),
})
export type TypedDataProfile = z.infer<typeof typedData>

export const siwe = z.strictObject({
  domain: z.string().min(1),
  uri: z.url(),
  statement: z.string().optional(),
  chainId: z.int().positive(),
})
export type SiweProfile = z.infer<typeof siwe>

const orderType = z.enum(ORDER_TYPES)

export const venueProfile = z.strictObject({
  name: z.string().min(1),
  typedData,
  siwe,
  paths: paths.prefault({}),
  socket: z
    .strictObject({
      path: path.default('/socket.io'),
      events: eventNames.prefault({}),
      /** What the venue's socket tells beyond the promise of rooms; the bot is correct without any of it. */
      privateEvents: z.boolean().default(true),
      sequenced: z.boolean().default(true),
      hashed: z.boolean().default(true),
    })
    .prefault({}),
  orders: z
    .strictObject({
      types: z.array(orderType).default([...ORDER_TYPES]),
      expirationOn: z.array(orderType).default(['GTC', 'GTD', 'POST_ONLY']),
      /** The venue stops matching an order this long before its expiration, in seconds. */
      stopMatchingBeforeSec: z.number().min(0).default(5),
      /** Shortest lifetime the venue accepts, in seconds. */
      minLifetimeSec: z.number().min(0).default(0),
      nonce: z.string().regex(/^\d+$/).default('0'),
      maxFeeRateBps: z.int().min(0).max(10_000).default(1000),
    })
    .prefault({}),
  /** Whether a maker pays the rate it signed. Unknown venues are assumed to charge it. */
  makerPaysFee: z.boolean().default(true),
  bestBids: z
    .strictObject({
      /** `direct`: BUY orders of the token only; `merged`: complementary SELL orders count too. */
      counts: z.enum(['direct', 'merged']).default('direct'),
    })
    .prefault({}),
  /** Budgets assumed until the headers tell; per key. */
  limits: classLimits.prefault({
    read: { perSecond: 10, perMinute: 300 },
    write: { perSecond: 5, perMinute: 150 },
    cancel: { perSecond: 10, perMinute: 300 },
    account: { perSecond: 10, perMinute: 300 },
  }),
  /** Raw token grid used where a market does not state its own. */
  marketDefaults: z
    .strictObject({
      tickSize: z.string().default('0.01'),
      minOrderSize: z.string().default('1000000'),
      sizeStep: z.string().default('10000'),
      collateralDecimals: z.int().min(0).max(36).default(6),
    })
    .prefault({}),
})
export type VenueProfile = z.infer<typeof venueProfile>
