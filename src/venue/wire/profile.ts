// The venue as data: everything that may differ between deployments. Files: config/venues/*.yaml.

import { z } from 'zod'
import type { ErrorCode } from '../../domain/error.js'
import { ORDER_TYPES } from '../../domain/orders/order.js'
import type { RouteClassName } from '../../domain/permit.js'
import { ASSUMPTION_NAMES } from './assumptions.js'
import { address } from './primitives.js'

/** Chain id reserved for the bundled server ("QUOI" in ASCII): orders signed for it are worthless anywhere else. */
export const SANDBOX_CHAIN_ID = 0x51554f49

export type RouteClass = RouteClassName

/** Requests allowed per window; two independent sliding windows. */
export const windowLimits = z.strictObject({
  perSecond: z.int().min(1).describe('Requests in any second'),
  perMinute: z.int().min(1).describe('Requests in any minute'),
})
export type WindowLimits = z.infer<typeof windowLimits>
export const classLimits = z.strictObject({
  read: windowLimits.describe('Reads'),
  write: windowLimits.describe('Orders'),
  cancel: windowLimits.describe('Cancels'),
  account: windowLimits.describe('Sign-in, keys and profile'),
})
export type ClassLimits = z.infer<typeof classLimits>

const path = z.string().startsWith('/')

/** Path of each request; `{id}` is the market id, `{hash}` the order hash. */
export const paths = z.strictObject({
  root: path.default('/').describe('The service about itself'),
  markets: path.default('/markets').describe('List of markets'),
  market: path.default('/markets/{id}').describe('One market'),
  fee: path.default('/markets/{id}/fee').describe('Fee of a market'),
  bestBids: path.default('/markets/{id}/best-bids').describe('Best bids of a market'),
  orderbook: path.default('/markets/{id}/orderbook').describe('Book of a market'),
  submit: path.default('/markets/{id}/orders').describe('Submit an order'),
  cancelAll: path.default('/markets/{id}/orders/cancel-all').describe('Cancel all own orders of a market'),
  cancelMany: path.default('/orders/cancel-many').describe('Cancel orders by hash'),
  order: path.default('/orders/{hash}').describe('One order'),
  orders: path.default('/orders').describe('List of orders'),
  ownTrades: path.default('/me/trades').describe('Own trades'),
  me: path.default('/me').describe('Own profile, with the nonce that orders sign'),
  balances: path.default('/me/balances').describe('Own collateral'),
  positions: path.default('/me/positions').describe('Own tokens'),
  nonce: path.default('/auth/nonce').describe('Nonce for the sign-in'),
  verify: path.default('/auth/verify').describe('Sign-in'),
  refresh: path.default('/auth/refresh').describe('New tokens for a refresh token'),
  apiKeys: path.default('/me/api-keys').describe('List of own API keys'),
  createKey: path.default('/me/api-keys').describe('Create an API key'),
  rotateKey: path.default('/me/api-keys/{id}/rotate').describe('Replace the secret of an API key'),
  revokeKey: path.default('/me/api-keys/{id}').describe('Revoke an API key'),
  referral: path.default('/referral/summary').describe('Own referral code, referees and rewards'),
  attribution: path.default('/referral/attribution').describe('Record who referred the account'),
})

const eventName = z.string().min(1)
const eventNames = z.strictObject({
  'orderbook.snapshot': eventName.default('orderbook.snapshot').describe('Event: a whole book'),
  'orderbook.update': eventName.default('orderbook.update').describe('Event: one level of a book'),
  trade: eventName.default('trade').describe('Event: a match'),
  'trade.settlement': eventName.default('trade.settlement').describe('Event: the end of a settlement'),
  'market.status': eventName.default('market.status').describe('Event: status of a market'),
  'market.fee': eventName.default('market.fee').describe('Event: fee of a market'),
  order: eventName.default('order').describe('Event: an own order'),
  balance: eventName.default('balance').describe('Event: own collateral'),
})

export const typedData = z.strictObject({
  variant: z
    .enum(['side-in-order', 'side-from-amounts'])
    .default('side-in-order')
    .describe('Signed fields: 12 with side and signatureType, or the 10 of the specification'),
  domain: z
    .strictObject({
      name: z.string().describe('Name in the signing domain'),
      version: z.string().describe('Version in the signing domain'),
      chainId: z.int().positive().describe('Chain id'),
      verifyingContract: address.describe('Exchange contract'),
    })
    .describe('EIP-712 domain of orders'),
})
export type TypedDataProfile = z.infer<typeof typedData>

export const siwe = z.strictObject({
  domain: z.string().min(1).describe('Domain that the message names, usually that of the web app'),
  uri: z.url().describe('Address that the message names'),
  statement: z.string().optional().describe('Statement in the message'),
  chainId: z.int().positive().describe('Chain id in the message'),
})
export type SiweProfile = z.infer<typeof siwe>

const orderType = z.enum(ORDER_TYPES)

/** Refusals of an order that may say nothing of our other orders. Balance, duplicates, post-only and the number of orders always do. */
const termRefusal = z.enum([
  'bad-signature',
  'bad-amounts',
  'bad-expiration',
  'fee-changed',
  'market-not-open',
  'bad-request',
] satisfies ErrorCode[])

export const venueProfile = z.strictObject({
  name: z.string().min(1).describe('Name of the venue'),
  typedData: typedData.describe('What an order signs'),
  siwe: siwe.describe('Sign-in with a wallet (EIP-4361)'),
  paths: paths.prefault({}).describe('Path of each request; {id} is the market id, {hash} the order hash'),
  socket: z
    .strictObject({
      path: path.default('/socket.io').describe('Path of the socket'),
      events: eventNames.prefault({}).describe('Name of each event'),
      // what the socket tells beyond the promise of rooms; the bot is correct without any of it
      privateEvents: z.boolean().default(true).describe('Own orders and balances are told'),
      sequenced: z.boolean().default(true).describe('Events of a room are numbered'),
      hashed: z
        .boolean()
        .default(true)
        .describe('Books carry a hash, and are checked with it: what was received, and the stream against REST'),
    })
    .prefault({})
    .describe('Real-time events (socket.io 4)'),
  orders: z
    .strictObject({
      types: z
        .array(orderType)
        .default([...ORDER_TYPES])
        .describe('Order types that the venue takes'),
      expirationOn: z
        .array(orderType)
        .default(['GTC', 'GTD', 'POST_ONLY'])
        .describe('Order types whose expiration it honours'),
      stopMatchingBeforeSec: z
        .number()
        .min(0)
        .default(5)
        .describe('Seconds before its expiration from which an order is not matched'),
      minLifetimeSec: z.number().min(0).default(0).describe('Shortest lifetime that it accepts, in seconds'),
      nonce: z.string().regex(/^\d+$/).default('0').describe('Nonce that orders sign'),
      maxFeeRateBps: z
        .int()
        .min(0)
        .max(10_000)
        .default(1000)
        .describe('Highest fee that may be signed, in basis points'),
      termRefusals: z
        .array(termRefusal)
        .default(['bad-signature', 'bad-amounts', 'bad-expiration', 'fee-changed', 'market-not-open'])
        .describe(
          'Refusals that never come from our own orders: one of them, and a 404, prove that an order never was',
        ),
    })
    .prefault({})
    .describe('What orders may be'),
  makerPaysFee: z.boolean().default(true).describe('Whether a maker is assumed to pay the rate it signed'),
  holdingsLagSec: z
    .number()
    .min(0)
    .max(3600)
    .default(10)
    .describe('Seconds by which the holdings it tells may lag behind settlements'),
  bestBids: z
    .strictObject({
      counts: z
        .enum(['direct', 'merged'])
        .default('direct')
        .describe('direct: BUY orders of the token; merged: SELL orders of the other one too'),
    })
    .prefault({})
    .describe('What the best bids count'),
  limits: classLimits
    .prefault({
      read: { perSecond: 10, perMinute: 300 },
      write: { perSecond: 5, perMinute: 150 },
      cancel: { perSecond: 10, perMinute: 300 },
      account: { perSecond: 10, perMinute: 300 },
    })
    .describe('Budgets assumed until the headers tell, per key'),
  marketDefaults: z
    .strictObject({
      tickSize: z.string().default('0.01').describe('Price step'),
      minOrderSize: z.string().default('1000000').describe('Smallest order, raw token units'),
      sizeStep: z.string().default('10000').describe('Size step, raw token units'),
      collateralDecimals: z
        .int()
        .min(0)
        .max(36)
        .default(6)
        .describe('Decimals of collateral and tokens; a market that states others is not quoted'),
    })
    .prefault({})
    .describe('Used where a market does not state its own'),
  known: z
    .array(z.enum(ASSUMPTION_NAMES))
    .default([])
    .describe('Keys of this profile that were seen at the venue, or are documented; without it they are assumed'),
})
export type VenueProfile = z.infer<typeof venueProfile>

/** Raw units in one unit of the collateral. */
export const collateralUnitRaw = ({ marketDefaults }: Pick<VenueProfile, 'marketDefaults'>): bigint =>
  10n ** BigInt(marketDefaults.collateralDecimals)
